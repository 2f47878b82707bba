import type { ComponentChildren } from 'preact';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Icon } from '../parts/icon.js';
import row from '../parts/row.module.css';
import { ago, fullTime } from '../shell/days.js';
import { itemMark } from '../shell/items-in-hand.js';
import { shownDay } from '../shell/organization-days.js';
import { Due } from '../work-item/item-list.js';
import { PriorityMark, StatusMark } from '../work-item/marks.js';
import { STATUS_NAMES, WORD_NAMES } from '../work-item/words.js';
import { directionOf, orderedBy, type SortedField } from './order.js';
import type { FoundItem } from './results.js';
import styles from './result-table.module.css';

interface ResultTableProps {
  readonly items: readonly FoundItem[];
  readonly organization: string;
  /** The search as a query. */
  readonly query: string;
  readonly hrefOf: (query: string) => string;
}

const COLUMNS: readonly (readonly [name: string, field?: SortedField])[] = [
  ['Key', 'key'],
  ['Title', 'title'],
  ['Status', 'status'],
  ['Assignee'],
  ['Priority', 'priority'],
  ['Due', 'due'],
  ['Updated', 'updated'],
];

/** The results in columns. The name of a column sorts by it: the order is written into the query. */
export const ResultTable = ({ items, organization, query, hrefOf }: ResultTableProps) => (
  <table class={styles.table} aria-label="Results">
    <thead>
      <tr>
        {COLUMNS.map(([name, field]) => (
          <Heading key={name} name={name} field={field} query={query} hrefOf={hrefOf} />
        ))}
      </tr>
    </thead>
    <tbody>
      {items.map((item) => (
        <Row key={item.id} item={item} organization={organization} />
      ))}
    </tbody>
  </table>
);

interface HeadingProps extends Pick<ResultTableProps, 'query' | 'hrefOf'> {
  readonly name: string;
  readonly field: SortedField | undefined;
}

function Heading({ name, field, query, hrefOf }: HeadingProps) {
  if (field === undefined)
    return (
      <th scope="col" data-column={name}>
        {name}
      </th>
    );
  const direction = directionOf(query, field);
  const next = direction === 'asc' ? 'desc' : 'asc';
  return (
    <th scope="col" data-column={name} aria-sort={direction === undefined ? 'none' : SORTS[direction]}>
      <a
        href={hrefOf(orderedBy(query, field, next))}
        title={`Sort by ${name.toLowerCase()}, ${next === 'asc' ? 'ascending' : 'descending'}`}
      >
        {name}
        {direction && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={13} />}
      </a>
    </th>
  );
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const;

interface MarkedProps {
  readonly mark: ComponentChildren;
  readonly text: string;
}

/** A mark with its text, which is the one of both that is spoken. */
const Marked = ({ mark, text }: MarkedProps) => (
  <span class={styles.marked}>
    <span aria-hidden="true">{mark}</span>
    <span class={styles.text}>{text}</span>
  </span>
);

interface RowProps {
  readonly item: FoundItem;
  readonly organization: string;
}

function Row({ item, organization }: RowProps) {
  const { key, title, status, priority, assignee, dueDate, updatedAt } = item;
  return (
    <tr class={styles.row} {...itemMark({ organization, key })}>
      <td data-column="Key">{key}</td>
      <td data-column="Title">
        <a class={row.link} href={`/o/${organization}/items/${key}`}>
          {title}
        </a>
      </td>
      <td data-column="Status">
        {status && <Marked mark={<StatusMark status={status} />} text={STATUS_NAMES[status]} />}
      </td>
      <td data-column="Assignee">
        {assignee && <Marked mark={<PersonAvatar person={assignee} />} text={assignee.name} />}
      </td>
      <td data-column="Priority">
        {priority && <Marked mark={<PriorityMark priority={priority} />} text={WORD_NAMES.priority[priority]} />}
      </td>
      <td data-column="Due">
        {dueDate && status === 'done' && <time dateTime={dueDate}>{shownDay(organization, dueDate)}</time>}
        {dueDate && status !== 'done' && <Due dueDate={dueDate} organization={organization} />}
      </td>
      <td data-column="Updated">
        {updatedAt !== undefined && (
          <time dateTime={updatedAt} title={fullTime(updatedAt)}>
            {ago(updatedAt)}
          </time>
        )}
      </td>
    </tr>
  );
}
