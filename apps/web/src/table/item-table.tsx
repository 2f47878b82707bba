import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { More as ShowMore } from '../parts/more.js';
import { loaded } from '../api/loaded.js';
import { manyUnderWay, overMany } from '../bulk/overlay.js';
import { isSelected, itemOf, select, selectUpTo, selection, useSelectionOf } from '../shell/items-in-hand.js';
import { itemsOfList } from '../shell/list-keys.js';
import { notifyRefusal } from '../shell/notices.js';
import type { PickedField } from '../work-item/fields.js';
import { picking } from '../work-item/picking.js';
import { valuesUnderWay } from '../work-item/under-way.js';
import { leastWidthOf, tracksOf, type Order, type TableForm } from './columns.js';
import { Head, scrollAlong } from './head.js';
import { ROWS_TOGETHER, Rows } from './rows.js';
import { groupsOf, type Group, type TableItem } from './table-item.js';
import type { TableBulkProps } from './table-bulk.js';
import styles from './table.module.css';

export interface ItemTableProps {
  readonly label: string;
  readonly items: readonly TableItem[];
  /** The Organization of Work Items that do not name theirs. */
  readonly organization?: string;
  readonly form: TableForm;
  readonly order?: Order | undefined;
  /** The orders that the server has for this list. */
  readonly orders?: readonly Order[];
  readonly onSort?: (order: Order) => void;
  readonly hasMore?: boolean;
  readonly isReadingMore?: boolean;
  readonly onMore?: () => void;
  /** The next page could not be read. */
  readonly error?: unknown;
}

/** The bar of the selection; it is loaded with the first selection. */
const loadBulk = async (): Promise<ComponentType<TableBulkProps>> => {
  const { TableBulk } = await loaded(() => import('./table-bulk.js'));
  return TableBulk;
};

/** How far before the end of the list its next page is read. */
const AHEAD = '1200px 0px';

/** The signs of a key that there is always room for: further rows have longer ones. */
const LEAST_KEY = 8;

const lengthOfKeys = (items: readonly TableItem[]): number => Math.max(...items.map(({ key }) => key.length + 1));

/** Pieces of rows that are complete wherever they are. */
const COMPLETE_PIECES = 4;

/** Work Items in rows and columns. The server sorts and groups; further pages are read while the user scrolls. */
export function ItemTable({ label, items: given, organization = '', form, ...rest }: ItemTableProps) {
  const { order, orders = [], onSort, hasMore = false, isReadingMore = false, onMore, error } = rest;
  const { columns, groupBy } = form;
  const [Bulk, setBulk] = useState<{ readonly Shown: ComponentType<TableBulkProps> }>();
  const items = useMemo(
    () => unique(given).map((item) => overMany(overValues(item))),
    [given, valuesUnderWay.all, manyUnderWay.all],
  );
  const refs = useMemo(
    () => items.map(({ key, organization: own }) => ({ organization: own?.slug ?? organization, key })),
    [given, organization],
  );
  const pieces = useMemo(() => piecesOf(items, groupBy), [items, groupBy]);
  const longestKey = useMemo(() => Math.max(LEAST_KEY, ...pieces.map(({ some }) => lengthOfKeys(some))), [pieces]);
  useSelectionOf(refs);
  const count = selection.value.length;
  useEffect(() => {
    if (count === 0 || Bulk) return;
    loadBulk()
      .then((Shown) => {
        setBulk({ Shown });
      })
      .catch(notifyRefusal);
  }, [count > 0]);
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    const ref = itemOf(target);
    if (!ref || !(target instanceof Element)) return;
    if (target instanceof HTMLInputElement) {
      if (event.shiftKey) selectUpTo(ref, itemsOfList());
      else select(ref, target.checked);
      return;
    }
    const cell = target.closest<HTMLElement>('[data-cell]');
    const item = items.find((one, at) => one.key === ref.key && refs[at]?.organization === ref.organization);
    if (cell && item) picking.value = { ...ref, item, field: cell.dataset.cell as PickedField, at: cell };
  };

  return (
    <>
      <div class={styles.frame}>
        <table
          role="table"
          class={styles.table}
          aria-label={label}
          aria-rowcount={hasMore ? -1 : undefined}
          style={{
            '--tracks': tracksOf(columns),
            '--least': leastWidthOf(columns),
            '--title': columns.indexOf('title') + 2,
            '--key': longestKey,
          }}
          onClick={onClick}
        >
          <Head columns={columns} items={refs} order={order} orders={orders} onSort={onSort} />
          {/* Its rows have the roles of a table: the styles need an element around all of them. */}
          <div role="presentation" class={styles.body} onScroll={scrollAlong}>
            {pieces.map(({ id, group, some }, at) => (
              <>
                {group && (
                  <GroupHead key={`${id} head`} group={group} mayGrow={hasMore && group === pieces.at(-1)?.of} />
                )}
                <Rows
                  key={id}
                  items={some}
                  organization={organization}
                  columns={columns}
                  selected={selectedOf(some, organization)}
                  isComplete={at < COMPLETE_PIECES}
                />
              </>
            ))}
          </div>
        </table>
      </div>
      {hasMore && onMore && error && <ShowMore isLoading={isReadingMore} onMore={onMore} />}
      {hasMore && onMore && !error && <More isReading={isReadingMore} count={items.length} onMore={onMore} />}
      {Bulk && count > 0 && <Bulk.Shown items={items} organization={organization} />}
    </>
  );
}

/** The Work Item with the changes that are under way. */
function overValues(item: TableItem): TableItem {
  const values = valuesUnderWay.of(item.id);
  return values ? { ...item, ...values } : item;
}

/** A Work Item that moved between two pages is on both. */
function unique(items: readonly TableItem[]): readonly TableItem[] {
  const ids = new Set<string>();
  return items.filter(({ id }) => !ids.has(id) && ids.add(id));
}

interface Piece {
  readonly id: string;
  /** The group that begins with these rows. */
  readonly group?: Group;
  readonly of?: Group;
  readonly some: readonly TableItem[];
}

function piecesOf(items: readonly TableItem[], groupBy: TableForm['groupBy']): readonly Piece[] {
  if (groupBy !== null) {
    return groupsOf(items, groupBy).flatMap((group) =>
      cut(group.items).map((some, at) => ({
        id: `${groupBy} ${group.id} ${at}`,
        of: group,
        ...(at === 0 && { group }),
        some,
      })),
    );
  }
  return cut(items).map((some, at) => ({ id: String(at), some }));
}

const cut = (items: readonly TableItem[]): readonly (readonly TableItem[])[] =>
  Array.from({ length: Math.ceil(items.length / ROWS_TOGETHER) }, (_, at) =>
    items.slice(at * ROWS_TOGETHER, (at + 1) * ROWS_TOGETHER),
  );

const selectedOf = (items: readonly TableItem[], organization: string): string =>
  selection.value.length === 0
    ? ''
    : items
        .filter(({ key, organization: own }) => isSelected({ organization: own?.slug ?? organization, key }))
        .map(({ id }) => id)
        .join(' ');

interface GroupHeadProps {
  readonly group: Group;
  /** True when the next page can have more of the group. */
  readonly mayGrow: boolean;
}

const GroupHead = ({ group: { name, items }, mayGrow }: GroupHeadProps) => (
  <tbody role="rowgroup" class={styles.group}>
    <tr role="row">
      <th role="rowheader" scope="rowgroup">
        {name}{' '}
        <small>
          {items.length}
          {mayGrow && '+'}
        </small>
      </th>
    </tr>
  </tbody>
);

interface MoreProps {
  readonly isReading: boolean;
  readonly count: number;
  readonly onMore: () => void;
}

/** The end of what is loaded: the next page is read before the user comes there. */
function More({ isReading, count, onMore }: MoreProps) {
  const element = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isReading || !element.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onMore();
      },
      { root: element.current.closest('[data-scroller]'), rootMargin: AHEAD },
    );
    observer.observe(element.current);
    return () => {
      observer.disconnect();
    };
  }, [isReading, count]);
  return (
    <p ref={element} class={styles.more} role="status">
      Loading more …
    </p>
  );
}
