import type { ViewColumn } from '@worktrack/domain';
import type { TargetedEvent } from 'preact';
import { Icon } from '../parts/icon.js';
import { deselectAll, selectAll, selection, type ItemRef } from '../shell/items-in-hand.js';
import { COLUMNS, type Order } from './columns.js';
import styles from './table.module.css';

interface HeadProps {
  readonly columns: readonly ViewColumn[];
  /** The Work Items that are loaded. */
  readonly items: readonly ItemRef[];
  readonly order: Order | undefined;
  /** The orders that the server has for this list. */
  readonly orders: readonly Order[];
  readonly onSort: ((order: Order) => void) | undefined;
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const;

/** The names of the columns, which sort, and the box that selects all. */
export function Head({ columns, items, order, orders, onSort }: HeadProps) {
  const { length: count } = selection.value;
  const isAll = count > 0 && count >= items.length;
  return (
    <thead role="rowgroup" class={styles.head} onScroll={scrollAlong}>
      <tr role="row">
        <th role="columnheader" class={styles.box}>
          <label>
            <input
              type="checkbox"
              checked={isAll}
              ref={(input) => {
                if (input) input.indeterminate = count > 0 && !isAll;
              }}
              onClick={() => {
                if (isAll) deselectAll();
                else selectAll(items);
              }}
            />
            <span class="visually-hidden">Select all that are loaded</span>
          </label>
        </th>
        {columns.map((column) => {
          const { name, sort } = COLUMNS[column];
          const possible = orders.filter(({ field }) => field === sort);
          const direction = order?.field === sort ? order?.direction : undefined;
          const next = possible.find((one) => one.direction !== direction) ?? possible[0];
          if (!next || !onSort) {
            return (
              <th key={column} role="columnheader" data-column={column}>
                <span>{name}</span>
              </th>
            );
          }
          return (
            <th
              key={column}
              role="columnheader"
              data-column={column}
              aria-sort={direction === undefined ? 'none' : SORTS[direction]}
            >
              <button
                type="button"
                title={`Sort by ${name.toLowerCase()}, ${SORTS[next.direction]}`}
                onClick={() => {
                  onSort(next);
                }}
              >
                {name}
                {direction && <Icon name={direction === 'asc' ? 'arrowUp' : 'arrowDown'} size={13} />}
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Scrolls the other part of the table sideways with the one that is scrolled: head and rows. */
export function scrollAlong({ currentTarget }: TargetedEvent<HTMLElement>): void {
  const other = currentTarget.previousElementSibling ?? currentTarget.nextElementSibling;
  if (other) other.scrollLeft = currentTarget.scrollLeft;
}
