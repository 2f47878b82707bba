import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { sentenceOf } from '../api/refusal.js';
import { Button } from '../parts/button.js';
import { Dialog } from '../parts/dialog.js';
import { Skeleton } from '../parts/skeleton.js';
import { notify } from '../shell/notices.js';
import { Refused } from '../shell/refused.js';
import type { Sprint } from './sections.js';
import { countUnfinished, useMoveSprint } from './sprint-changes.js';
import styles from './planning.module.css';

interface CompleteSprintDialogProps {
  readonly place: ProjectPlace;
  readonly sprint: Sprint;
  readonly sprints: readonly Sprint[];
  readonly onClose: () => void;
}

/** Completes a Sprint. It says how much is unfinished, and asks where that goes. */
export function CompleteSprintDialog({ place, sprint, sprints, onClose }: CompleteSprintDialogProps) {
  const future = sprints.filter(({ state }) => state === 'future');
  const [target, setTarget] = useState(future[0]?.id ?? 'backlog');
  const moving = useMoveSprint(place);
  const { data, error, refetch } = useQuery({
    queryKey: ['sprints', place.organization, place.project, sprint.id, 'unfinished'],
    queryFn: ({ signal }) => countUnfinished(place, sprint.id, signal),
    staleTime: 0,
  });
  const destination = future.find(({ id }) => id === target);
  const complete = async () => {
    const completed = await moving
      .makeAsync({
        sprint,
        to: 'done',
        destination: destination ? { mode: 'sprint', targetSprintId: destination.id } : { mode: 'backlog' },
      })
      .catch(() => undefined);
    if (!completed || !data) return;
    onClose();
    const went =
      data.count === 0 ? 'Everything was done.' : `${countOf(data)} went to ${destination?.name ?? 'the backlog'}.`;
    notify(`${sprint.name} is completed. ${went}`);
  };
  return (
    <Dialog title={`Complete ${sprint.name}`} onClose={onClose}>
      {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Counting unfinished work" lines={2} />}
      {data && (
        <>
          <p class={styles.lead}>
            {data.count === 0
              ? 'Everything in it is done.'
              : `${countOf(data)} with ${data.points} points ${data.count === 1 ? 'is' : 'are'} unfinished${
                  data.archived > 0 ? `, ${data.archived} of them archived` : ''
                }.`}
          </p>
          {data.count > 0 && (
            <fieldset class={styles.targets}>
              <legend>Where do they go?</legend>
              {[...future, { id: 'backlog', name: 'The backlog' }].map(({ id, name }) => (
                <label key={id}>
                  <input
                    type="radio"
                    name="target"
                    checked={target === id}
                    onChange={() => {
                      setTarget(id);
                    }}
                  />
                  {name}
                </label>
              ))}
            </fieldset>
          )}
          {moving.error && (
            <p class={styles.error} role="alert">
              {sentenceOf(moving.error)}
            </p>
          )}
          <div class={styles.buttons}>
            <Button kind="plain" onClick={onClose}>
              Cancel
            </Button>
            <Button kind="primary" disabled={moving.isPending} onClick={() => void complete()}>
              Complete Sprint
            </Button>
          </div>
        </>
      )}
    </Dialog>
  );
}

const countOf = ({ count, isMore }: { readonly count: number; readonly isMore: boolean }): string =>
  `${count}${isMore ? '+' : ''} ${count === 1 ? 'Work Item' : 'Work Items'}`;
