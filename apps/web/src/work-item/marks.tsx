import type { WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import { Icon, type IconName } from '../parts/icon.js';
import { STATUS_NAMES, WORD_NAMES } from './words.js';
import styles from './marks.module.css';

/** The filled part of the circle for each status, as a sector of the inner circle. */
const SECTORS: Readonly<Record<WorkItemStatus, string | undefined>> = {
  backlog: undefined,
  todo: undefined,
  in_progress: 'M8 8V4.5a3.5 3.5 0 0 1 0 7z',
  in_review: 'M8 8V4.5a3.5 3.5 0 1 1-3.5 3.5z',
  done: undefined,
};

/** The status of a Work Item by shape and colour. */
export const StatusMark = ({ status }: { readonly status: WorkItemStatus }) => (
  <svg
    class={styles.status}
    data-status={status}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    role="img"
    aria-label={STATUS_NAMES[status]}
  >
    <title>{STATUS_NAMES[status]}</title>
    {status === 'done' ? (
      <>
        <circle class={styles.filled} cx="8" cy="8" r="6.75" />
        <path class={styles.tick} d="m5.2 8.2 1.9 1.9 3.7-4" />
      </>
    ) : (
      <circle class={styles.ring} cx="8" cy="8" r="6" stroke-dasharray={status === 'backlog' ? '2 1.77' : undefined} />
    )}
    {SECTORS[status] !== undefined && <path class={styles.filled} d={SECTORS[status]} />}
  </svg>
);

const LEVELS: Readonly<Record<WorkItemPriority, number>> = { low: 1, medium: 2, high: 3, urgent: 4 };

/** The priority of a Work Item: one to three bars; urgent is a sign of its own. */
export const PriorityMark = ({ priority }: { readonly priority: WorkItemPriority }) => (
  <svg
    class={styles.priority}
    data-priority={priority}
    width="16"
    height="16"
    viewBox="0 0 16 16"
    role="img"
    aria-label={`Priority ${WORD_NAMES.priority[priority]}`}
  >
    <title>{`Priority: ${WORD_NAMES.priority[priority]}`}</title>
    {priority === 'urgent' ? (
      <>
        <rect class={styles.sign} x="1" y="1" width="14" height="14" rx="4" />
        <path class={styles.exclamation} d="M8 4.2v4.2M8 11.4v.2" />
      </>
    ) : (
      [1, 2, 3].map((level) => (
        <rect
          key={level}
          class={level <= LEVELS[priority] ? styles.bar : styles.faint}
          x={level * 4 - 2}
          y={11 - level * 3}
          width="3"
          height={level * 3 + 2}
          rx="1"
        />
      ))
    )}
  </svg>
);

const TYPE_ICONS: Readonly<Record<WorkItemType, IconName>> = {
  task: 'square',
  bug: 'bug',
  story: 'bookmark',
  feature: 'star',
  epic: 'zap',
};

export const TypeMark = ({ type }: { readonly type: WorkItemType }) => (
  <span class={styles.type} data-type={type} title={WORD_NAMES.type[type]}>
    <Icon name={TYPE_ICONS[type]} size={15} label={WORD_NAMES.type[type]} />
  </span>
);

export const LabelDot = ({ color }: { readonly color: string }) => (
  <span class={styles.dot} style={{ backgroundColor: color }} />
);
