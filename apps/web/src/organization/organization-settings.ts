import { useQuery, useQueryClient } from '@tanstack/preact-query';
import { useChange } from '../api/change.js';
import { dataOf, extensions, revisionTag, type ExtensionSchemas } from '../api/client.js';
import { readSession } from '../api/session.api.js';
import { session } from '../api/session.js';

export type OrganizationSettings = ExtensionSchemas['OrganizationSettings'];

/** The members of an Organization that people write. */
export interface OrganizationContent {
  readonly name: string;
  /** Empty: none. */
  readonly description: string;
  readonly slug: string;
  /** By its IANA name. */
  readonly timeZone: string;
}

export const contentOf = ({ name, description, slug, timeZone }: OrganizationSettings): OrganizationContent => ({
  name,
  description: description ?? '',
  slug,
  timeZone,
});

/** The path of the operations on one Organization. */
const ONE = '/api/x/organizations/{organizationSlug}';

const settingsKey = (slug: string) => ['organization-settings', slug];

export const readSettings = (organizationSlug: string, signal?: AbortSignal) =>
  dataOf(extensions.GET(ONE, { params: { path: { organizationSlug } }, signal: signal ?? null }));

/** An Organization as its administrators see it, also while it is suspended. */
export const useOrganizationSettings = (slug: string) =>
  useQuery({ queryKey: settingsKey(slug), queryFn: ({ signal }) => readSettings(slug, signal) });

/** Reads the session again after a change of what the user belongs to. */
export async function rereadSession(): Promise<void> {
  session.value = await readSession();
}

/** Creates an Organization that the user owns. Without a slug the server derives one. */
export const useCreateOrganization = () =>
  useChange(
    ({ name, description, slug, timeZone }: Omit<OrganizationContent, 'slug'> & { readonly slug?: string }, key) =>
      dataOf(
        extensions.POST('/api/x/organizations', {
          params: { header: { 'Idempotency-Key': key } },
          body: {
            name,
            timeZone,
            description: description === '' ? null : description,
            ...(slug !== undefined && { slug }),
          },
        }),
      ),
  );

interface Conditions {
  readonly params: {
    readonly path: { readonly organizationSlug: string };
    readonly header: { readonly 'If-Match': string; readonly 'Idempotency-Key': string };
  };
}

const under = ({ slug, revision }: OrganizationSettings, idempotencyKey: string): Conditions => ({
  params: {
    path: { organizationSlug: slug },
    header: { 'If-Match': revisionTag('org', revision), 'Idempotency-Key': idempotencyKey },
  },
});

/** Keeps the response, under the slug that the Organization has from now on. */
function useKept() {
  const cache = useQueryClient();
  return (settings: OrganizationSettings) => {
    cache.setQueryData(settingsKey(settings.slug), settings);
  };
}

/** Changes name, description and slug. */
export function useChangeOrganization() {
  const onSuccess = useKept();
  return useChange(
    (
      { over, changes }: { readonly over: OrganizationSettings; readonly changes: Partial<OrganizationContent> },
      key,
    ) => {
      const { description, ...rest } = changes;
      const body = {
        ...rest,
        ...(description !== undefined && { description: description === '' ? null : description }),
      };
      return dataOf(extensions.PATCH(ONE, { ...under(over, key), body }));
    },
    { onSuccess },
  );
}

/** Suspends an Organization, which is deleted after 30 days. */
export function useRemoveOrganization() {
  const onSuccess = useKept();
  return useChange(
    ({ over, slug }: { readonly over: OrganizationSettings; readonly slug: string }, key) =>
      dataOf(extensions.DELETE(ONE, { ...under(over, key), body: { slug } })),
    { onSuccess },
  );
}

/** Keeps an Organization that was to be removed. */
export function useKeepOrganization() {
  const onSuccess = useKept();
  return useChange(
    (over: OrganizationSettings, key) => dataOf(extensions.POST(`${ONE}/kept`, { ...under(over, key), body: {} })),
    { onSuccess },
  );
}
