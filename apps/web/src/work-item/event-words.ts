import { shownDay } from '../shell/organization-days.js';
import type { Activity } from './item-parts.js';
import { FIELD_NAMES, nameOfWord, wordFieldOf } from './fields.js';
import { STATUS_NAMES } from './words.js';

const PLAIN: Readonly<Record<string, string>> = {
  archived: 'archived this',
  unarchived: 'took this out of the archive',
  created: 'created this',
  description_changed: 'changed the description',
  comment_deleted: 'deleted a comment',
  comment_added: 'commented',
  comment_replied: 'replied',
  comment_edited: 'edited a comment',
  work_item_deleted: 'deleted this',
};

const RELATIONS: Readonly<Record<string, string>> = {
  blocks: 'blocks',
  blocked_by: 'is blocked by',
  relates: 'relates to',
};

/** A reference is `null` when it was empty, and when the reader cannot see it. */
const nameIn = (value: unknown, none: string): string => {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return none;
  const { key, name, title, fileName } = value as Readonly<Record<string, string | undefined>>;
  return [key, name ?? title ?? fileName].filter((one) => one !== undefined).join(' ');
};

const inWords = (names: Readonly<Record<string, string>>, value: unknown): string =>
  names[String(value)] ?? String(value);

type Detail = Readonly<Record<string, unknown>>;

const DETAILED: Readonly<Record<string, (detail: Detail, organization: string) => string>> = {
  status_changed: ({ from, to }) => `moved this from ${inWords(STATUS_NAMES, from)} to ${inWords(STATUS_NAMES, to)}`,
  title_changed: ({ from, to }) => `renamed this from “${nameIn(from, '')}” to “${nameIn(to, '')}”`,
  due_date_changed: ({ to }, organization) =>
    typeof to === 'string' ? `set the due date to ${shownDay(organization, to)}` : 'removed the due date',
  assigned: ({ to }) => (to === null ? 'unassigned this' : `assigned this to ${nameIn(to, '')}`),
  sprint_changed: ({ to }) => `moved this to ${nameIn(to, 'the backlog')}`,
  parent_changed: ({ to }) => (to === null ? 'removed the parent' : `set the parent to ${nameIn(to, '')}`),
  label_added: ({ label }) => `added the label ${nameIn(label, '')}`,
  label_removed: ({ label }) => `removed the label ${nameIn(label, '')}`,
  link_added: ({ relation, otherWorkItem }) =>
    `added a link: this ${inWords(RELATIONS, relation)} ${nameIn(otherWorkItem, 'another Work Item')}`,
  link_removed: ({ relation, otherWorkItem }) =>
    `removed a link: this ${inWords(RELATIONS, relation)} ${nameIn(otherWorkItem, 'another Work Item')}`,
  attachment_added: ({ attachment }) => `attached ${nameIn(attachment, 'a file')}`,
  attachment_removed: ({ attachment }) => `removed ${nameIn(attachment, 'a file')}`,
};

function wordChange(action: string, { from, to }: Detail): string | undefined {
  const field = wordFieldOf(action);
  if (!field) return undefined;
  const [before, after] = [from, to].map((word) => nameOfWord(field, String(word)));
  return `changed the ${FIELD_NAMES[field].toLowerCase()} from ${before} to ${after}`;
}

/** The act of somebody with a Work Item of the Organization, as the rest of a sentence that begins with the name. */
export function wordsOfEvent(organization: string, { action, detail }: Pick<Activity, 'action' | 'detail'>): string {
  const words = detail && (wordChange(action, detail) ?? DETAILED[action]?.(detail, organization));
  return words ?? PLAIN[action] ?? 'changed this';
}
