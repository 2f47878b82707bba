import { comparePlaces, type Place, type ReportRows } from '@worktrack/domain';
import type { Position } from '@worktrack/keyset';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { Cursors } from '../paging/cursors.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { inText } from './in-text.js';
import { limitationsOf } from './limitations.js';
import type { MadeReport, ReportTypes, ReportView } from './project-report.js';
import { sourceOf, type ProjectReportFeeds } from './project-report-feeds.js';
import { boundOf, parametersOf, readPopulation } from './read-population.js';
import type { FilteredQuery } from './report-query.js';
import { REPORTS, type ProjectReportView, type ReportType, type Reports } from './reports.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The ports to read Project reports. */
export interface ProjectReportPorts {
  readonly feeds: ProjectReportFeeds;
  readonly references: FilterReferences;
  readonly zones: TimeZones;
  readonly cursors: Cursors;
}

/**
 * Returns one page of a Project report (contract §6.2), with the figures over all of its rows. The cursor contains the instant of the first
 * page: later pages ignore everything that was recorded after it. Throws `VALIDATION_ERROR`, with the diagnostics of an invalid query;
 * `INVALID_CURSOR`.
 */
export async function getProjectReport<Type extends ReportType>(
  { feeds, references, cursors, zones }: ProjectReportPorts,
  viewer: OrganizationScope,
  scope: ProjectScope,
  type: Type,
  query: Reports[Type]['query'],
): Promise<ProjectReportView<Type>> {
  const counted = await readPopulation({ references, zones }, viewer, scope, query);
  const collection = `report ${type} of ${scope.projectId} ${boundOf(query, counted)}`;
  const [instant, ...place] = cursors.open(collection, query) ?? [];
  const generatedAt = instant === undefined ? await feeds.now(scope) : new Date(Number(instant));
  const population = { ...counted, generatedAt };
  const shown = { cursors, collection, query, generatedAt };
  const previous = instant === undefined ? undefined : (place as Place);
  return feeds.within(scope, type, generatedAt, async (feed) => {
    const made = await REPORTS[type].make(sourceOf(feed, population, zones), query);
    return envelopeOf(type, made, { ...shown, previous });
  });
}

/** The facts of the requested page. */
interface ShownPage {
  readonly cursors: Cursors;
  readonly collection: string;
  readonly query: FilteredQuery;
  readonly generatedAt: Date;
  /** The place of the last row of the previous page; `undefined` on the first page. */
  readonly previous: Place | undefined;
}

async function envelopeOf<Types extends ReportTypes>(
  kind: Types['type'],
  { parameters, definition, named, rows, show, limitations }: MadeReport<Types>,
  { cursors, collection, query, generatedAt, previous }: ShownPage,
): Promise<ReportView<Types>> {
  const begin = previous ? firstAfter(previous, rows) : 0;
  await show?.(begin, begin + query.limit + 1);
  const indexes = Array.from({ length: Math.min(rows.length - begin, query.limit + 1) }, (_, offset) => begin + offset);
  const rowAt = (index: number) => inText(rows.at(index));
  const positionOf = (index: number): Position => [generatedAt.getTime(), ...carried(rows.placeOf(index))];
  const { items, page } = cursors.page(collection, query, indexes, rowAt, positionOf);
  return {
    kind,
    generatedAt: generatedAt.toISOString(),
    parameters: { ...parametersOf(query), ...parameters },
    definition,
    ...named,
    items,
    data: items,
    page,
    ...limitationsOf(limitations),
  };
}

/** The maximum number of UTF-8 bytes of a text in a cursor, which has at most 2,048 characters. A longer text is cut. */
const LONGEST_TEXT = 1_200;

/** The maximum number of code units of a text in cursors of an earlier version, which stay valid. */
const LONGEST_TEXT_BEFORE = 120;

function carried(place: Place): Place {
  return place.map((member) => (typeof member === 'string' ? beginningOf(member) : member));
}

/** Returns the longest prefix of at most `LONGEST_TEXT` bytes, in whole code points. */
function beginningOf(text: string): string {
  if (text.length * 3 <= LONGEST_TEXT) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(LONGEST_TEXT));
  return text.slice(0, read);
}

/** Cuts the texts of a row's place as the cursor with `place` cut them, so that the two can be compared. */
function comparable(row: Place, place: Place): Place {
  return row.map((member, at) => {
    if (typeof member !== 'string') return member;
    const cut = place[at];
    const isOld = typeof cut === 'string' && cut.length === LONGEST_TEXT_BEFORE;
    return isOld ? member.slice(0, LONGEST_TEXT_BEFORE) : beginningOf(member);
  });
}

/** Returns the index of the row after the one at this place; when that row is gone, of the first row that comes after it. */
function firstAfter(place: Place, rows: ReportRows<unknown>): number {
  // Copy the place only when it has a text: a report can have as many rows as there are finished items.
  const hasText = place.some((member) => typeof member === 'string');
  return rows.firstAfter((row) => comparePlaces(hasText ? comparable(row, place) : row, place));
}
