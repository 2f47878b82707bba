import type { ComponentChildren } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import type { Card } from '../board/cards.js';
import { IconButton } from '../parts/button.js';
import { Icon } from '../parts/icon.js';
import { Skeleton } from '../parts/skeleton.js';
import { openNewItem } from '../shell/open.js';
import { Refused } from '../shell/refused.js';
import { dragged, useDropZone } from './drag.js';
import { PlanRow } from './plan-row.js';
import { QuickAddLine } from './quick-add-line.js';
import { BACKLOG, sumsOf, type Sprint, type Sums } from './sections.js';
import { SprintDays } from './sprint-days.js';
import styles from './planning.module.css';

interface PlanSectionProps {
  readonly place: ProjectPlace;
  /** `null` is the backlog. */
  readonly sprint: Sprint | null;
  readonly cards: readonly Card[];
  readonly selected: ReadonlySet<string>;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  readonly isLoading: boolean;
  readonly isTruncated: boolean;
  readonly error: unknown;
  readonly onRetry: () => void;
  readonly actions?: ComponentChildren;
}

/** The Work Items of a Sprint, or of the backlog, with their sums. Rows can be dropped on it. */
export function PlanSection({ place, sprint, cards, selected, isOpen, onOpen, ...rest }: PlanSectionProps) {
  const { isLoading, isTruncated, error, onRetry, actions } = rest;
  const id = useId();
  const element = useRef<HTMLElement>(null);
  useDropZone(element, sprint?.id ?? BACKLOG);
  const isKnown = isOpen && !isLoading && !error;
  return (
    <section
      class={styles.section}
      aria-labelledby={id}
      ref={element}
      data-dragging={dragged.value !== undefined || undefined}
    >
      <div class={styles.head}>
        <button
          type="button"
          class={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={() => {
            onOpen(!isOpen);
          }}
        >
          <Icon name={isOpen ? 'chevronDown' : 'chevronRight'} size={14} />
          <span class="visually-hidden">
            {isOpen ? 'Close' : 'Open'} {sprint?.name ?? 'Backlog'}
          </span>
        </button>
        <h2 id={id}>{sprint?.name ?? 'Backlog'}</h2>
        {sprint?.state === 'active' && <span class={styles.badge}>Active</span>}
        {sprint && <SprintDays organization={place.organization} sprint={sprint} />}
        <span class={styles.space} />
        {isKnown && (
          <SectionSums
            sums={sumsOf(cards)}
            target={sprint?.targetPoints ?? null}
            isMore={isTruncated}
            isBelow={sprint !== null}
          />
        )}
        <IconButton
          icon="plus"
          label={`New Work Item in ${sprint?.name ?? 'the backlog'}`}
          onClick={() => {
            openNewItem({ project: place.project, ...(sprint && { sprint: sprint.id }) });
          }}
        />
        {actions}
      </div>
      <div id={`${id}-content`} hidden={!isOpen}>
        {isOpen && (
          <>
            {sprint?.goal != null && sprint.goal !== '' && <p class={styles.goal}>{sprint.goal}</p>}
            {error !== null && error !== undefined && <Refused error={error} onRetry={onRetry} />}
            {isLoading && <Skeleton label={`Loading ${sprint?.name ?? 'the backlog'}`} lines={3} />}
            {isKnown && cards.length === 0 && (
              <p class={styles.empty}>
                {sprint ? 'Nothing is planned. Drag Work Items here, or press M on one.' : 'The backlog is empty.'}
              </p>
            )}
            {isKnown && cards.length > 0 && (
              <ul class={styles.rows} aria-label={sprint?.name ?? 'Backlog'}>
                {cards.map((card) => (
                  <PlanRow
                    key={card.id}
                    card={card}
                    organization={place.organization}
                    isSelected={selected.has(card.key)}
                  />
                ))}
              </ul>
            )}
            {isTruncated && <p class={styles.empty}>Only the first 1,000 are shown.</p>}
            {!isLoading && <QuickAddLine place={place} sprint={sprint} />}
          </>
        )}
      </div>
    </section>
  );
}

interface SectionSumsProps {
  readonly sums: Sums;
  readonly target: number | null;
  readonly isMore: boolean;
  readonly isBelow: boolean;
}

function SectionSums({ sums: { count, points, donePoints, unestimated }, target, isMore, isBelow }: SectionSumsProps) {
  const isOver = target !== null && points > target;
  const of = target === null ? '' : ` of ${target}`;
  const share = target === null || target === 0 ? 0 : Math.min(1, points / target);
  const words = [
    `${count}${isMore ? '+' : ''} ${count === 1 ? 'Work Item' : 'Work Items'}`,
    unestimated > 0 && `${unestimated} without estimate`,
    donePoints > 0 && `${donePoints} points done`,
  ];
  return (
    <span class={styles.sums} data-below={isBelow || undefined} title={words.filter(Boolean).join(', ')}>
      <span class={styles.count}>
        {count}
        {isMore && '+'}
        <span class="visually-hidden"> {count === 1 ? 'Work Item' : 'Work Items'}, </span>
      </span>
      {target !== null && (
        <span class={styles.bar} data-over={isOver || undefined} aria-hidden="true">
          <span style={{ width: `${share * 100}%` }} />
        </span>
      )}
      <span class={styles.sum} data-over={isOver || undefined}>
        {points}
        {of} points
        {isOver && `, ${points - target} over`}
      </span>
    </span>
  );
}
