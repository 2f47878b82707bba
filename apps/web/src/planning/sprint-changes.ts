import { useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { api, application, dataOf, revisionTag } from '../api/client.js';
import { LARGEST_ITEM_PAGE } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { cardsKey } from '../board/cards.js';
import { dayOf } from '../shell/organization-days.js';
import { endOfDay, startOfDay } from '../work-item/due-days.js';
import { sprintsQuery } from '../work-item/sprints.js';
import type { Sprint } from './sections.js';

/** The plan of a Sprint as a form has it. Days are `2026-12-01`, or empty. */
export interface SprintDraft {
  readonly name: string;
  readonly startDay: string;
  readonly endDay: string;
  readonly goal: string;
  readonly targetPoints: string;
}

/** The destination of unfinished work: the backlog, or a future Sprint. */
export type Destination = { readonly mode: 'backlog' } | { readonly mode: 'sprint'; readonly targetSprintId: string };

const dayOrNone = (organization: string, instant: string | null): string =>
  instant === null ? '' : dayOf(organization, instant);

/** The plan of a stored Sprint as a form has it. */
export const draftOf = (
  { organization }: ProjectPlace,
  { name, startDate, endDate, goal, targetPoints }: Sprint,
): SprintDraft => ({
  name,
  startDay: dayOrNone(organization, startDate),
  endDay: dayOrNone(organization, endDate),
  goal: goal ?? '',
  targetPoints: targetPoints === null ? '' : String(targetPoints),
});

export const EMPTY_SPRINT: SprintDraft = { name: '', startDay: '', endDay: '', goal: '', targetPoints: '' };

/** The members of the API for those that are given. An empty text counts as absent. */
function membersOf(
  { organization }: ProjectPlace,
  { name, startDay, endDay, goal, targetPoints }: Partial<SprintDraft>,
) {
  return {
    ...(name !== undefined && { name }),
    ...(startDay !== undefined && { startDate: startOfDay(organization, startDay) }),
    ...(endDay !== undefined && { endDate: endOfDay(organization, endDay) }),
    ...(goal !== undefined && { goal: goal.trim() === '' ? null : goal }),
    ...(targetPoints !== undefined && { targetPoints: targetPoints.trim() === '' ? null : Number(targetPoints) }),
  };
}

/** After a change of a Sprint its list, its cards and whatever names it are read again. */
function useReread(place: ProjectPlace) {
  const cache = useQueryClient();
  const { organization, project } = place;
  return () => {
    void cache.invalidateQueries({ queryKey: sprintsQuery(place).queryKey });
    void cache.invalidateQueries({ queryKey: cardsKey(place) });
    void cache.invalidateQueries({ queryKey: ['table', organization] });
    void cache.invalidateQueries({ queryKey: ['item'] });
    void cache.invalidateQueries({ queryKey: ['report', organization, project] });
  };
}

export function useCreateSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    (draft: SprintDraft, idempotencyKey) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints', {
          params: { path: projectPath(place), header: { 'Idempotency-Key': idempotencyKey } },
          body: { ...membersOf(place, draft), name: draft.name },
        }),
      ),
    { onSuccess: reread },
  );
}

type SeenSprint = Pick<Sprint, 'id' | 'revision'>;

export const readSprint = (place: ProjectPlace, sprintId: string) =>
  dataOf(
    api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}', {
      params: { path: { ...projectPath(place), sprintId } },
    }),
  );

/** The path of the operations of the application that change and delete a Sprint. */
const EDITING = '/api/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}';

const conditionsOf = (revision: number, idempotencyKey: string) => ({
  'If-Match': revisionTag('sprint', revision),
  'Idempotency-Key': idempotencyKey,
});

/** Changes members of the plan of a Sprint. */
export function useChangeSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ sprint: { id, revision }, changes }: { sprint: SeenSprint; changes: Partial<SprintDraft> }, idempotencyKey) =>
      dataOf(
        application.PATCH(EDITING, {
          params: { path: { ...projectPath(place), sprintId: id }, header: conditionsOf(revision, idempotencyKey) },
          body: membersOf(place, changes),
        }),
      ),
    // A refusal can say that the Sprint is another one than the page shows.
    { onSettled: reread },
  );
}

/** Deletes a Sprint. */
export function useDeleteSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ id, revision }: SeenSprint, idempotencyKey) =>
      dataOf(
        application.DELETE(EDITING, {
          params: { path: { ...projectPath(place), sprintId: id }, header: conditionsOf(revision, idempotencyKey) },
        }),
      ),
    { onSettled: reread },
  );
}

interface Transition {
  readonly sprint: SeenSprint;
  readonly to: 'active' | 'done';
  readonly destination?: Destination | undefined;
}

/** Starts or completes a Sprint. */
export function useMoveSprint(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ sprint: { id, revision }, to, destination }: Transition, idempotencyKey) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/sprints/{sprintId}/transitions', {
          params: {
            path: { ...projectPath(place), sprintId: id },
            header: conditionsOf(revision, idempotencyKey),
          },
          body: { targetState: to, ...(destination && { completionAction: destination }) },
        }),
      ),
    // A refusal can say that the Sprint is another one than the page shows.
    { onSettled: reread },
  );
}

/** Counts the unfinished Work Items of a Sprint as its completion does: archived ones too. */
export async function countUnfinished(place: ProjectPlace, sprintId: string, signal?: AbortSignal) {
  const count = async (archived: boolean) => {
    const { items, page } = await dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/work-items', {
        params: {
          path: projectPath(place),
          query: { sprint: sprintId, scope: 'open', archived, limit: LARGEST_ITEM_PAGE, fields: 'storyPoints' },
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
