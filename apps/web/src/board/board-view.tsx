import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { RefObject } from 'preact';
import { memo } from 'preact/compat';
import { useId, useMemo, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Avatar } from '../parts/avatar.js';
import { limitOf, type WorkLimits } from '../project/work-limits.js';
import { lanesFrom, sumsOf, type Lane } from './arrange.js';
import type { Lanes } from './filter/board-filter.js';
import { CardView } from './card-view.js';
import type { Card } from './cards.js';
import { collapsedColumns } from './collapsed-columns.js';
import { ColumnHead } from './column-head.js';
import { dragOver, useDropZone } from './drag.js';
import type { OrderStep } from './order/order.js';
import { longestOf, useDrawnCards } from './drawn-cards.js';
import styles from './board-view.module.css';

interface BoardViewProps {
  readonly board: RefObject<HTMLDivElement | null>;
  readonly cards: readonly Card[];
  readonly lanes: Lanes;
  readonly limits: WorkLimits | undefined;
  readonly place: ProjectPlace;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The width of a column, as a track of the grid. */
const widthOf = (isCollapsed: boolean): string => (isCollapsed ? '40px' : 'minmax(184px, 1fr)');

/** The columns of the statuses, with a row of cells for each lane. */
export function BoardView({ board, cards, lanes: by, limits, place, onMove, onOrder, onCreate }: BoardViewProps) {
  const id = useId();
  const lanes = useMemo(() => lanesFrom(cards, by), [cards, by]);
  const sums = useMemo(() => sumsOf(cards), [cards]);
  const collapsed = collapsedColumns(place);
  const drawn = useDrawnCards(Math.max(0, ...lanes.map(({ cells }) => longestOf(cells))));
  return (
    <div
      class={styles.board}
      ref={board}
      style={{
        '--columns': WORK_ITEM_STATUSES.map((status) => widthOf(collapsed.statuses.includes(status))).join(' '),
      }}
      tabIndex={-1}
      data-scroller="board"
      data-lanes={by === 'none' ? undefined : true}
      role="group"
      aria-label="Cards by status"
    >
      <div class={styles.heads}>
        {WORK_ITEM_STATUSES.map((status) => (
          <ColumnHead
            key={status}
            id={`${id}-${status}`}
            status={status}
            sums={sums[status]}
            limit={limitOf(limits, status)}
            isCollapsed={collapsed.statuses.includes(status)}
            onToggle={collapsed.toggle}
            onCreate={onCreate}
          />
        ))}
      </div>
      {lanes.map((lane) => (
        <LaneView
          key={lane.id}
          {...{ id, lane, drawn, onMove, onOrder }}
          organization={place.organization}
          collapsed={collapsed.statuses}
        />
      ))}
    </div>
  );
}

interface LaneViewProps {
  readonly id: string;
  readonly lane: Lane;
  /** The most cards of a cell that are drawn. */
  readonly drawn: number;
  readonly collapsed: readonly WorkItemStatus[];
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
}

function LaneView({ id, lane, drawn, collapsed, organization, onMove, onOrder }: LaneViewProps) {
  const cells = (
    <div class={styles.cells}>
      {WORK_ITEM_STATUSES.map((status) => (
        <Cell
          key={status}
          labelledBy={`${id}-${status}`}
          status={status}
          isCollapsed={collapsed.includes(status)}
          cards={collapsed.includes(status) ? [] : firstOf(lane.cells[status], drawn)}
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
  /** True for a column that shows none of its cards, and takes dropped ones. */
  readonly isCollapsed: boolean;
  readonly cards: readonly Card[];
  readonly organization: string;
  readonly onMove: (card: Card, to: WorkItemStatus) => void;
  readonly onOrder: (card: Card, step: OrderStep) => void;
}

const areEqual = (one: CellProps, other: CellProps): boolean =>
  one.organization === other.organization &&
  one.isCollapsed === other.isCollapsed &&
  one.onMove === other.onMove &&
  one.onOrder === other.onOrder &&
  one.cards.length === other.cards.length &&
  one.cards.every((card, at) => card === other.cards[at]);

/** The cards of one status in one lane. A cell whose cards are the same is not drawn again. */
const Cell = memo(function Cell({ labelledBy, status, isCollapsed, cards, organization, onMove, onOrder }: CellProps) {
  const drag = dragOver(status);
  const element = useRef<HTMLUListElement>(null);
  useDropZone(element, status);
  return (
    <ul
      class={styles.cell}
      ref={element}
      aria-labelledby={labelledBy}
      data-status={status}
      data-collapsed={isCollapsed || undefined}
      data-refused={drag === 'refused' || undefined}
    >
      {cards.map((card) => (
        <CardView key={card.key} card={card} organization={organization} onMove={onMove} onOrder={onOrder} />
      ))}
    </ul>
  );
}, areEqual);
