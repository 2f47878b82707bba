import type { ViewColumn, ViewGrouping } from '@worktrack/domain';
import { Button, IconButton } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { SelectField } from '../parts/select-field.js';
import { announce } from '../shell/notices.js';
import {
  COLUMNS,
  GROUPING_NAMES,
  USUAL_FORM,
  groupingIn,
  type Order,
  type SortedField,
  type TableForm,
} from './columns.js';
import styles from './form-dialog.module.css';

/** The names of the fields that sort. */
const NAMES = Object.fromEntries(
  Object.values(COLUMNS).flatMap(({ name, sort }) => (sort === undefined ? [] : [[sort, name]])),
) as Readonly<Record<SortedField, string>>;

export interface FormDialogProps {
  readonly form: TableForm;
  /** The columns and the groupings that the list has. */
  readonly columns: readonly ViewColumn[];
  readonly groupings: readonly ViewGrouping[];
  /** The form before anything was chosen. */
  readonly usual?: TableForm;
  readonly order: Order | undefined;
  readonly orders: readonly Order[];
  readonly onForm: (form: TableForm) => void;
  readonly onSort: (order: Order) => void;
  readonly onClose: () => void;
}

/** Chooses the columns of a table and their order, its groups, and how it is sorted. Each choice takes effect immediately. */
export function FormDialog({ form, columns, groupings, usual = USUAL_FORM, ...rest }: FormDialogProps) {
  const { order, orders, onForm, onSort, onClose } = rest;
  const others = columns.filter((column) => !form.columns.includes(column));
  const move = (column: ViewColumn, by: 1 | -1) => {
    const at = form.columns.indexOf(column);
    const moved = form.columns.filter((one) => one !== column);
    onForm({ ...form, columns: moved.toSpliced(at + by, 0, column) });
    announce(`${COLUMNS[column].name} is column ${at + by + 1} of ${form.columns.length}.`);
  };
  const inWords = ({ field, direction }: Order) => ({
    value: `${field} ${direction}`,
    name: `${NAMES[field]}, ${direction === 'asc' ? 'ascending' : 'descending'}`,
  });
  return (
    <Dialog title="Columns and groups" keepsDraft onClose={onClose}>
      <div class={styles.fields}>
        {groupings.length > 0 && (
          <SelectField
            label="Group by"
            value={form.groupBy ?? ''}
            choices={[
              { value: '', name: 'No groups' },
              ...groupings.map((one) => ({ value: one, name: GROUPING_NAMES[one] })),
            ]}
            onChoose={(value) => {
              onForm({ ...form, groupBy: groupingIn(value) });
            }}
          />
        )}
        <SelectField
          label="Sort by"
          value={order ? `${order.field} ${order.direction}` : ''}
          choices={[...(order ? [] : [{ value: '', name: 'Last updated' }]), ...orders.map(inWords)]}
          onChoose={(value) => {
            const chosen = orders.find((one) => inWords(one).value === value);
            if (chosen) onSort(chosen);
          }}
        />
      </div>
      <ul class={styles.columns} aria-label="Columns">
        {[...form.columns, ...others].map((column) => {
          const { name } = COLUMNS[column];
          const at = form.columns.indexOf(column);
          return (
            <li key={column}>
              <label>
                <input
                  type="checkbox"
                  checked={at !== -1}
                  disabled={column === 'title'}
                  onChange={({ currentTarget: { checked } }) => {
                    const rest = form.columns.filter((one) => one !== column);
                    onForm({ ...form, columns: checked ? [...rest, column] : rest });
                  }}
                />
                {name}
              </label>
              {at !== -1 && (
                <>
                  <IconButton
                    icon="arrowUp"
                    label={`Move ${name} up`}
                    aria-disabled={at === 0}
                    onClick={() => {
                      if (at > 0) move(column, -1);
                    }}
                  />
                  <IconButton
                    icon="arrowDown"
                    label={`Move ${name} down`}
                    aria-disabled={at === form.columns.length - 1}
                    onClick={() => {
                      if (at < form.columns.length - 1) move(column, 1);
                    }}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <div class={styles.actions}>
        <Button
          kind="plain"
          onClick={() => {
            onForm(usual);
          }}
        >
          As usual
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
