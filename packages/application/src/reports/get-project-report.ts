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
import {
  makeAgeingWip,
  makeControlChart,
  makeCreatedVsResolved,
  makeCumulativeFlow,
  makeDistribution,
  makeEpicProgress,
  makeVelocity,
  type MadeReport,
} from './make-report.js';
import type { ProjectReportFeeds } from './project-report-feeds.js';
import type { AskedReport, FilteredQuery, ReportType } from './project-report-query.js';
import type { ProjectReportView, ReportEnvelope } from './project-report.view.js';
import { boundOf, parametersOf, readPopulation } from './read-population.js';

/** What Project reports are read through. */
export interface ProjectReportPorts {
  readonly feeds: ProjectReportFeeds;
  readonly references: FilterReferences;
  readonly cursors: Cursors;
}

/**
 * One page of a Project report (contract §6.2), with the figures over all of its rows. Later pages are of the same instant, which the
 * cursor carries: nothing that was recorded after it counts. Throws `VALIDATION_ERROR`, with the diagnostics of a query that is none;
 * `INVALID_CURSOR`.
 */
export async function getProjectReport(
  { feeds, references, cursors }: ProjectReportPorts,
  viewer: OrganizationScope,
  scope: ProjectScope,
  asked: AskedReport,
): Promise<ProjectReportView> {
  const { reportType, query } = asked;
  const counted = await readPopulation(references, viewer, scope, query);
  const collection = `report ${reportType} of ${scope.projectId} ${boundOf(query, counted)}`;
  const [instant, ...place] = cursors.open(collection, query) ?? [];
  const generatedAt = instant === undefined ? await feeds.now(scope) : new Date(Number(instant));
  const source = { feeds, scope, population: { ...counted, generatedAt } };
  const shown = {
    cursors,
    collection,
    query,
    generatedAt,
    behind: instant === undefined ? undefined : (place as Place),
  };
  switch (reportType) {
    case 'velocity':
      return envelopeOf(reportType, await makeVelocity(source, query), shown);
    case 'cumulative-flow':
      return envelopeOf(reportType, await makeCumulativeFlow(source, query), shown);
    case 'control-chart':
      return envelopeOf(reportType, await makeControlChart(source, query), shown);
    case 'ageing-wip':
      return envelopeOf(reportType, await makeAgeingWip(source, query), shown);
    case 'created-vs-resolved':
      return envelopeOf(reportType, await makeCreatedVsResolved(source, query), shown);
    case 'distribution':
      return envelopeOf(reportType, await makeDistribution(source, query), shown);
    case 'epic-progress':
      return envelopeOf(reportType, await makeEpicProgress(source, query), shown);
  }
}

/** Which page of a report is shown. */
interface ShownPage {
  readonly cursors: Cursors;
  readonly collection: string;
  readonly query: FilteredQuery;
  readonly generatedAt: Date;
  /** The place of the last row of the page before; `undefined` on the first one. */
  readonly behind: Place | undefined;
}

/** The words that stand for a cap: the others tell what was never recorded. */
const CAPS: ReadonlySet<ReportLimitation> = new Set(['range_capped', 'rows_capped', 'group_cap_applied']);

function envelopeOf<Kind extends ReportType, Row, Named, Definition>(
  kind: Kind,
  { parameters, definition, named, rows, limitations }: MadeReport<Row, Named, Definition>,
  { cursors, collection, query, generatedAt, behind }: ShownPage,
): ReportEnvelope<Kind, Row, Definition> & Named {
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
