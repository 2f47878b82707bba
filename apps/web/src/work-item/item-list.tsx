import { PersonAvatar } from '../shell/person-avatar.js';
import row from '../parts/row.module.css';
import { itemMark } from '../shell/items-in-hand.js';
import { Due } from './due.js';
import type { Values } from './fields.js';
import type { SeenItem } from './work-item.js';
import { PriorityMark, StatusMark, TypeMark } from './marks.js';
import { PeekButton } from './peek-button.js';
import facts from './facts.module.css';
import styles from './item-list.module.css';

/** A Work Item of a list, with the members that its row shows. */
type ListedItem = Pick<SeenItem, 'id' | 'key'> &
  Partial<Pick<Values, 'title' | 'type' | 'status' | 'priority' | 'storyPoints' | 'dueDate' | 'assignee'>>;

interface ItemListProps {
  readonly items: readonly ListedItem[];
  readonly organization: string;
  readonly label: string;
}

/** Work Items one under another; each row is a link. */
export const ItemList = ({ items, organization, label }: ItemListProps) => (
  <ul class={styles.list} aria-label={label}>
    {items.map((item) => (
      <li key={item.id} class={`${row.row} ${styles.row}`} {...itemMark({ organization: organization, key: item.key })}>
        {item.priority && <PriorityMark priority={item.priority} />}
        {item.status && <StatusMark status={item.status} />}
        <span class={styles.key}>{item.key}</span>
        {item.type && <TypeMark type={item.type} />}
        <a class={`${row.link} ${styles.title}`} href={`/o/${organization}/items/${item.key}`}>
          {item.title}
        </a>
        <PeekButton of={item.key} />
        {item.dueDate && item.status !== 'done' && <Due dueDate={item.dueDate} organization={organization} />}
        {item.storyPoints != null && (
          <span class={facts.points} title={`${item.storyPoints} ${pointsOf(item.storyPoints)}`}>
            {item.storyPoints}
            <span class="visually-hidden"> {pointsOf(item.storyPoints)}</span>
          </span>
        )}
        {item.assignee ? (
          <PersonAvatar person={item.assignee} named />
        ) : (
          <span class={`${facts.nobody} ${styles.nobody}`} />
        )}
      </li>
    ))}
  </ul>
);

const pointsOf = (count: number): string => (count === 1 ? 'story point' : 'story points');
