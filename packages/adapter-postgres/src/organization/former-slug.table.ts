import type { OrganizationId, Slug } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A slug that leads to the Organization that had it, until its end. */
export interface FormerSlugRow {
  readonly slug: Slug;
  readonly organizationId: OrganizationId;
  readonly endsAt: Date;
}

export const FormerSlugTable = tableOf<FormerSlugRow>('FormerSlug', 'former_slugs', {
  slug: { type: 'text', primary: true },
  organizationId: { type: 'uuid' },
  endsAt: { type: 'timestamptz', precision: 3 },
});
