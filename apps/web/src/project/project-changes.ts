import { useQueryClient, type QueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { dataOf, api, revisionTag } from '../api/client.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { listKey, projectKey, type Project } from './projects.js';
import { limitsKey } from './work-limits.js';

/** The texts and the colour of a Project. */
export interface ProjectContent {
  readonly name: string;
  /** Empty for none. */
  readonly description: string;
  readonly color: string;
}

export const contentOf = ({ name, description, color }: Project): ProjectContent => ({
  name,
  description: description ?? '',
  color,
});

/**
 * Writes what the server said of a Project into the cache. The lists are asked for again, as its name is its place in them, and its limits,
 * which have its revision.
 */
export function keepProject(cache: QueryClient, organization: string, project: Project): void {
  const place = { organization, project: project.key };
  cache.setQueryData(projectKey(place), project);
  void cache.invalidateQueries({ queryKey: limitsKey(place) });
  void cache.invalidateQueries({ queryKey: listKey(organization) });
}

/** Creates a Project. Without a key the server derives one from the name. */
export function useCreateProject(organization: string) {
  const cache = useQueryClient();
  return useChange(
    ({ description, ...body }: ProjectContent & { readonly key?: string }, idempotencyKey) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects', {
          params: { path: { organizationSlug: organization }, header: { 'Idempotency-Key': idempotencyKey } },
          body: { ...body, description: description === '' ? null : description },
        }),
      ),
    {
      onSuccess: (project) => {
        keepProject(cache, organization, project);
      },
    },
  );
}

interface Revised {
  /** The one that the user saw. */
  readonly revision: number;
}

/** Changes the name, the description or the colour of a Project. */
export function useChangeProject(place: ProjectPlace) {
  const cache = useQueryClient();
  return useChange(
    ({ revision, changes }: Revised & { readonly changes: Partial<ProjectContent> }, idempotencyKey) =>
      dataOf(
        api.PATCH('/api/v1/organizations/{organizationSlug}/projects/{projectKey}', {
          params: { path: projectPath(place), header: headersOf(revision, idempotencyKey) },
          body: { ...changes, ...(changes.description === '' && { description: null }) },
        }),
      ),
    {
      onSuccess: (project) => {
        keepProject(cache, place.organization, project);
      },
    },
  );
}

/** Archives a Project, or takes it out of the archive. */
export function useArchiveProject(place: ProjectPlace) {
  const cache = useQueryClient();
  return useChange(
    ({ revision, archived }: Revised & { readonly archived: boolean }, idempotencyKey) => {
      const request = { params: { path: projectPath(place), header: headersOf(revision, idempotencyKey) }, body: {} };
      return dataOf(
        archived
          ? api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/archive', request)
          : api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/unarchive', request),
      );
    },
    {
      onSuccess: (project) => {
        keepProject(cache, place.organization, project);
      },
    },
  );
}

const headersOf = (revision: number, idempotencyKey: string) => ({
  'If-Match': revisionTag('project', revision),
  'Idempotency-Key': idempotencyKey,
});
