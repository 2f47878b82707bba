import type { OrganizationId, Slug, TimeZone } from '@worktrack/domain';
import type { OrganizationRecord } from './organizations.js';

/** An Organization as its administrators see it. */
export interface OrganizationSettingsView {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  readonly description: string | null;
  readonly timeZone: TimeZone;
  /** The instant from which the server deletes it; `null`: never. Until then it is suspended. */
  readonly removalDueAt: string | null;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Shows an Organization to its administrators. */
export function settingsOf(organization: OrganizationRecord): OrganizationSettingsView {
  const { id, slug, name, description, timeZone, removalDueAt, revision, createdAt, updatedAt } = organization;
  return {
    ...{ id, slug, name, description, timeZone },
    removalDueAt: removalDueAt?.toISOString() ?? null,
    revision,
    ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
  };
}
