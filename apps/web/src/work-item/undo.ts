import { signal } from '@preact/signals';
import { announce } from '../shell/notices.js';

/** The change that the user made last, and how to take it back. */
export interface LastChange {
  /** The name of the change: `WEB-3: Sprint`. */
  readonly name: string;
  /** Takes it back; returns a sentence where that is not possible. */
  readonly undo: () => string | undefined;
}

const last = signal<LastChange | undefined>(undefined);

/** Remembers the last change. Taking it back is a change too: the next undo makes it again. */
export function rememberChange(change: LastChange): void {
  last.value = change;
}

export const canUndo = (): boolean => last.peek() !== undefined;

/** Takes the last change back, where the rules allow it. */
export function undoLastChange(): void {
  const change = last.peek();
  last.value = undefined;
  if (!change) return;
  announce(change.undo() ?? `Undone: ${change.name}.`);
}
