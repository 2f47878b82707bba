import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { PickerDialog } from '../parts/picker-dialog.js';
import { limitOf, type WorkLimits } from '../project/work-limits.js';
import { useCommands } from '../shell/commands.js';
import { announce } from '../shell/notices.js';
import { itemChanges } from '../work-item/item-changes.js';
import { canMove, nextStatus } from '../work-item/status-moves.js';
import { marked } from '../work-item/field-choices.js';
import { placeOfField } from '../work-item/field-place.js';
import { ValueList } from '../work-item/field-list.js';
import { statusChoicesOf } from '../work-item/value-choices.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { STEPS, useActiveCard, type Step } from './active-card.js';
import { lanesFrom } from './arrange.js';
import type { Lanes } from './filter/board-filter.js';
import { BoardView } from './board-view.js';
import type { Card } from './cards.js';
import { dragged, useDrags } from './drag.js';
import { inPlace, moveTo, positionsUnderWay, type OrderedList } from './order/moves.js';
import { moveByStep, useOrderKeys } from './order/order-keys.js';
import { inOrder, type OrderStep } from './order/order.js';

interface ShownBoardProps {
  readonly cards: readonly Card[];
  readonly lanes: Lanes;
  /** The limits of the columns; `undefined` while a filter leaves cards out. */
  readonly limits: WorkLimits | undefined;
  readonly place: ProjectPlace;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The board with all that can be done on it. */
export function ShownBoard({ cards, lanes, limits, place, onCreate }: ShownBoardProps) {
  const board = useRef<HTMLDivElement>(null);
  const active = useActiveCard(board, place);
  const [picking, setPicking] = useState<string>();
  const { underWay } = itemChanges;
  const shown = useSettled(
    useMemo(
      () => inOrder(cards.map((card) => inPlace(itemChanges.over(card)))),
      [cards, underWay, positionsUnderWay.all],
    ),
  );
  const latest = useRef(shown);
  latest.current = shown;
  const latestLimits = useRef(limits);
  latestLimits.current = limits;

  const move = useCallback(
    (card: Card, to: WorkItemStatus) => {
      if (card.status === to) return;
      if (!canMove(card.status, to)) {
        announce(`${card.key} cannot move from ${STATUS_NAMES[card.status]} to ${STATUS_NAMES[to]}.`);
        return;
      }
      active.focusNext(card.key);
      void itemChanges.set(place.organization, card, { status: to }).then(({ kind }) => {
        const limit = limitOf(latestLimits.current, to);
        const count = latest.current.filter(({ status }) => status === to).length;
        if (kind !== 'made' || limit === undefined || count <= limit) return;
        announce(`${card.key} is ${STATUS_NAMES[to]} now, with ${count} Work Items where the limit is ${limit}.`);
      });
    },
    [place],
  );
  const lists = (): readonly OrderedList[] =>
    lanesFrom(latest.current, lanes).flatMap(({ cells }) =>
      WORK_ITEM_STATUSES.map((status) => ({ name: STATUS_NAMES[status], cards: cells[status] })),
    );
  const latestLists = useRef(lists);
  latestLists.current = lists;
  const order = useCallback(
    (card: Card, step: OrderStep) => {
      active.focusNext(card.key);
      moveByStep(place, latestLists.current(), new Set([card.key]), step);
    },
    [place],
  );
  useOrderKeys(place, lists);
  useDrags((card, to, at) => {
    const list = at && lists().find(({ cards: some }) => some.some(({ key }) => key === at.anchor));
    if (list) moveTo(place, list, [card], at);
    move(card, to);
  });
  useLayoutEffect(active.keepFocus, [shown]);

  const activeCard = () => {
    const key = active.key();
    return latest.current.find((card) => card.key === key);
  };
  const step = (id: Step) => ({
    id: `card ${id}` as const,
    run: () => {
      active.step(id);
    },
  });
  const shift = (direction: 1 | -1) => () => {
    const card = activeCard();
    const to = card && nextStatus(card.status, direction);
    if (to) move(card, to);
    else if (card) announce(`${card.key} is ${STATUS_NAMES[card.status]} and can go no further.`);
  };
  const holds = () => active.key() !== undefined;
  useCommands(
    [
      ...STEPS.map(step),
      { id: 'card on', holds, run: shift(1) },
      { id: 'card back', holds, run: shift(-1) },
      {
        id: 'card status',
        holds,
        run: () => {
          setPicking(active.key());
        },
      },
    ],
    [move],
  );

  const close = () => {
    setPicking(undefined);
  };
  const picked = picking === undefined ? undefined : shown.find(({ key }) => key === picking);
  return (
    <>
      <BoardView
        board={board}
        cards={shown}
        lanes={lanes}
        limits={limits}
        place={place}
        onMove={move}
        onOrder={order}
        onCreate={onCreate}
      />
      {picked && (
        <PickerDialog
          title={`Status of ${picked.key}`}
          onClose={close}
          at={placeOfField({ ...place, key: picked.key }, 'status')}
        >
          <ValueList
            title={`Status of ${picked.key}`}
            choices={marked(statusChoicesOf(picked.status), [picked])}
            onChoose={({ status = picked.status }) => {
              move(picked, status);
            }}
            onClose={close}
          />
        </PickerDialog>
      )}
    </>
  );
}

/** The cards as they were when a drag began, until it ends: nothing moves under the pointer. */
function useSettled(cards: readonly Card[]): readonly Card[] {
  const settled = useRef(cards);
  if (dragged.value === undefined) settled.current = cards;
  return settled.current;
}
