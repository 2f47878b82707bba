import { useChange } from '../api/change.js';
import { api, application, dataOf, revisionTag, type ApplicationSchemas, type Schemas } from '../api/client.js';
import { LARGEST_PAGE, usePages } from '../api/pages.js';
import { projectPath, type ProjectPlace } from '../api/project-place.js';
import { useRereadLabels, type LabelContent } from '../work-item/new-label.js';

export type Label = Schemas['ProjectLabel'];

/** A label with what a change of it needs. */
export type RevisedLabel = ApplicationSchemas['RevisedLabel'];

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
  const reread = useRereadLabels(place);
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
  const reread = useRereadLabels(place);
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
