import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import { useEffect, useId } from 'preact/hooks';
import { PersonAvatar } from '../shell/person-avatar.js';
import { Empty } from '../parts/empty.js';
import { More } from '../parts/more.js';
import row from '../parts/row.module.css';
import { Card } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Tabs } from '../parts/tabs.js';
import { itemMark } from '../shell/items-in-hand.js';
import { NewItemButton } from '../shell/new-item-button.js';
import { announce } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import { ALL_COLUMNS, ALL_GROUPINGS, ORDERS, type Order, type TableForm } from '../table/columns.js';
import { FormButton } from '../table/form-button.js';
import { ItemTable } from '../table/item-table.js';
import { orderOf } from '../table/order.js';
import { PriorityMark, StatusMark, TypeMark } from '../work-item/marks.js';
import { PeekButton } from '../work-item/peek-button.js';
import { STATUS_NAMES } from '../work-item/words.js';
import type { Reading } from './reading.js';
import type { FoundItem, useResults } from './results.js';
import styles from './search-screen.module.css';
import { LANGUAGES } from '../shell/languages.js';

export const VIEWS = ['table', 'board'] as const;

export type View = (typeof VIEWS)[number];

const VIEW_NAMES: Readonly<Record<View, string>> = { table: 'Table', board: 'Board' };

interface ResultViewProps {
  readonly organization: string;
  readonly results: ReturnType<typeof useResults>;
  readonly view: View;
  readonly reading: Reading;
  /** The address of a text in a view. */
  readonly hrefOf: (text: string, view: View) => string;
  /** The text of the search. */
  readonly text: string;
  readonly form: TableForm;
  readonly onForm: (form: TableForm) => void;
  readonly onSort: (order: Order) => void;
}

/** The results of a search: in a table, or in the columns of their statuses. */
export function ResultView({ organization, results, view, reading, text, hrefOf, ...rest }: ResultViewProps) {
  const { items, error, refetch, hasMore, isReadingMore, more, counted } = results;
  const { form, onForm, onSort } = rest;
  const order = orderOf(reading.squeakql);
  const count = items && countOf(items.length, hasMore, counted);
  useEffect(() => {
    if (count !== undefined) announce(count);
  }, [count]);
  return (
    <div class={styles.results}>
      <Tabs
        label="Results"
        tabs={VIEWS.map((one) => ({ name: VIEW_NAMES[one], href: hrefOf(text, one), isCurrent: one === view }))}
      />
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label="Searching" lines={8} />}
      {items?.length === 0 && (
        <Empty
          icon="search"
          text="No Work Item matches. Archived ones are found with archived = TRUE only."
          action={<NewItemButton kind="secondary" values={reading.way === 'words' ? { title: text.trim() } : {}} />}
        />
      )}
      {items && items.length > 0 && (
        <>
          <div class={styles.summary}>
            <p class={styles.count}>{count}</p>
            {view === 'table' && (
              <FormButton
                form={form}
                columns={ALL_COLUMNS}
                groupings={ALL_GROUPINGS}
                order={order}
                orders={ORDERS}
                onForm={onForm}
                onSort={onSort}
              />
            )}
          </div>
          {view === 'table' && (
            <Card>
              <ItemTable
                label="Results"
                items={items}
                organization={organization}
                form={form}
                order={order}
                orders={ORDERS}
                onSort={onSort}
                hasMore={hasMore}
                isReadingMore={isReadingMore}
                onMore={more}
                error={error}
              />
            </Card>
          )}
          {view === 'board' && <Columns items={items} organization={organization} />}
          {view === 'board' && hasMore && <More isLoading={isReadingMore} onMore={more} />}
        </>
      )}
    </div>
  );
}

/** The number of results in words. Until the server has counted, it is the number of those that are shown. */
function countOf(shown: number, hasMore: boolean, counted: Counted): string {
  if (!hasMore) return `${shown} ${shown === 1 ? 'Work Item' : 'Work Items'}`;
  if (!counted) return `The first ${shown} Work Items`;
  const number = Math.max(counted.count, shown).toLocaleString(LANGUAGES);
  return `${counted.isMore ? 'More than ' : ''}${number} Work Items`;
}

type Counted = ReturnType<typeof useResults>['counted'];

interface ColumnsProps {
  readonly items: readonly FoundItem[];
  readonly organization: string;
}

/** The results by status, to look at: cards are moved on the board of their Project. */
function Columns({ items, organization }: ColumnsProps) {
  const id = useId();
  const columns = Map.groupBy(items, ({ status }) => status);
  return (
    <div class={styles.columns} role="group" aria-label="Results by status" tabIndex={0}>
      {WORK_ITEM_STATUSES.map((status) => {
        const cards = columns.get(status) ?? [];
        return (
          <section key={status} aria-labelledby={`${id}-${status}`} class={styles.column}>
            <h2 id={`${id}-${status}`} class={styles.columnHead}>
              <StatusMark status={status} /> {STATUS_NAMES[status]} <small>{cards.length}</small>
            </h2>
            <ul class={styles.cards}>
              {cards.map(({ id: item, key, title, type, priority, assignee, storyPoints }) => (
                <li key={item} class={styles.card} {...itemMark({ organization, key })}>
                  <span class={styles.cardHead}>
                    {type && <TypeMark type={type} />} {key}
                    <PeekButton of={key} />
                  </span>
                  <a class={`${row.link} ${styles.cardTitle}`} href={`/o/${organization}/items/${key}`}>
                    {title}
                  </a>
                  <span class={styles.cardFoot}>
                    {priority && <PriorityMark priority={priority} />}
                    {storyPoints != null && <span title="Story points">{storyPoints}</span>}
                    {assignee && <PersonAvatar person={assignee} named />}
                  </span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </div>
  );
}
