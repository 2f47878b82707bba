import { shownKeys } from './keys.js';
import { shortcutOf, type ShortcutId } from './shortcuts.js';

/** The text that a control shows about its command when the pointer rests on it: its name and its first key, `Search or jump to (Ctrl K)`. */
export function tipOf(id: ShortcutId, name?: string): string {
  const shortcut = shortcutOf(id);
  return `${name ?? shortcut?.name ?? id} (${shownKeys(shortcut?.keys[0] ?? '').join(' ')})`;
}
