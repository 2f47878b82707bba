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
  if (!isTyped) setText(field, from, to, text);
  field.setSelectionRange(start, end);
}

/** Puts a text in the place of another one while the user is elsewhere: focus, and the selection around it, stay. */
export function setText(field: HTMLTextAreaElement, from: number, to: number, text: string): void {
  field.setRangeText(text, from, to, 'preserve');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
