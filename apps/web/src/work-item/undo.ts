import { signal, type Signal } from '@preact/signals';
import { announce, offer, withdrawOffers } from '../shell/notices.js';

/** `new`: a change by itself. `undone`: it takes another one back. `again`: it makes one again that was taken back. */
export type ChangeKind = 'new' | 'undone' | 'again';

/** A change that the user made, and how to take it back. */
export interface LastChange {
  /** The name of the change: `WEB-3: Sprint`. */
  readonly name: string;
  /** Takes it back by a change of this kind. Resolves when that has ended, to a sentence where it is not possible. */
  readonly undo: (kind: ChangeKind) => Promise<string | undefined>;
}

const MOST_KEPT = 20;

const made = signal<readonly LastChange[]>([]);
const undone = signal<readonly LastChange[]>([]);

/** Remembers a change. One that takes another back is made again by `redoLastChange`, until there is a new one. */
export function rememberChange(change: LastChange, kind: ChangeKind): void {
  if (kind === 'new') undone.value = [];
  const list = kind === 'undone' ? undone : made;
  list.value = [...list.peek(), change].slice(-MOST_KEPT);
}

/** Shows a change that was spoken already, in a notice that takes it back. */
export function offerUndo(text: string, change: LastChange): void {
  offer(text, {
    name: 'Undo',
    run: () => {
      takeBack(() => change, made);
    },
  });
}

export const canUndo = (): boolean => made.peek().length > 0;
export const canRedo = (): boolean => undone.peek().length > 0;

/** Takes the last change back, where the rules allow it; again, the one before. */
export function undoLastChange(): void {
  takeBack(() => made.peek().at(-1), made);
}

/** Makes the change again that was taken back last. */
export function redoLastChange(): void {
  takeBack(() => undone.peek().at(-1), undone);
}

let last: Promise<unknown> = Promise.resolve();

/** One after another: each finds what the one before has left. */
function takeBack(choose: () => LastChange | undefined, list: Signal<readonly LastChange[]>): void {
  last = last.then(async () => {
    const change = choose();
    if (!change) return;
    withdrawOffers();
    list.value = list.peek().filter((one) => one !== change);
    const isUndo = list === made;
    announce(`${isUndo ? 'Undone' : 'Redone'}: ${change.name}.`);
    const problem = await change.undo(isUndo ? 'undone' : 'again');
    if (problem !== undefined) announce(problem);
  });
}
