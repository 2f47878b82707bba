import { Icon } from '../parts/icon.js';
import row from '../parts/row.module.css';

/** A button of a row or a card that opens the Work Item next to the list. It is seen under the pointer and with the focus; its key is that of all rows. */
export const PeekButton = ({ of: key }: { readonly of: string }) => (
  <span class={row.peek}>
    <button
      type="button"
      tabIndex={-1}
      data-peek
      aria-label={`Open ${key} next to the list`}
      title="Open next to the list (Space)"
    >
      <Icon name="panel" />
    </button>
  </span>
);
