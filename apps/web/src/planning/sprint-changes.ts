import { useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { answerOf, api, revisionTag } from '../api/client.js';
import { cardsKey, type ProjectPlace } from '../board/cards.js';
import { sprintsQuery } from '../work-item/choices.js';
import type { Sprint } from './sections.js';

/** The values of a new Sprint. Days are `2026-12-01`, or empty. */
export interface SprintDraft {
  readonly name: string;
  readonly startDay: string;
  readonly endDay: string;
  readonly goal: string;
  readonly targetPoints: string;
}

/** Where unfinished work goes: the backlog, or a Sprint to come. */
export type Destination = { readonly mode: 'backlog' } | { readonly mode: 'sprint'; readonly targetSprintId: string };

const pathOf = ({ organization, project }: ProjectPlace) => ({ organizationSlug: organization, projectKey: project });

/** The first moment of a day of the user; the last one for the end of a Sprint. */
const instantOf = (day: string, time: '00:00:00' | '23:59:59'): string | null =>
  day === '' ? null : new Date(`${day}T${time}`).toISOString();

/** After a change of a Sprint its list, its cards and whatever names it are read again. */
function useReread(place: ProjectPlace) {
  const cache = useQueryClient();
  const { organization, project } = place;
  return () => {
    void cache.invalidateQueries({ queryKey: sprintsQuery(place).queryKey.slice(0, 3) });
    void cache.invalidateQueries({ queryKey: cardsKey(place) });
    void cache.invalidateQueries({ queryKey: ['items', organization, project] });
    void cache.invalidateQueries({ queryKey: ['item'] });
    void cache.invalidateQueries({ queryKey: ['report', organization, project] });
  };
}

export function useCreateSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ name, startDay, endDay, goal, targetPoints }: SprintDraft, idempotencyKey) =>
      answerOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
          params: { path: pathOf(place), header: { 'Idempotency-Key': idempotencyKey } },
          body: {
            name,
            startDate: instantOf(startDay, '00:00:00'),
            endDate: instantOf(endDay, '23:59:59'),
            goal: goal.trim() === '' ? null : goal,
            targetPoints: targetPoints.trim() === '' ? null : Number(targetPoints),
          },
        }),
      ),
    { onSuccess: reread },
  );
}

interface Transition {
  readonly sprint: Pick<Sprint, 'id' | 'revision'>;
  readonly to: 'active' | 'done';
  readonly destination?: Destination | undefined;
}

/** Starts or completes a Sprint. */
export function useMoveSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ sprint: { id, revision }, to, destination }: Transition, idempotencyKey) =>
      answerOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}/transitions', {
          params: {
            path: { ...pathOf(place), sprintId: id },
            header: { 'If-Match': revisionTag('sprint', revision), 'Idempotency-Key': idempotencyKey },
          },
          body: { targetState: to, ...(destination && { completionAction: destination }) },
        }),
      ),
    // A refusal may say that the Sprint is another one than the page shows.
    { onSettled: reread },
  );
}

/** The most unfinished Work Items that are counted of each kind. */
export const MOST_COUNTED = 200;

/** Counts the unfinished Work Items of a Sprint as its completion does: archived ones too. */
export async function countUnfinished(place: ProjectPlace, sprintId: string, signal?: AbortSignal) {
  const count = async (archived: boolean) => {
    const { items, page } = await answerOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
        params: {
          path: pathOf(place),
          query: { sprint: sprintId, scope: 'open', archived, limit: MOST_COUNTED, fields: 'storyPoints' },
        },
        ...(signal && { signal }),
      }),
    );
    const points = items.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0);
    return { count: items.length, points, isMore: page.hasMore };
  };
  const [open, archived] = await Promise.all([count(false), count(true)]);
  return {
    count: open.count + archived.count,
    points: open.points + archived.points,
    archived: archived.count,
    isMore: open.isMore || archived.isMore,
  };
}
