import type { ProfileScope } from '../access/access.js';
import type { Page } from '../paging/page.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { boundAcross, pageOf, resolved } from '../work-item/collection/list-work-items-across.js';
import { filterOf, inOneSpelling, refuseUnknown } from '../work-item/collection/read-filter.js';
import type { ContextQuery } from '../work-item/collection/work-item-query.js';
import type { Involvement, ProfileWorkItemView, WorkItemViews } from '../work-item/work-item.views.js';

/** The query `Q-profile` of contract §3.2. */
export interface ProfileQuery extends ContextQuery {
  /** The slugs of Organizations. */
  readonly organization: readonly string[];
  /** An empty list means all three. */
  readonly involvement: readonly Involvement[];
}

/**
 * Lists the visible Work Items in which a user is involved; each is shown once (contract §3.2, Q-profile). Throws `VALIDATION_ERROR` on a
 * reference outside the visible Projects, on an Organization that is not shared with the user, and on `parent` together with `topLevel`
 * true; `INVALID_CURSOR`.
 */
export async function listProfileWork(
  references: FilterReferences,
  views: WorkItemViews,
  profile: ProfileScope,
  query: ProfileQuery,
): Promise<Page<ProfileWorkItemView>> {
  const { viewer, person, visible } = profile;
  const { organization } = query;
  const wanted = profile.shared.filter(({ slug }) => organization.includes(slug));
  if (organization.some((slug) => !wanted.some((shared) => shared.slug === slug))) refuseUnknown('organization');
  const { narrowed, found } = await resolved(references, visible, query);
  const scopes =
    organization.length === 0
      ? narrowed
      : narrowed.filter((scope) => wanted.some(({ id }) => id === scope.organizationId));
  const ways: readonly Involvement[] =
    query.involvement.length > 0 ? query.involvement : ['assigned', 'created', 'commented'];
  const bound = { organization: inOneSpelling(organization), involvement: inOneSpelling(ways) };
  const filter = filterOf(viewer, query, found);
  return views.pageAcross(scopes, {
    ...pageOf(query),
    filter,
    person: { userId: person.id, as: [...new Set(ways)] },
    withReporter: query.fields === undefined,
    bound: `profile ${person.id} ${JSON.stringify(bound)} ${boundAcross(query, filter)}`,
  });
}
