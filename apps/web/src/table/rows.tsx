import type { ViewColumn } from '@worktrack/domain';
import { memo } from 'preact/compat';
import { useEffect, useRef, useState } from 'preact/hooks';
import row from '../parts/row.module.css';
import { itemMark } from '../shell/items-in-hand.js';
import { PeekButton } from '../work-item/peek-button.js';
import { CELLS } from './cells.js';
import { COLUMNS } from './columns.js';
import type { TableItem } from './table-item.js';
import styles from './table.module.css';

/** The rows that are drawn together: all of them, or, out of sight, only their titles. */
export const ROWS_TOGETHER = 50;

/** How far beyond the window rows are complete. */
const NEAR = '800px 0px';

interface RowsProps {
  readonly items: readonly TableItem[];
  /** The Organization of Work Items that do not name theirs. */
  readonly organization: string;
  readonly columns: readonly ViewColumn[];
  /** The ids of the selected ones, in their order: one text, so that it can be compared. */
  readonly selected: string;
  /** True for rows that are complete wherever they are: few of them, the first ones. */
  readonly isComplete: boolean;
}

/** A page that is added makes new lists of the same rows. */
const areSame = (one: RowsProps, other: RowsProps): boolean =>
  one.columns === other.columns &&
  one.selected === other.selected &&
  one.isComplete === other.isComplete &&
  one.organization === other.organization &&
  one.items.length === other.items.length &&
  one.items.every((item, at) => item === other.items[at]);

/** Some rows of a table. Out of sight a row is its title: it can be found in the page, and costs little. */
export const Rows = memo(function Rows({ items, organization, columns, selected, isComplete }: RowsProps) {
  const element = useRef<HTMLTableSectionElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isComplete || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        setNear(entries.at(-1)?.isIntersecting === true);
      },
      { root: element.current.closest('[data-scroller]'), rootMargin: NEAR },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [isComplete]);
  const ids = new Set(selected.split(' '));
  const shown = isComplete || isNear ? columns : TITLE;
  return (
    <tbody ref={element} role="rowgroup" class={styles.rows} style={{ '--count': items.length }}>
      {items.map((item) => (
        <Row
          key={item.id}
          item={item}
          organization={item.organization?.slug ?? organization}
          columns={shown}
          isSelected={ids.has(item.id)}
        />
      ))}
    </tbody>
  );
}, areSame);

const TITLE: readonly ViewColumn[] = ['title'];

interface RowProps {
  readonly item: TableItem;
  readonly organization: string;
  readonly columns: readonly ViewColumn[];
  readonly isSelected: boolean;
}

const Row = memo(function Row({ item, organization, columns, isSelected }: RowProps) {
  const { key, title } = item;
  return (
    <tr
      role="row"
      class={`${row.row} ${styles.row}`}
      data-selected={isSelected || undefined}
      {...itemMark({ organization, key })}
    >
      {columns !== TITLE && (
        <td role="cell" class={styles.box}>
          <label>
            <input type="checkbox" checked={isSelected} />
            <span class="visually-hidden">Select {key}</span>
          </label>
        </td>
      )}
      {columns.map((column) =>
        column === 'title' ? (
          <td role="cell" key={column} data-column={column}>
            <a class={`${row.link} ${styles.title}`} href={`/o/${organization}/items/${key}`}>
              {title}
            </a>
            {columns !== TITLE && <PeekButton of={key} />}
          </td>
        ) : (
          <Cell key={column} column={column} item={item} organization={organization} />
        ),
      )}
    </tr>
  );
});

interface CellProps extends Pick<RowProps, 'item' | 'organization'> {
  readonly column: Exclude<ViewColumn, 'title'>;
}

function Cell({ column, item, organization }: CellProps) {
  const { name, field } = COLUMNS[column];
  const content = CELLS[column](item, organization);
  const isEmpty = content === null || content === undefined || content === false;
  if (field === undefined || item[field] === undefined || item.archivedAt != null) {
    return (
      <td role="cell" data-column={column} data-empty={isEmpty || undefined}>
        {content}
      </td>
    );
  }
  return (
    <td role="cell" data-column={column} data-empty={isEmpty || undefined}>
      <button type="button" class={styles.cell} tabIndex={-1} data-cell={field} aria-haspopup="dialog" title={name}>
        <span class="visually-hidden">{name}: </span>
        {isEmpty ? <span class="visually-hidden">none</span> : content}
      </button>
    </td>
  );
}
