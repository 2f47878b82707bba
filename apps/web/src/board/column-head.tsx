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
  readonly isCollapsed: boolean;
  /** Given where columns can be collapsed. */
  readonly onToggle: ((status: WorkItemStatus) => void) | undefined;
  readonly onCreate: (status: WorkItemStatus) => void;
}

/** The head of a column. That of a collapsed one is as narrow as its button, and its name stands over the column. */
export function ColumnHead({ id, status, sums: { count, points }, isCollapsed, onToggle, onCreate }: ColumnHeadProps) {
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
        <span class={styles.count} title="Cards">
          {String(count)}
          <span class="visually-hidden"> cards</span>
        </span>
      </div>
      {!isCollapsed && (
        <>
          {points > 0 && (
            <span class={styles.sum}>
              {points} <abbr title="story points">pt</abbr>
            </span>
          )}
          <span class={styles.create}>
            <IconButton
              icon="plus"
              label={`New Work Item in ${name}`}
              onClick={() => {
                onCreate(status);
              }}
            />
          </span>
          {drag === 'refused' && <p class={styles.hint}>{reasonAgainst(status)}</p>}
        </>
      )}
    </div>
  );
}
