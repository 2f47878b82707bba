import type { Schemas } from '../api/client.js';
import { PersonAvatar } from '../shell/person-avatar.js';
import { ago, fullTime } from '../shell/days.js';
import { shownDay } from '../shell/organization-days.js';
import { FIELD_NAMES, nameOfWord, wordFieldOf } from '../work-item/fields.js';
import { STATUS_NAMES } from '../work-item/words.js';
import styles from './activity-list.module.css';

/** An event of a Project, or of a person: the latter names its Organization. */
type ListedEvent = Schemas['ProjectActivity'] & { readonly organization?: Schemas['ProfileActivity']['organization'] };

interface ActivityListProps {
  /** The Organization of events that do not name theirs. */
  readonly organization: string;
  readonly events: readonly ListedEvent[];
}

/** The events, newest first: who did what to which Work Item, and when. */
export const ActivityList = ({ organization, events }: ActivityListProps) => (
  <ol class={styles.events}>
    {events.map(({ id, actor, action, detail, createdAt, workItem, organization: own }) => (
      <li key={id}>
        <PersonAvatar person={actor} />
        <p>
          <b>{actor?.name ?? 'Somebody'}</b> {sentenceOf(own?.slug ?? organization, action, detail)}{' '}
          <a href={`/o/${own?.slug ?? organization}/items/${workItem.key}`}>
            {workItem.key} {workItem.title}
          </a>
        </p>
        <time dateTime={createdAt} title={fullTime(createdAt)}>
          {ago(createdAt)}
        </time>
      </li>
    ))}
  </ol>
);

const SENTENCES: Readonly<Record<string, string>> = {
  archived: 'archived',
  unarchived: 'unarchived',
  assigned: 'changed the assignee of',
  attachment_added: 'attached a file to',
  attachment_removed: 'removed a file of',
  comment_added: 'commented on',
  comment_deleted: 'deleted a comment on',
  comment_edited: 'edited a comment on',
  comment_replied: 'replied on',
  created: 'created',
  description_changed: 'changed the description of',
  due_date_changed: 'changed the due date of',
  label_added: 'labelled',
  label_removed: 'removed a label of',
  link_added: 'linked',
  link_removed: 'removed a link of',
  parent_changed: 'changed the parent of',
  sprint_changed: 'changed the Sprint of',
  status_changed: 'changed the status of',
  story_points_changed: 'estimated',
  title_changed: 'renamed',
  work_item_deleted: 'deleted',
};

function sentenceOf(organization: string, action: string, detail: ListedEvent['detail']): string {
  return detailed(organization, action, detail) ?? SENTENCES[action] ?? 'changed';
}

/** A sentence with the value, for the changes where it is short. */
function detailed(organization: string, action: string, detail: ListedEvent['detail']): string | undefined {
  if (detail === null || !('to' in detail)) {
    return detail && 'attachment' in detail && action === 'attachment_added'
      ? `attached ${detail.attachment.fileName} to`
      : undefined;
  }
  const { to } = detail;
  if (typeof to !== 'string') {
    if (action === 'due_date_changed') return 'removed the due date of';
    if (action === 'assigned') return to && 'name' in to ? `assigned ${to.name} to` : 'unassigned';
    if (action === 'sprint_changed') return to && 'name' in to ? `moved to ${to.name}:` : 'moved to the backlog:';
    return undefined;
  }
  if (action === 'status_changed' && to in STATUS_NAMES)
    return `moved to ${STATUS_NAMES[to as keyof typeof STATUS_NAMES]}:`;
  const field = wordFieldOf(action);
  if (field) return `set the ${FIELD_NAMES[field].toLowerCase()} ${nameOfWord(field, to)} of`;
  if (action === 'due_date_changed') return `set the due date ${shownDay(organization, to)} of`;
  return undefined;
}
