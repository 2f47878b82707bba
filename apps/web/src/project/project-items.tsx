import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { ProjectPlace } from '../api/project-place.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { Refused } from '../shell/refused.js';
import { ALL_COLUMNS, ALL_GROUPINGS, orderText, ORDERS, type Order } from '../table/columns.js';
import { FormButton } from '../table/form-button.js';
import { ItemTable } from '../table/item-table.js';
import type { KeptForm } from '../table/table-form.js';
import { useTableRows } from '../table/table-rows.js';
import styles from './project-screen.module.css';

const COLUMNS = ALL_COLUMNS.filter((column) => column !== 'project');
const GROUPINGS = ALL_GROUPINGS.filter((grouping) => grouping !== 'project');

interface ProjectItemsProps {
  readonly place: ProjectPlace;
  readonly title: string;
  /** The condition of a query that the Work Items match; without it all of the Project that are not archived. */
  readonly condition?: string | undefined;
  /** How this browser shows them. */
  readonly kept: Signal<KeptForm>;
  /** The actions before the choice of columns; `after` has those that follow it. */
  readonly before: ComponentChildren;
  readonly after?: ComponentChildren;
  readonly empty: ComponentChildren;
}

/** Work Items of a Project in a table. */
export function ProjectItems({ place, title, condition, kept, before, after, empty }: ProjectItemsProps) {
  const { organization, project } = place;
  const { order, ...form } = kept.value;
  const conditions = [`project = ${project}`, ...(condition === undefined ? [] : [condition])].join(' AND ');
  const { items, isFormer, hasMore, isReadingMore, more, error, refetch } = useTableRows(
    organization,
    `${conditions} ${orderText(order)}`,
    form.groupBy,
    { keepsFormer: true },
  );
  const sorting = {
    order,
    orders: ORDERS,
    onSort: (next: Order) => {
      kept.value = { ...kept.peek(), order: next };
    },
  };
  return (
    <Section
      title={title}
      actions={
        <div class={styles.actions}>
          {before}
          <FormButton
            {...sorting}
            form={form}
            columns={COLUMNS}
            groupings={GROUPINGS}
            onForm={(next) => {
              kept.value = { ...kept.peek(), ...next };
            }}
          />
          {after}
        </div>
      }
    >
      {error && !items && <Refused error={error} onRetry={refetch} />}
      {!items && !error && <Skeleton label={`Loading ${title}`} lines={10} />}
      {items?.length === 0 && empty}
      {items && items.length > 0 && (
        <div aria-busy={isFormer}>
          <ItemTable
            {...sorting}
            label={title}
            items={items}
            organization={organization}
            form={form}
            hasMore={hasMore}
            isReadingMore={isReadingMore}
            onMore={more}
            error={error}
          />
        </div>
      )}
    </Section>
  );
}
