import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { RefObject } from 'preact';
import { memo } from 'preact/compat';
import { useId, useMemo, useRef } from 'preact/hooks';
import { Avatar } from '../parts/avatar.js';
import { IconButton } from '../parts/button.js';
import { StatusMark } from '../work-item/marks.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { lanesFrom, sumsOf, type ColumnSums, type Lane } from './arrange.js';
import type { Lanes } from './filter/board-filter.js';
import { CardView } from './card-view.js';
import type { Card } from './cards.js';
import { dragged, useDropZone } from './drag.js';
import type { OrderStep } from './order/order.js';
import { longestOf, useDrawnCards } from './drawn-cards.js';
import { canMove, reasonAgainst } from '../work-item/status-moves.js';
import styles from './board-view.module.css';

interface BoardViewProps {
  readonly board: RefObject<HTMLDivElement | null>;
  readonly cards: readonly Card[];
  readonly lanes: Lanes;
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The columns of the statuses, with a row of cells for each lane. */
export function BoardView({ board, cards, lanes: by, organization, onMove, onOrder, onCreate }: BoardViewProps) {
  const id = useId();
  const lanes = useMemo(() => lanesFrom(cards, by), [cards, by]);
  const sums = useMemo(() => sumsOf(cards), [cards]);
  const drawn = useDrawnCards(Math.max(0, ...lanes.map(({ cells }) => longestOf(cells))));
  return (
    <div class={styles.board} ref={board} tabIndex={-1} data-scroller="board" role="group" aria-label="Cards by status">
      <div class={styles.heads}>
        {WORK_ITEM_STATUSES.map((status) => (
          <ColumnHead key={status} id={`${id}-${status}`} status={status} sums={sums[status]} onCreate={onCreate} />
        ))}
      </div>
      {lanes.map((lane) => (
        <LaneView key={lane.id} {...{ id, lane, drawn, organization, onMove, onOrder }} />
      ))}
    </div>
  );
}

interface ColumnHeadProps {
  readonly id: string;
  readonly status: WorkItemStatus;
  readonly sums: ColumnSums;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The meaning of a drag for a column: the status that it comes from, or a place that it cannot go to. */
function dragOver(status: WorkItemStatus): 'from' | 'allowed' | 'refused' | undefined {
  const from = dragged.value?.status;
  if (from === undefined) return undefined;
  if (from === status) return 'from';
  return canMove(from, status) ? 'allowed' : 'refused';
}

function ColumnHead({ id, status, sums: { count, points }, onCreate }: ColumnHeadProps) {
  const drag = dragOver(status);
  const element = useRef<HTMLDivElement>(null);
  useDropZone(element, status);
  return (
    <div class={styles.head} ref={element} data-status={status} data-refused={drag === 'refused' || undefined}>
      <StatusMark status={status} />
      <h2 id={id}>{STATUS_NAMES[status]}</h2>
      <span class={styles.count} title="Cards">
        {String(count)}
        <span class="visually-hidden"> cards</span>
      </span>
      {points > 0 && (
        <span class={styles.sum}>
          {points} <abbr title="story points">pt</abbr>
        </span>
      )}
      <span class={styles.create}>
        <IconButton
          icon="plus"
          label={`New Work Item in ${STATUS_NAMES[status]}`}
          onClick={() => {
            onCreate(status);
          }}
        />
      </span>
      {drag === 'refused' && <p class={styles.hint}>{reasonAgainst(status)}</p>}
    </div>
  );
}

interface LaneViewProps {
  readonly id: string;
  readonly lane: Lane;
  /** The most cards of a cell that are drawn. */
  readonly drawn: number;
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
}

function LaneView({ id, lane, drawn, organization, onMove, onOrder }: LaneViewProps) {
  const cells = (
    <div class={styles.cells}>
      {WORK_ITEM_STATUSES.map((status) => (
        <Cell
          key={status}
          labelledBy={`${id}-${status}`}
          status={status}
          cards={firstOf(lane.cells[status], drawn)}
          organization={organization}
          onMove={onMove}
          onOrder={onOrder}
        />
      ))}
    </div>
  );
  if (lane.name === undefined) return cells;
  const heading = `${id}-lane-${lane.id}`;
  return (
    <section class={styles.lane} aria-labelledby={heading}>
      <h2 class={styles.laneHead} id={heading}>
        {lane.avatarUrl !== undefined && <Avatar name={lane.name} imageUrl={lane.avatarUrl} />}
        {lane.parent !== undefined && <a href={`/o/${organization}/items/${lane.parent}`}>{lane.parent}</a>}
        <span class={styles.laneName} title={lane.name}>
          {lane.name}
        </span>
        <span class={styles.count}>{lane.count}</span>
      </h2>
      {cells}
    </section>
  );
}

const firstOf = (cards: readonly Card[], most: number): readonly Card[] =>
  cards.length <= most ? cards : cards.slice(0, most);

interface CellProps {
  readonly labelledBy: string;
  readonly status: WorkItemStatus;
  readonly cards: readonly Card[];
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
}

const areEqual = (one: CellProps, other: CellProps): boolean =>
  one.organization === other.organization &&
  one.onMove === other.onMove &&
  one.onOrder === other.onOrder &&
  one.cards.length === other.cards.length &&
  one.cards.every((card, at) => card === other.cards[at]);

/** The cards of one status in one lane. A cell whose cards are the same is not drawn again. */
const Cell = memo(function Cell({ labelledBy, status, cards, organization, onMove, onOrder }: CellProps) {
  const drag = dragOver(status);
  const element = useRef<HTMLUListElement>(null);
  useDropZone(element, status);
  return (
    <ul
      class={styles.cell}
      ref={element}
      aria-labelledby={labelledBy}
      data-status={status}
      data-refused={drag === 'refused' || undefined}
    >
      {cards.map((card) => (
        <CardView key={card.key} card={card} organization={organization} onMove={onMove} onOrder={onOrder} />
      ))}
    </ul>
  );
}, areEqual);
