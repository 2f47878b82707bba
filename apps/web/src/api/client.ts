import createClient from 'openapi-fetch';
import type { components as ApplicationComponents, paths as ApplicationPaths } from './application.js';
import type { components, paths } from './contract.js';
import type { components as ExtensionComponents, paths as ExtensionPaths } from './extensions.js';
import { Refusal } from './refusal.js';
import { transport } from './transport.js';

export type Schemas = components['schemas'];
export type ApplicationSchemas = ApplicationComponents['schemas'];
export type ExtensionSchemas = ExtensionComponents['schemas'];

/** The public API by the session of this page. */
export const api = createClient<paths>({ baseUrl: '/app', fetch: transport });

/** The extensions of the API by the session of this page. */
export const extensions = createClient<ExtensionPaths>({ baseUrl: '/app', fetch: transport });

/** The operations that only the application has. */
export const application = createClient<ApplicationPaths>({ fetch: transport });

/** Returns the data of a successful response. Throws `Refusal` for every other response. */
export async function dataOf<T>(
  reply: Promise<{ data?: T; error?: unknown; response: Response }>,
): Promise<Exclude<T, undefined>> {
  const { data, error, response } = await reply;
  if (!response.ok) throw Refusal.of(response, error);
  return data as Exclude<T, undefined>;
}

/** The tag of `If-Match` for the revision that the user saw. */
export const revisionTag = (kind: 'wi' | 'sprint' | 'project' | 'saved' | 'view' | 'label' | 'org', revision: number) =>
  `"${kind}-${revision}"`;
