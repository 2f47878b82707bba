import type { WorkItemStatus } from '@worktrack/domain';
import type { RefObject } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { activeItem, elementOf, itemOf } from '../shell/items-in-hand.js';

export const STEPS = ['up', 'down', 'left', 'right', 'first', 'last'] as const;

/** A step of the keyboard from one card to another. */
export type Step = (typeof STEPS)[number];

const CARD = '[data-item]';

/** Gives the focus to the card, as a key or a menu of it had it. */
function focusCard(card: HTMLElement | null | undefined): void {
  card?.querySelector('a')?.focus({ preventScroll: true });
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** The card that keys are about: the one that had the focus or the pointer last. */
export function useActiveCard(board: RefObject<HTMLElement | null>, { organization }: ProjectPlace) {
  const focused = useRef<string>(undefined);
  useEffect(() => {
    const onFocus = ({ target }: Event) => {
      // A dialog over the board gives the focus back.
      if (target instanceof Element && target.closest('dialog')) return;
      focused.current = itemOf(target)?.key;
    };
    const onPointerDown = ({ target }: Event) => {
      if (itemOf(target) === undefined) focused.current = undefined;
    };
    addEventListener('focusin', onFocus);
    addEventListener('pointerdown', onPointerDown);
    return () => {
      removeEventListener('focusin', onFocus);
      removeEventListener('pointerdown', onPointerDown);
    };
  }, []);
  const cardOf = (key: string) => board.current && elementOf({ organization, key }, board.current);
  const active = () => {
    const item = activeItem();
    return item && board.current ? (elementOf(item, board.current) ?? undefined) : undefined;
  };
  return {
    /** Its key; `undefined` when it is not on the board any more. */
    key: () => active()?.dataset.item,
    step: (step: Step) => {
      if (board.current) focusCard(neighbour(board.current, active(), step));
    },
    /** Gives the focus back to the card that had it: in another column it is another element. When it is gone, the board has the focus. */
    keepFocus: () => {
      const { activeElement } = document;
      const isLost = activeElement === null || activeElement === document.body;
      if (!isLost || focused.current === undefined) return;
      const card = cardOf(focused.current);
      if (card) focusCard(card);
      else board.current?.focus({ preventScroll: true });
    },
    /** The card has the focus as soon as the board shows it. */
    focusNext: (key: string) => {
      focused.current = key;
    },
  };
}

/** The card that a step leads to; the first card where there is none to go from. */
function neighbour(board: HTMLElement, from: HTMLElement | undefined, step: Step): HTMLElement | null | undefined {
  if (!from) return board.querySelector<HTMLElement>(CARD);
  const status = from.closest<HTMLElement>('[data-status]')?.dataset.status as WorkItemStatus;
  const columns = columnsOf(board);
  const column = columns.find((one) => one.status === status);
  if (!column) return undefined;
  const at = column.cards.indexOf(from);
  if (step === 'left' || step === 'right') return neighbourInRow(columns, columns.indexOf(column), at, step);
  const target = { up: at - 1, down: at + 1, first: 0, last: column.cards.length - 1 }[step];
  return column.cards[Math.max(0, target)];
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
function neighbourInRow(
  columns: readonly ColumnOfCards[],
  column: number,
  at: number,
  step: 'left' | 'right',
): HTMLElement | undefined {
  const others = step === 'right' ? columns.slice(column + 1) : columns.slice(0, column).reverse();
  const next = others.find(({ cards }) => cards.length > 0)?.cards;
  return next?.[Math.min(at, next.length - 1)];
}
