import { useQuery } from '@tanstack/preact-query';
import { useMemo } from 'preact/hooks';
import type { ProjectPlace } from '../api/project-place.js';
import { Refusal } from '../api/refusal.js';
import { LinkButton } from '../parts/button.js';
import { Empty } from '../parts/empty.js';
import { Section } from '../parts/section.js';
import { Skeleton } from '../parts/skeleton.js';
import { ProjectFrame, useProjectPlace } from '../project/project-frame.js';
import { NotFound, Refused } from '../shell/refused.js';
import { sprintsQuery } from '../work-item/sprints.js';
import { plannable, type Sprint } from './sections.js';
import { CreateSprintButton, SprintActions } from './sprint-actions.js';
import { SprintDays } from './sprint-days.js';
import styles from './planning.module.css';

/** The Sprints of a Project by state. */
export function SprintsScreen() {
  const { organization, project } = useProjectPlace();
  const place = useMemo(() => ({ organization, project }), [organization, project]);
  const { data, error, refetch } = useQuery(sprintsQuery(place));
  if (error instanceof Refusal && error.status === 404) return <NotFound />;
  const of = (state: Sprint['state']) => (data ?? []).filter((sprint) => sprint.state === state);
  return (
    <ProjectFrame place={place} tab="Sprints" actions={<CreateSprintButton place={place} />}>
      {error && !data && <Refused error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton label="Loading the Sprints" lines={6} />}
      {data?.length === 0 && (
        <Empty icon="calendar" text="This Project has no Sprint yet. Administrators create them." />
      )}
      {data && data.length > 0 && (
        <>
          <SprintList title="Active" place={place} all={data} sprints={of('active')} nothing="No Sprint is active." />
          <SprintList
            title="Upcoming"
            place={place}
            all={data}
            sprints={of('future')}
            nothing="No Sprint is planned."
          />
          <SprintList
            title="Done"
            place={place}
            all={data}
            sprints={of('done').reverse()}
            nothing="No Sprint is done."
          />
        </>
      )}
    </ProjectFrame>
  );
}

interface SprintListProps {
  readonly title: string;
  readonly place: ProjectPlace;
  readonly all: readonly Sprint[];
  readonly sprints: readonly Sprint[];
  readonly nothing: string;
}

function SprintList({ title, place, all, sprints, nothing }: SprintListProps) {
  const { organization, project } = place;
  return (
    <Section title={title}>
      {sprints.length === 0 && <p class={styles.empty}>{nothing}</p>}
      {sprints.length > 0 && (
        <ul class={styles.sprints} aria-label={`Sprints: ${title}`}>
          {sprints.map((sprint) => (
            <li key={sprint.id}>
              <div class={styles.about}>
                <a href={`/o/${organization}/${project}/sprints/${sprint.id}/report`}>{sprint.name}</a>
                <SprintDays organization={place.organization} sprint={sprint} />
                {sprint.targetPoints !== null && <span class={styles.days}>Target {sprint.targetPoints} points</span>}
                {sprint.goal !== null && sprint.goal !== '' && <p class={styles.goal}>{sprint.goal}</p>}
              </div>
              {sprint.state !== 'future' && (
                <LinkButton kind="plain" href={`/o/${organization}/${project}/board?sprint=${sprint.id}`}>
                  Board
                </LinkButton>
              )}
              <SprintActions place={place} sprint={sprint} sprints={plannable(all)} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
