import type { Signal } from '@preact/signals';
import { ALL_COLUMNS, type Order } from './columns.js';
import { FormButton } from './form-button.js';
import { ItemTable, type ItemTableProps } from './item-table.js';
import { keptForm, type KeptForm } from './table-form.js';
import styles from './table.module.css';

/** The orders of the work of a person. */
const PERSON_ORDERS: readonly Order[] = [
  { field: 'due', direction: 'asc' },
  { field: 'priority', direction: 'desc' },
  { field: 'updated', direction: 'desc' },
];

/** The parameter `sort` of an order. */
const SORTS: Readonly<Partial<Record<Order['field'], 'dueDate' | 'priority' | 'updated'>>> = {
  due: 'dueDate',
  priority: 'priority',
  updated: 'updated',
};

const USUAL: KeptForm = {
  columns: ['key', 'title', 'status', 'priority', 'dueDate', 'project'],
  groupBy: null,
  order: { field: 'due', direction: 'asc' },
};

/** Lists over Organizations have neither labels nor the title of the parent, and no groups. */
const COLUMNS = ALL_COLUMNS.filter((column) => !['labels', 'parent', 'reporter'].includes(column));

/** How this browser shows the work of people. */
const FORM: Signal<KeptForm> = keptForm('work', USUAL);

/** The parameter `sort` of the lists of `PersonWork`. */
export const sortOfWork = () => SORTS[FORM.value.order.field] ?? 'dueDate';

/** The work of one person, in several Organizations. */
export function PersonWork(
  props: Pick<ItemTableProps, 'label' | 'items' | 'organization' | 'hasMore' | 'isReadingMore' | 'onMore' | 'error'>,
) {
  const { order, ...form } = FORM.value;
  const sorting = {
    order,
    orders: PERSON_ORDERS,
    onSort: (next: Order) => {
      FORM.value = { ...FORM.peek(), order: next };
    },
  };
  return (
    <>
      <div class={styles.tools}>
        <FormButton
          {...sorting}
          form={form}
          usual={USUAL}
          columns={COLUMNS}
          groupings={[]}
          onForm={({ columns }) => {
            FORM.value = { ...FORM.peek(), columns };
          }}
        />
      </div>
      <ItemTable {...props} {...sorting} form={form} />
    </>
  );
}
