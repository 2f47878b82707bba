import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { dataOf, extensions, revisionTag, type ExtensionSchemas } from '../api/client.js';
import { Refusal } from '../api/refusal.js';

export type SavedView = ExtensionSchemas['SavedView'];

/** The members of a view that the dialog shows. */
export type ViewName = Pick<SavedView, 'name' | 'shared'>;

/** The members of a view that the search shows. */
export type ViewContent = Pick<SavedView, 'query' | 'layout'>;

const ALL = '/api/x/organizations/{organizationSlug}/saved-views';
const ONE = `${ALL}/{viewId}` as const;
const PIN = `${ONE}/pin` as const;

const keyOf = (organization: string) => ['saved-views', organization];
const withKey = (idempotencyKey: string) => ({ 'Idempotency-Key': idempotencyKey });
const pathOf = (organizationSlug: string, viewId: string) => ({ organizationSlug, viewId });

/** The page of a view. */
export const pageOf = (organization: string, id: string): string => `/o/${organization}/views/${id}`;

/** The page with this query and layout. The search shows a table as a list. */
export const hrefOfContent = (page: string, { query, layout }: ViewContent): string =>
  `${page}?${new URLSearchParams({ q: query, ...(layout !== 'list' && { view: layout }) }).toString()}`;

/** The views that the user has pinned, by name. */
export const usePinnedViews = (organization: string) =>
  useQuery({
    queryKey: [...keyOf(organization), 'pinned'],
    queryFn: ({ signal }) =>
      dataOf(
        extensions.GET(ALL, {
          params: { path: { organizationSlug: organization }, query: { pinned: true } },
          signal,
        }),
      ),
    staleTime: 60_000,
  });

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
        extensions.POST(ALL, { params: { path: { organizationSlug: organization }, header: withKey(key) }, body }),
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
          body: changes,
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
