import {
  sprintReport,
  type Burndown,
  type Calendar,
  type MetricCount,
  type ScopeChange,
  type SprintCarryover,
  type SprintDestination,
  type SprintFeedEntry,
  type SprintId,
  type SprintReport,
  type SprintReportRow,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Cursors } from '../paging/cursors.js';
import type { Page, PageInfo, PageRequest } from '../paging/page.js';
import { after, positionOf } from './feed-position.js';
import type { SprintView } from '../sprint/sprint.views.js';
import type { ReportedSprint, SprintReportFeed } from './sprint-report-feed.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The `sprint` of contract §6.1. Instants in this file are RFC 3339 text, UTC, three fraction digits. */
export interface ReportedSprintView extends Omit<SprintView, 'createdAt' | 'revision'> {
  /** The instant that the report describes: the completion, or now; `null` for a future Sprint. */
  readonly reportEndAt: string | null;
}

/** The `Destination` of contract §6.1. */
export interface DestinationView {
  readonly kind: 'backlog' | 'sprint';
  readonly sprintId: SprintId | null;
  readonly name: string;
}

/** The `Row base` of contract §6.1. */
export type SprintReportRowView = Omit<SprintReportRow, 'occurredAt'> & { readonly occurredAt: string };
/** The `ScopeChange` of contract §6.1. */
export type ScopeChangeView = SprintReportRowView & { readonly kind: 'added' | 'removed' };
/** The `Carryover` of contract §6.1. */
export type CarryoverView = SprintReportRowView & { readonly destination: DestinationView };
/** The `FeedEntry` of contract §6.1. */
export type FeedEntryView =
  | (SprintReportRowView & { readonly kind: 'scope_change'; readonly changeType: 'added' | 'removed' })
  | (CarryoverView & { readonly kind: 'carryover' });

/** The `SprintReport` of contract §6.1. */
export interface SprintReportView extends SprintReportHead {
  readonly items: readonly FeedEntryView[];
  readonly page: PageInfo;
}

/** All members of a Sprint report except its feed, which is paged. */
export interface SprintReportHead extends Pick<
  SprintReport,
  'mode' | 'stable' | 'commitment' | 'completion' | 'statuses' | 'limitations'
> {
  readonly sprint: ReportedSprintView;
  readonly plannedScope: MetricCount;
  readonly scopeChanges: { readonly added: readonly ScopeChangeView[]; readonly removed: readonly ScopeChangeView[] };
  readonly carryover: readonly CarryoverView[];
  readonly burndown: Burndown;
  readonly remaining: MetricCount;
}

/** A Sprint report with its whole feed. */
export interface WholeSprintReport {
  readonly head: SprintReportHead;
  readonly feed: readonly FeedEntryView[];
  /** The instant that the report describes; of a future Sprint, the instant of the reading. */
  readonly describedAt: Date;
}

/** The ports to read whole Sprint reports. */
export interface WholeSprintReportPorts {
  readonly feed: SprintReportFeed;
  readonly zones: TimeZones;
}

/**
 * Returns the report of one Sprint. Every page contains the whole report, but only one page of its feed. A cursor is a position in the
 * feed; each page of an active Sprint is computed from its current data. Throws `NOT_FOUND`, `INVALID_CURSOR`.
 */
export async function getSprintReport(
  { feed, cursors, zones }: WholeSprintReportPorts & { readonly cursors: Cursors },
  scope: ProjectScope,
  id: SprintId,
  request: PageRequest,
): Promise<SprintReportView> {
  const collection = `report of Sprint ${id}`;
  const position = cursors.open(collection, request);
  const { head, entries } = headOf(await feed.facts(scope, id), zones.calendarOf(scope.timeZone));
  const begin = position ? entries.findIndex((entry) => after(entry, position)) : 0;
  const rows = begin === -1 ? [] : entries.slice(begin, begin + request.limit + 1);
  const { items, page }: Page<FeedEntryView> = cursors.page(collection, request, rows, entryOf, positionOf);
  return { ...head, items, page };
}

/** Returns the report of one Sprint with all rows of its feed, for exports and drawings. Throws `NOT_FOUND`. */
export async function getWholeSprintReport(
  { feed, zones }: WholeSprintReportPorts,
  scope: ProjectScope,
  id: SprintId,
): Promise<WholeSprintReport> {
  const facts = await feed.facts(scope, id);
  const { head, entries, reportEndAt } = headOf(facts, zones.calendarOf(scope.timeZone));
  return { head, feed: entries.map(entryOf), describedAt: reportEndAt ?? facts.now };
}

function headOf(
  facts: ReportedSprint,
  calendar: Calendar,
): {
  readonly head: SprintReportHead;
  readonly entries: SprintReport['items'];
  readonly reportEndAt: Date | null;
} {
  const { items: entries, reportEndAt, scopeChanges, carryover, ...report } = sprintReport(facts, bytesOf, calendar);
  const head = {
    sprint: sprintOf(facts, reportEndAt),
    ...report,
    scopeChanges: { added: scopeChanges.added.map(dated), removed: scopeChanges.removed.map(dated) },
    carryover: carryover.map(carryoverOf),
  };
  return { head, entries, reportEndAt };
}

function sprintOf({ sprint }: ReportedSprint, reportEndAt: Date | null): ReportedSprintView {
  const { id, name, state, startDate, endDate, goal, targetPoints, updatedAt } = sprint;
  return {
    id,
    name,
    state,
    startDate: textOf(startDate),
    endDate: textOf(endDate),
    goal,
    targetPoints,
    updatedAt: updatedAt.toISOString(),
    reportEndAt: textOf(reportEndAt),
  };
}

function entryOf(entry: SprintFeedEntry): FeedEntryView {
  return entry.kind === 'carryover' ? { ...dated(entry), destination: destinationOf(entry.destination) } : dated(entry);
}

function carryoverOf(row: SprintCarryover): CarryoverView {
  return { ...dated(row), destination: destinationOf(row.destination) };
}

/** Returns the size of a row in the response, with the comma after it, in bytes. */
function bytesOf(row: ScopeChange | SprintCarryover): number {
  const view = 'destination' in row ? carryoverOf(row) : dated(row);
  return Buffer.byteLength(JSON.stringify(view), 'utf8') + 1;
}

function dated<Row extends SprintReportRow>(row: Row): Omit<Row, 'occurredAt'> & { readonly occurredAt: string } {
  return { ...row, occurredAt: row.occurredAt.toISOString() };
}

function destinationOf(destination: SprintDestination): DestinationView {
  return destination.kind === 'backlog' ? { ...destination, sprintId: null, name: 'Backlog' } : destination;
}

function textOf(instant: Date | null): string | null {
  return instant?.toISOString() ?? null;
}
