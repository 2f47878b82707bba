import type { WorkItemStatus } from '@worktrack/domain';
import { useRef } from 'preact/hooks';
import { IconButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { StatusMark } from '../work-item/marks.js';
import { reasonAgainst } from '../work-item/status-moves.js';
import { STATUS_NAMES } from '../work-item/words.js';
import type { ColumnSums } from './arrange.js';
import { dragOver, useDropZone } from './drag.js';
import styles from './column-head.module.css';

interface ColumnHeadProps {
  readonly id: string;
  readonly status: WorkItemStatus;
  readonly sums: ColumnSums;
  /** The most cards that should be in the column; `undefined` without one. */
  readonly limit: number | undefined;
  readonly isCollapsed: boolean;
  /** Given where columns can be collapsed. */
  readonly onToggle: ((status: WorkItemStatus) => void) | undefined;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The head of a column. That of a collapsed one is as narrow as its button, and its name stands over the column. */
export function ColumnHead({
  id,
  status,
  sums: { count, points },
  limit,
  isCollapsed,
  onToggle,
  onCreate,
}: ColumnHeadProps) {
  const drag = dragOver(status);
  const element = useRef<HTMLDivElement>(null);
  useDropZone(element, status);
  const name = STATUS_NAMES[status];
  const act = isCollapsed ? 'Expand' : 'Collapse';
  return (
    <div
      class={styles.head}
      ref={element}
      data-status={status}
      data-collapsed={isCollapsed || undefined}
      data-refused={drag === 'refused' || undefined}
    >
      <div class={styles.row}>
        {onToggle ? (
          <button
            type="button"
            class={styles.toggle}
            aria-expanded={!isCollapsed}
            aria-label={`${act} ${name}`}
            title={`${act} ${name}`}
            onClick={() => {
              onToggle(status);
            }}
          >
            <Icon name={isCollapsed ? 'chevronRight' : 'chevronDown'} size={12} />
            <StatusMark status={status} />
          </button>
        ) : (
          <StatusMark status={status} />
        )}
        <div class={styles.name}>
          <h2 id={id}>{name}</h2>
          <Count count={count} limit={limit} />
          {points > 0 && !isCollapsed && (
            <span class={styles.sum}>
              {points} <abbr title="story points">pt</abbr>
            </span>
          )}
        </div>
        {!isCollapsed && (
          <span class={styles.create}>
            <IconButton
              icon="plus"
              label={`New Work Item in ${name}`}
              onClick={() => {
                onCreate(status);
              }}
            />
          </span>
        )}
      </div>
      {!isCollapsed && drag === 'refused' && <p class={styles.hint}>{reasonAgainst(status)}</p>}
    </div>
  );
}

/** The number of cards, with the limit where there is one: `4 / 3`. */
function Count({ count, limit }: { readonly count: number; readonly limit: number | undefined }) {
  const isOver = limit !== undefined && count > limit;
  const of = limit === undefined ? '' : ` / ${limit}`;
  const meaning = limit === undefined ? 'Cards' : `Cards / limit of work in progress${isOver ? ': too many' : ''}`;
  return (
    <span class={styles.count} title={meaning} data-over={isOver || undefined}>
      {`${count}${of}`}
      <span class="visually-hidden"> cards{limit !== undefined && `, the limit is ${limit}`}</span>
      {isOver && <Icon name="alert" size={12} label="Over the limit" />}
    </span>
  );
}
