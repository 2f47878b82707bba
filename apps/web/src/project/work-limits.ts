import { useQuery, useQueryClient } from '@tanstack/preact-query';
import type { LimitedStatus, WorkItemStatus } from '@worktrack/domain';
import { useChange } from '../api/change.js';
import { dataOf, extensions, revisionTag, type ExtensionSchemas } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { projectKey } from './projects.js';

/** The limits of work in progress of a Project, and its revision. */
export type WorkLimits = ExtensionSchemas['WorkLimits'];

const PATH = '/api/x/organizations/{organizationSlug}/projects/{projectKey}/work-limits';

/** The key of the limits of a Project in the cache. */
export const limitsKey = ({ organization, project }: ProjectPlace) => ['work-limits', organization, project] as const;

export const readLimits = (place: ProjectPlace, signal?: AbortSignal) =>
  dataOf(extensions.GET(PATH, { params: { path: projectPath(place) }, ...(signal && { signal }) }));

export const useWorkLimits = (place: ProjectPlace, { enabled = true } = {}) =>
  useQuery({ queryKey: limitsKey(place), queryFn: ({ signal }) => readLimits(place, signal), enabled });

/** The limit of a status; `undefined` without one. */
export const limitOf = (limits: WorkLimits | undefined, status: WorkItemStatus): number | undefined =>
  status === 'done' ? undefined : (limits?.[status] ?? undefined);

/** The limits to change; `null` clears one. */
type LimitChanges = Partial<Record<LimitedStatus, number | null>>;

/** Changes the limits of a Project, which has another revision then. */
export function useLimitWork(place: ProjectPlace) {
  const cache = useQueryClient();
  return useChange(
    ({ revision, changes }: { readonly revision: number; readonly changes: LimitChanges }, idempotencyKey) =>
      dataOf(
        extensions.PATCH(PATH, {
          params: {
            path: projectPath(place),
            header: { 'If-Match': revisionTag('project', revision), 'Idempotency-Key': idempotencyKey },
          },
          body: changes,
        }),
      ),
    {
      onSuccess: (limits) => {
        cache.setQueryData(limitsKey(place), limits);
        void cache.invalidateQueries({ queryKey: projectKey(place) });
      },
    },
  );
}
