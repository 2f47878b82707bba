import type { WorkItemStatus } from '@worktrack/domain';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** Where the user goes from a card. */
export type Step = 'up' | 'down' | 'left' | 'right' | 'first' | 'last';

const CARD = '[data-card]';

/** Gives the focus to the card, as a key or a menu of it had it. */
export function focusCard(board: HTMLElement | null, key: string): void {
  const link = board?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"] a`);
  link?.focus({ preventScroll: true });
  link?.closest(CARD)?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The card that keys are about: the one that had the focus or the pointer last. */
export function useActiveCard(board: RefObject<HTMLElement | null>) {
  const active = useRef<string>(undefined);
  const focused = useRef<string>(undefined);
  useEffect(() => {
    const cardOf = ({ target }: Event) =>
      target instanceof Element ? target.closest<HTMLElement>(CARD)?.dataset.card : undefined;
    // Not `pointerover`: a board that scrolls under a pointer at rest is no choice of the user.
    const onPointer = (event: Event) => {
      active.current = cardOf(event) ?? active.current;
    };
    const onFocus = (event: Event) => {
      // A dialog over the board gives the focus back.
      if (event.target instanceof Element && event.target.closest('dialog')) return;
      focused.current = cardOf(event);
      active.current = focused.current ?? active.current;
    };
    const onPointerDown = (event: Event) => {
      if (cardOf(event) === undefined) focused.current = undefined;
    };
    addEventListener('focusin', onFocus);
    addEventListener('pointermove', onPointer);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('focusin', onFocus);
      removeEventListener('pointermove', onPointer);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  const elementOf = (key: string | undefined) =>
    key === undefined ? null : board.current?.querySelector<HTMLElement>(`[data-card="${CSS.escape(key)}"]`);
  return {
    /** Its key; `undefined` when it is not on the board any more. */
    key: () => (elementOf(active.current) ? active.current : undefined),
    step: (step: Step) => {
      const next = board.current && neighbour(board.current, elementOf(active.current) ?? undefined, step);
      if (next) focusCard(board.current, next);
    },
    /** Gives the focus back to the card that had it: in another column it is another element. */
    keepFocus: () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (isLost && focused.current !== undefined) focusCard(board.current, focused.current);
    },
    /** The card has the focus as soon as the board shows it. */
    focusNext: (key: string) => {
      focused.current = key;
    },
  };
}

/** The key of the card that a step leads to; that of the first card where there is none to go from. */
function neighbour(board: HTMLElement, from: HTMLElement | undefined, step: Step): string | undefined {
  if (!from) return board.querySelector<HTMLElement>(CARD)?.dataset.card;
  const status = from.closest<HTMLElement>('[data-status]')?.dataset.status as WorkItemStatus;
  const columns = columnsOf(board);
  const column = columns.find((one) => one.status === status);
  if (!column) return undefined;
  const at = column.cards.indexOf(from);
  if (step === 'left' || step === 'right') return beside(columns, columns.indexOf(column), at, step)?.dataset.card;
  const target = { up: at - 1, down: at + 1, first: 0, last: column.cards.length - 1 }[step];
  return column.cards[Math.max(0, target)]?.dataset.card;
}

interface ColumnOfCards {
  readonly status: string;
  readonly cards: readonly HTMLElement[];
}

function columnsOf(board: HTMLElement): readonly ColumnOfCards[] {
  const cells = [...board.querySelectorAll<HTMLElement>('ul[data-status]')];
  return [...Map.groupBy(cells, (cell) => cell.dataset.status ?? '')].map(([status, some]) => ({
    status,
    cards: some.flatMap((cell) => [...cell.querySelectorAll<HTMLElement>(CARD)]),
  }));
}

/** The card at the same height of the next column that is not empty. */
function beside(
  columns: readonly ColumnOfCards[],
  column: number,
  at: number,
  step: 'left' | 'right',
): HTMLElement | undefined {
  const others = step === 'right' ? columns.slice(column + 1) : columns.slice(0, column).reverse();
  const next = others.find(({ cards }) => cards.length > 0)?.cards;
  return next?.[Math.min(at, next.length - 1)];
}
