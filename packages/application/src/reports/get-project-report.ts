import {
  REPORT_LIMITATIONS,
  comparePlaces,
  type Place,
  type ReportLimitation,
  type ReportRows,
} from '@worktrack/domain';
import type { Position } from '@worktrack/keyset';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { Cursors } from '../paging/cursors.js';
import type { FilterReferences } from '../work-item/collection/filter-references.js';
import { inText } from './in-text.js';
import type { MadeReport, ReportTypes, ReportView } from './project-report.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import { boundOf, parametersOf, readPopulation } from './read-population.js';
import type { FilteredQuery } from './report-query.js';
import { REPORTS, type ProjectReportView, type ReportType, type Reports } from './reports.js';

/** The ports that Project reports are read through. */
export interface ProjectReportPorts {
  readonly feeds: ProjectReportFeeds;
  readonly references: FilterReferences;
  readonly cursors: Cursors;
}

/**
 * One page of a Project report (contract §6.2), with the figures over all of its rows. Later pages are of the same instant, which the
 * cursor carries: nothing that was recorded after it counts. Throws `VALIDATION_ERROR`, with the diagnostics of an invalid query;
 * `INVALID_CURSOR`.
 */
export async function getProjectReport<Type extends ReportType>(
  { feeds, references, cursors }: ProjectReportPorts,
  viewer: OrganizationScope,
  scope: ProjectScope,
  type: Type,
  query: Reports[Type]['query'],
): Promise<ProjectReportView<Type>> {
  const counted = await readPopulation(references, viewer, scope, query);
  const collection = `report ${type} of ${scope.projectId} ${boundOf(query, counted)}`;
  const [instant, ...place] = cursors.open(collection, query) ?? [];
  const generatedAt = instant === undefined ? await feeds.now(scope) : new Date(Number(instant));
  const made = await REPORTS[type].make(
    { population: { ...counted, generatedAt }, read: (request) => feeds.read(type, scope, request) },
    query,
  );
  const shown = { cursors, collection, query, generatedAt };
  return envelopeOf(type, made, { ...shown, behind: instant === undefined ? undefined : (place as Place) });
}

/** One page of a report. */
interface ShownPage {
  readonly cursors: Cursors;
  readonly collection: string;
  readonly query: FilteredQuery;
  readonly generatedAt: Date;
  /** The place of the last row of the page before; `undefined` on the first one. */
  readonly behind: Place | undefined;
}

/** The limitations that are caps; the others say that something was never recorded. */
const CAPS: ReadonlySet<ReportLimitation> = new Set(['range_capped', 'rows_capped', 'group_cap_applied']);

function envelopeOf<Types extends ReportTypes>(
  kind: Types['type'],
  { parameters, definition, named, rows, limitations }: MadeReport<Types>,
  { cursors, collection, query, generatedAt, behind }: ShownPage,
): ReportView<Types> {
  const begin = behind ? firstBehind(behind, rows) : 0;
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
    limitations: REPORT_LIMITATIONS.filter((word) => limitations.includes(word)),
    capped: limitations.some((word) => CAPS.has(word)),
  };
}

/** The most bytes of UTF-8 that a text takes in a cursor of at most 2,048 characters. Of a longer one its beginning is carried. */
const LONGEST_TEXT = 1_200;

/** The most code units of a text in the cursors of before: these stay good. */
const LONGEST_TEXT_BEFORE = 120;

function carried(place: Place): Place {
  return place.map((member) => (typeof member === 'string' ? beginningOf(member) : member));
}

/** The beginning of a text that takes at most `LONGEST_TEXT` bytes, in whole code points. */
function beginningOf(text: string): string {
  if (text.length * 3 <= LONGEST_TEXT) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(LONGEST_TEXT));
  return text.slice(0, read);
}

/** The place of a row as far as the cursor that carries `place` tells it. */
function comparable(row: Place, place: Place): Place {
  return row.map((member, at) => {
    if (typeof member !== 'string') return member;
    const told = place[at];
    const isOld = typeof told === 'string' && told.length === LONGEST_TEXT_BEFORE;
    return isOld ? member.slice(0, LONGEST_TEXT_BEFORE) : beginningOf(member);
  });
}

/** The index of the row behind the one at this place; where that one is gone, of the first that comes after it. */
function firstBehind(place: Place, rows: ReportRows<unknown>): number {
  let next = rows.length;
  // Copied only where there is a text: reports may have as many rows as there are finished items.
  const hasText = place.some((member) => typeof member === 'string');
  for (let index = rows.length - 1; index >= 0; index -= 1) {
    const row = rows.placeOf(index);
    const order = comparePlaces(hasText ? comparable(row, place) : row, place);
    if (order === 0) return index + 1;
    if (order > 0) next = index;
  }
  return next;
}
