import { useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { api, application, dataOf, revisionTag, type ApplicationSchemas, type Schemas } from '../api/client.js';
import { LARGEST_PAGE, usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';

export type Label = Schemas['ProjectLabel'];

/** A label with what a change of it needs. */
export type RevisedLabel = ApplicationSchemas['RevisedLabel'];

/** The members of a label that people choose. */
export interface LabelContent {
  readonly name: string;
  readonly color: string;
}

export const contentOf = ({ name, color }: Label): LabelContent => ({ name, color });

/** The labels of a Project by name. */
export const useLabelPages = (place: ProjectPlace) =>
  usePages(['labels', place.organization, place.project, 'pages'], (after, signal) =>
    dataOf(
      api.GET('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
        params: { path: projectPath(place), query: { limit: LARGEST_PAGE, ...after } },
        signal,
      }),
    ),
  );

/** After a change of a label its lists and whatever shows it are read again. */
function useReread({ organization, project }: ProjectPlace) {
  const cache = useQueryClient();
  return () => {
    for (const kind of ['labels', 'cards']) {
      void cache.invalidateQueries({ queryKey: [kind, organization, project] });
    }
    void cache.invalidateQueries({ queryKey: ['table', organization] });
    void cache.invalidateQueries({ queryKey: ['item'] });
  };
}

/** Creates a label. Its name is kept in lower case. */
export function useCreateLabel(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    (body: LabelContent, idempotencyKey) =>
      dataOf(
        api.POST('/api/v1/organizations/{organizationSlug}/projects/{projectKey}/labels', {
          params: { path: projectPath(place), header: { 'Idempotency-Key': idempotencyKey } },
          body,
        }),
      ),
    { onSuccess: reread },
  );
}

/** The path of the operations of the application that read, change and delete one label. */
const ONE = '/api/organizations/{organizationSlug}/projects/{projectKey}/labels/{labelId}';

const conditionsOf = (revision: number, idempotencyKey: string) => ({
  'If-Match': revisionTag('label', revision),
  'Idempotency-Key': idempotencyKey,
});

/** Reads the label with its revision. */
export const readLabel = (place: ProjectPlace, id: string) =>
  dataOf(application.GET(ONE, { params: { path: { ...projectPath(place), labelId: id } } }));

/** Renames or recolours a label. */
export function useChangeLabel(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    (
      { label: { id, revision }, changes }: { readonly label: RevisedLabel; readonly changes: Partial<LabelContent> },
      idempotencyKey,
    ) =>
      dataOf(
        application.PATCH(ONE, {
          params: { path: { ...projectPath(place), labelId: id }, header: conditionsOf(revision, idempotencyKey) },
          body: changes,
        }),
      ),
    { onSuccess: reread },
  );
}

/** Deletes a label. */
export function useDeleteLabel(place: ProjectPlace) {
  const reread = useReread(place);
  return useChange(
    ({ id, revision }: RevisedLabel, idempotencyKey) =>
      dataOf(
        application.DELETE(ONE, {
          params: { path: { ...projectPath(place), labelId: id }, header: conditionsOf(revision, idempotencyKey) },
        }),
      ),
    { onSuccess: reread },
  );
}
