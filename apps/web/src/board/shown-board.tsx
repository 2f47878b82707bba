import { useQueryClient } from '@tanstack/preact-query';
import { legalTargets, type WorkItemStatus } from '@worktrack/domain';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Dialog } from '../parts/dialog.js';
import { Picker } from '../parts/picker.js';
import { useCommands } from '../shell/commands.js';
import { announce, notify, warn } from '../shell/notices.js';
import { itemChanges } from '../work-item/item-changes.js';
import { StatusMark } from '../work-item/marks.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { STEPS, useActiveCard, type Step } from './active-card.js';
import { withStatuses } from './arrange.js';
import type { Lanes } from './board-filter.js';
import { BoardView } from './board-view.js';
import type { Card, ProjectPlace } from './cards.js';
import { dragged, useDrags } from './drag.js';
import { nextStatus } from '../work-item/legality.js';
import { Moves } from './moves.js';

interface ShownBoardProps {
  readonly cards: readonly Card[];
  readonly lanes: Lanes;
  readonly place: ProjectPlace;
}

/** The board with all that can be done on it. */
export function ShownBoard({ cards, lanes, place }: ShownBoardProps) {
  const cache = useQueryClient();
  const moves = useMemo(() => new Moves(cache, place, { announce, notify, warn }), [cache, place]);
  const board = useRef<HTMLDivElement>(null);
  const active = useActiveCard(board, place);
  const [picking, setPicking] = useState<string>();
  const { underWay } = itemChanges;
  const changed = useMemo(() => cards.map((card) => itemChanges.over(card)), [cards, underWay]);
  const shown = useSettled(useMemo(() => withStatuses(changed, moves.underWay.value), [changed, moves.underWay.value]));
  const latest = useRef(shown);
  latest.current = shown;

  const move = useCallback(
    (card: Pick<Card, 'key' | 'status'>, to: WorkItemStatus) => {
      active.focusNext(card.key);
      moves.move(card, to);
    },
    [moves],
  );
  useDrags(move);
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

  const picked = picking === undefined ? undefined : shown.find(({ key }) => key === picking);
  return (
    <>
      <BoardView board={board} cards={shown} lanes={lanes} organization={place.organization} onMove={move} />
      {picked && (
        <StatusPicker
          card={picked}
          onChoose={(to) => {
            setPicking(undefined);
            move(picked, to);
          }}
          onClose={() => {
            setPicking(undefined);
          }}
        />
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

interface StatusPickerProps {
  readonly card: Card;
  readonly onChoose: (to: WorkItemStatus) => void;
  readonly onClose: () => void;
}

function StatusPicker({ card: { key, status }, onChoose, onClose }: StatusPickerProps) {
  const targets = legalTargets(status, false);
  return (
    <Dialog title={`Status of ${key}`} place="top" bare onClose={onClose}>
      <Picker
        label={`Status of ${key}`}
        placeholder={`Move ${key} to …`}
        choices={targets.map((id) => ({ id, name: STATUS_NAMES[id], before: <StatusMark status={id} /> }))}
        onChoose={(id) => {
          const to = targets.find((one) => one === id);
          if (to) onChoose(to);
        }}
      />
    </Dialog>
  );
}
