import { useQuery } from '@tanstack/preact-query';
import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { cardsQuery } from '../board/cards.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { notify } from '../shell/notices.js';
import { sumsOf, type Sprint } from './sections.js';
import { useMoveSprint } from './sprint-changes.js';
import { SprintDays } from './sprint-days.js';
import styles from './planning.module.css';

interface SprintDialogProps {
  readonly place: ProjectPlace;
  readonly sprint: Sprint;
  readonly sprints: readonly Sprint[];
  readonly onClose: () => void;
}

/** Starts a Sprint, after a look at what is in it. */
export function StartSprintDialog({ place, sprint, sprints, onClose }: SprintDialogProps) {
  const moving = useMoveSprint(place);
  const { data } = useQuery(cardsQuery(place, `sprint=${sprint.id}`));
  const rival = sprints.find(({ state }) => state === 'active');
  const sums = data && sumsOf(data.items);
  const start = async () => {
    const started = await moving.makeAsync({ sprint, to: 'active' }).catch(() => undefined);
    if (!started) return;
    onClose();
    notify(`${sprint.name} has started.`);
  };
  return (
    <Dialog title={`Start ${sprint.name}`} onClose={onClose}>
      {rival ? (
        <p class={styles.lead}>{rival.name} is active. Complete it first: a Project has one active Sprint.</p>
      ) : (
        <p class={styles.lead}>
          {sums &&
            `${sums.count}${data.truncated ? '+' : ''} Work Items with ${sums.points} points are planned${
              sprint.targetPoints === null ? '' : `; the target is ${sprint.targetPoints}`
            }. `}
          {sums !== undefined && sums.unestimated > 0 && `${sums.unestimated} have no estimate. `}
          <SprintDays organization={place.organization} sprint={sprint} />
        </p>
      )}
      {moving.error && (
        <p class={styles.error} role="alert">
          {sentenceOf(moving.error)}
        </p>
      )}
      <div class={styles.buttons}>
        <Button kind="plain" onClick={onClose}>
          {rival ? 'Close' : 'Cancel'}
        </Button>
        {!rival && (
          <Button kind="primary" disabled={moving.isPending} onClick={() => void start()}>
            Start Sprint
          </Button>
        )}
      </div>
    </Dialog>
  );
}
