import { LabelName, fold } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import { readSqueakQL } from '../squeakql/read-query.js';
import type { FilterReferences, FoundInFilter, NamedInFilter } from '../work-item/collection/filter-references.js';
import { checkFound, pointsAtAnything } from '../work-item/collection/read-filter.js';
import type { CommonParameters } from './project-report.js';
import type { ReportFilter, ReportPopulation } from './report-population.js';
import type { FilteredQuery, SpanQuery, SprintQuery } from './report-query.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The parameters that choose the Work Items to count. */
export type PopulationQuery = FilteredQuery & Partial<SprintQuery & Pick<SpanQuery, 'timeZone'>>;

/**
 * Reads the population of a report, without its instant. Throws `VALIDATION_ERROR` on an invalid query, and on a reference outside the
 * Project; an unknown label name matches nothing.
 */
export async function readPopulation(
  { references, zones }: { readonly references: FilterReferences; readonly zones: TimeZones },
  viewer: OrganizationScope,
  scope: ProjectScope,
  query: PopulationQuery,
): Promise<Omit<ReportPopulation, 'generatedAt'>> {
  const { squeakql, sprint = null } = query;
  const parsed = squeakql === undefined ? null : readSqueakQL(squeakql, 'squeakql');
  const named = namedIn(query);
  const found = pointsAtAnything(named) ? await references.find(scope, named) : undefined;
  if (found) checkFound(named, found);
  return {
    filter: filterOf(viewer, query, found),
    query: parsed,
    viewer,
    sprintId: sprint,
    calendar: zones.calendarOf(scope.timeZone),
  };
}

function namedIn({ assignee, label, sprint }: PopulationQuery): NamedInFilter {
  return {
    assignee: typeof assignee === 'object' ? assignee : undefined,
    sprintId: sprint,
    labelIds: typeof label === 'object' && label.kind === 'id' ? [label.id] : [],
    labelNames: typeof label === 'object' && label.kind === 'name' ? [LabelName.fold(label.name)] : [],
    parentNumber: undefined,
  };
}

function filterOf(
  { actorId }: OrganizationScope,
  { q, status, type, priority, assignee, label }: PopulationQuery,
  found: FoundInFilter | undefined,
): ReportFilter {
  return {
    text: q === undefined ? undefined : fold(q),
    statuses: status && [status],
    words: { type: type && [type], priority: priority && [priority] },
    assigneeId: assignee === 'me' ? actorId : assignee === 'none' ? null : found?.assigneeId,
    labelIds: label === 'none' ? null : label && [...(found?.labelIds ?? []), ...(found?.idsOfLabelNames ?? [])],
  };
}

/** Returns the common parameters of all reports, as the response shows them (contract §6.2, `parameters`). */
export function parametersOf(query: FilteredQuery): CommonParameters {
  const { limit, q = null, status = null, type = null, priority = null, assignee, label, squeakql = null } = query;
  return { limit, q, status, type, priority, assignee: personIn(assignee), label: labelIn(label), squeakql };
}

function personIn(assignee: FilteredQuery['assignee']): string | null {
  if (typeof assignee !== 'object') return assignee ?? null;
  return assignee.kind === 'id' ? assignee.id : assignee.publicId;
}

function labelIn(label: FilteredQuery['label']): string | null {
  if (typeof label !== 'object') return label ?? null;
  return label.kind === 'id' ? label.id : label.name;
}

/**
 * Returns the text that a cursor is bound to (contract §3.4.3), in normal form: all parameters except the limit and the cursor, which can
 * change from page to page.
 */
export function boundOf(
  query: PopulationQuery,
  { filter, calendar }: Pick<ReportPopulation, 'filter' | 'calendar'>,
): string {
  const { label } = query;
  const name =
    typeof label === 'object' && label.kind === 'name' ? { ...label, name: LabelName.fold(label.name) } : label;
  const { text, assigneeId } = filter;
  const changing = { limit: undefined, cursor: undefined };
  const zone = 'timeZone' in query ? { timeZone: query.timeZone ?? calendar.zone } : {};
  return JSON.stringify({ ...query, ...changing, ...zone, q: text, assignee: assigneeId, label: name });
}
