import { PersonAvatar } from '../shell/person-avatar.js';
import { Icon } from '../parts/icon.js';
import row from '../parts/row.module.css';
import { itemMark } from '../shell/items-in-hand.js';
import { dueState, fullDay, shownDay } from '../shell/organization-days.js';
import type { Values } from './fields.js';
import { PriorityMark, StatusMark, TypeMark } from './marks.js';
import facts from './facts.module.css';
import styles from './item-list.module.css';

const LISTED = ['title', 'type', 'status', 'priority', 'storyPoints', 'dueDate', 'assignee'] as const;

/** The members that a row shows, as the parameter `fields` of the API. */
export const LISTED_FIELDS = LISTED.join(',');

export interface ListedItem extends Partial<Pick<Values, (typeof LISTED)[number]>> {
  readonly id: string;
  readonly key: string;
  readonly organization?: { readonly slug: string };
}

interface ItemListProps {
  readonly items: readonly ListedItem[];
  /** The Organization of items that do not name theirs. */
  readonly organization?: string;
  /** False where all are the user's own. */
  readonly showsAssignee?: boolean;
  readonly label: string;
}

/** Work Items one under another; each row is a link. */
export const ItemList = ({ items, organization = '', showsAssignee = true, label }: ItemListProps) => (
  <ul class={styles.list} aria-label={label}>
    {items.map((item) => (
      <li
        key={item.id}
        class={`${row.row} ${styles.row}`}
        {...itemMark({ organization: item.organization?.slug ?? organization, key: item.key })}
      >
        {item.priority && <PriorityMark priority={item.priority} />}
        {item.status && <StatusMark status={item.status} />}
        <span class={styles.key}>{item.key}</span>
        {item.type && <TypeMark type={item.type} />}
        <a
          class={`${row.link} ${styles.title}`}
          href={`/o/${item.organization?.slug ?? organization}/items/${item.key}`}
        >
          {item.title}
        </a>
        {item.dueDate && item.status !== 'done' && (
          <Due dueDate={item.dueDate} organization={item.organization?.slug ?? organization} />
        )}
        {item.storyPoints != null && (
          <span class={facts.points} title={`${item.storyPoints} ${pointsOf(item.storyPoints)}`}>
            {item.storyPoints}
            <span class="visually-hidden"> {pointsOf(item.storyPoints)}</span>
          </span>
        )}
        {showsAssignee &&
          (item.assignee ? (
            <PersonAvatar person={item.assignee} named />
          ) : (
            <span class={`${facts.nobody} ${styles.nobody}`} />
          ))}
      </li>
    ))}
  </ul>
);

const pointsOf = (count: number): string => (count === 1 ? 'story point' : 'story points');

/** The due date of an open Work Item. */
export function Due({ dueDate, organization }: { readonly dueDate: string; readonly organization: string }) {
  const state = dueState(organization, dueDate);
  return (
    <time class={styles.due} data-state={state} dateTime={dueDate} title={`Due ${fullDay(organization, dueDate)}`}>
      <Icon
        name={state === 'overdue' ? 'alert' : 'calendar'}
        size={13}
        label={state === 'overdue' ? 'Overdue' : 'Due'}
      />
      {shownDay(organization, dueDate)}
    </time>
  );
}
