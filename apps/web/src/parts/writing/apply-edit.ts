import type { Edit } from './edits.js';

/**
 * Makes an edit as if it was typed, so that the browser's undo takes it back. `execCommand` is old, but there is no other way that keeps the
 * undo of a text field; where it does nothing, the text is set.
 */
export function applyEdit(field: HTMLTextAreaElement, { from, to, text, start, end }: Edit): void {
  if (field.readOnly) return;
  field.focus();
  field.setSelectionRange(from, to);
  // eslint-disable-next-line typescript/no-deprecated
  const isTyped = text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text);
  if (!isTyped) {
    field.setRangeText(text, from, to);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
  field.setSelectionRange(start, end);
}
