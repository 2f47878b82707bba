import type { Signal } from '@preact/signals';
import { stored } from '../shell/stored.js';
import { columnsIn, groupingIn, ORDERS, USUAL_FORM, type Order, type TableForm } from './columns.js';

/** The form and the order of a list, which this browser keeps. */
export interface KeptForm extends TableForm {
  readonly order: Order;
}

/** The form and the order of the list of this name; what was stored can be anything. */
export function keptForm(name: string, usual: KeptForm): Signal<KeptForm> {
  return stored<KeptForm>(`worktrack.table.${name}`, {
    parse: (text) => {
      const given = new URLSearchParams(text ?? '');
      const order = ORDERS.find(({ field, direction }) => `${field} ${direction}` === given.get('order'));
      return {
        columns: columnsIn(given.get('columns') ?? undefined, usual.columns),
        groupBy: groupingIn(given.get('group') ?? undefined),
        order: order ?? usual.order,
      };
    },
    format: ({ columns, groupBy, order: { field, direction } }) =>
      new URLSearchParams({ columns: columns.join(), group: groupBy ?? '', order: `${field} ${direction}` }).toString(),
  });
}

/** The parameters of an address that say how a table looks; none for the usual form. */
export const parametersOf = ({ columns, groupBy }: TableForm): Record<string, string> => ({
  ...(columns.join() !== USUAL_FORM.columns.join() && { columns: columns.join() }),
  ...(groupBy !== null && { group: groupBy }),
});
