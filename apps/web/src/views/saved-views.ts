import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { dataOf, extensions, revisionTag, type ExtensionSchemas } from '../api/client.js';
import { ALL, keyOf } from './pinned-views.js';
import { Refusal } from '../api/refusal.js';
import { columnsIn, type TableForm } from '../table/columns.js';
import { parametersOf } from '../table/table-form.js';

export type SavedView = ExtensionSchemas['SavedView'];

/** The members of a view that its form shows. */
export interface ViewName extends Pick<SavedView, 'name' | 'shared'> {
  /** The key of the Project that the view is about; `null`: the whole Organization. */
  readonly project: string | null;
}

/** The members of a view that the search shows. */
export interface ViewContent extends TableForm {
  readonly query: string;
  readonly layout: 'table' | 'board';
}

/** The content of a view as the search shows it: one that was saved as a list is a table. */
export const contentOf = ({ query, layout, groupBy, columns }: SavedView): ViewContent => ({
  query,
  layout: layout === 'board' ? 'board' : 'table',
  groupBy,
  columns: columnsIn(columns.join()),
});

const bodyOf = <Content extends Partial<ViewContent>>({ columns, ...rest }: Content) => ({
  ...rest,
  ...(columns && { columns: [...columns] }),
});

const ONE = `${ALL}/{viewId}` as const;
const PIN = `${ONE}/pin` as const;

const withKey = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });
const pathOf = (organizationSlug: string, viewId: string) => ({ organizationSlug, viewId });

/** The page with this query, layout and form. */
export const hrefOfContent = (page: string, { query, layout, ...form }: ViewContent): string =>
  `${page}?${new URLSearchParams({ q: query, ...(layout !== 'table' && { view: layout }), ...parametersOf(form) }).toString()}`;

export const readView = (organization: string, id: string, signal?: AbortSignal) =>
  dataOf(extensions.GET(ONE, { params: { path: pathOf(organization, id) }, ...(signal && { signal }) }));

export const useSavedView = (organization: string, id: string | undefined) =>
  useQuery({
    queryKey: [...keyOf(organization), 'one', id],
    queryFn: ({ signal }) => readView(organization, id ?? '', signal),
    enabled: id !== undefined,
  });

/** Reads again what shows views of the Organization. */
function useRefresh(organization: string) {
  const cache = useQueryClient();
  return () => cache.invalidateQueries({ queryKey: keyOf(organization) });
}

/** Saves a query as a view, and pins it. */
export function useSaveView(organization: string) {
  const onSuccess = useRefresh(organization);
  return useChange(
    async (body: ViewName & ViewContent, key) => {
      const view = await dataOf(
        extensions.POST(ALL, {
          params: { path: { organizationSlug: organization }, header: withKey(key) },
          body: bodyOf(body),
        }),
      );
      const pinned = { params: { path: pathOf(organization, view.id), header: withKey(`${key}-pin`) } };
      // A user with as many pins as there can be has the view all the same.
      await dataOf(extensions.PUT(PIN, pinned)).catch(exceptRefused);
      return view;
    },
    { onSuccess },
  );
}

interface ViewChange {
  readonly id: string;
  /** The revision that the user saw. */
  readonly revision: number;
  readonly changes: Partial<ViewName & ViewContent>;
}

export function useChangeView(organization: string) {
  const refresh = useRefresh(organization);
  return useChange(
    ({ id, revision, changes }: ViewChange, key) =>
      dataOf(
        extensions.PATCH(ONE, {
          params: {
            path: pathOf(organization, id),
            header: { ...withKey(key), 'If-Match': revisionTag('view', revision) },
          },
          body: bodyOf(changes),
        }),
      ),
    // After a refusal too: somebody else might have changed the view.
    { onSettled: refresh },
  );
}

export function useDeleteView(organization: string) {
  const cache = useQueryClient();
  return useChange(
    ({ id, revision }: Pick<SavedView, 'id' | 'revision'>, key) =>
      dataOf(
        extensions.DELETE(ONE, {
          params: {
            path: pathOf(organization, id),
            header: { ...withKey(key), 'If-Match': revisionTag('view', revision) },
          },
        }),
      ),
    // The page of the deleted view is still on the screen: reading it again would be refused.
    { onSuccess: () => cache.invalidateQueries({ queryKey: [...keyOf(organization), 'pinned'] }) },
  );
}

export function usePinView(organization: string) {
  const onSuccess = useRefresh(organization);
  return useChange(
    ({ id, pinned }: Pick<SavedView, 'id' | 'pinned'>, key) => {
      const options = { params: { path: pathOf(organization, id), header: withKey(key) } };
      return dataOf(pinned ? extensions.PUT(PIN, options) : extensions.DELETE(PIN, options));
    },
    { onSuccess },
  );
}

function exceptRefused(error: unknown): void {
  if (!(error instanceof Refusal && error.code === 'LIMIT_REACHED')) throw error;
}
