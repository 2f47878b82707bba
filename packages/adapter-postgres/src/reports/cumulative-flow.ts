import type { ProjectScope, SpanRequest } from '@worktrack/application';
import type { CumulativeFlowFacts, WorkItemStatus } from '@worktrack/domain';
import { type Reader, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, instants, reported, type Counted, type Reported } from './counted.js';
import { resolutionsSince } from './resolutions.js';
import { countsWholeProject, liveCondition } from './whole-project.js';

/** The items that changed from one status or estimate to another on one day. */
interface ChangeRow {
  readonly kind: 'change';
  /** The number of boundaries at or before the change: 2 is the second day. */
  readonly part: number;
  readonly status: WorkItemStatus;
  readonly previousStatus: WorkItemStatus | null;
  /** The number of changes that were read, including those of items that do not count. */
  readonly read: number;
  readonly items: number;
  readonly points: number;
  readonly previousPoints: number;
}

interface PresentRow {
  readonly kind: 'present';
  readonly status: WorkItemStatus;
  readonly items: number;
  readonly points: number;
}

interface CountRow {
  readonly kind: 'arrivals' | 'departures' | 'tooOld';
  readonly items: number;
}

type CumulativeFlowRow = ChangeRow | PresentRow | CountRow;

/** Reads the present, and the changes since the end of the first day from one index, with one statement, so from one snapshot. */
export async function readCumulativeFlow(
  reader: Reader,
  scope: ProjectScope,
  { population, boundaries }: SpanRequest,
  bounds = REPORT_BOUNDS,
): Promise<CumulativeFlowFacts> {
  const of = (await countsWholeProject(reader, scope, population, bounds))
    ? partsOfProject(reported(scope, population))
    : partsOfSome(counted(scope, population, bounds, 'now-or-at-completion'));
  const text = textOf(of, boundaries, bounds.historyRows);
  const rows = await reader.rows<CumulativeFlowRow>(
    shapedStatement('report.cumulative-flow', text),
    of.parameters.values,
  );
  const present = rows.filter((row) => row.kind === 'present');
  const changes = rows.filter((row) => row.kind === 'change');
  const numberOf = (wanted: CountRow['kind']) => rows.find(({ kind }) => kind === wanted)?.items ?? 0;
  const read = changes.reduce((sum, change) => sum + change.read, 0);
  return {
    present: present.map(({ status, items, points }) => ({ status, itemCount: items, points })),
    changes: changes.map(({ part, items, ...change }) => ({ ...change, day: part - 1, itemCount: items })),
    arrivals: numberOf('arrivals'),
    departures: numberOf('departures'),
    capped: numberOf('tooOld') > 0 || read > bounds.historyRows,
  };
}

/** The parts of the statement that depend on how the items that count are found. */
interface Parts extends Reported {
  /** The common tables. */
  readonly tables: string;
  /** The items that count, with status, points and instant of creation. */
  readonly present: string;
  readonly countedCondition: (workItemId: string) => string;
  readonly tooOld: string;
}

function partsOfSome({ bound, items, ...of }: Counted): Parts {
  return {
    ...of,
    tables: `${bound}, counted as materialized (
      select item.id, item.status, item.story_points, item.created_at from work_items item where ${items}
    ),`,
    present: 'from counted',
    countedCondition: (workItemId) => `${workItemId} in (select id from counted)`,
    tooOld: IS_CAPPED,
  };
}

/**
 * Reads all live items, also those that were created after the instant of the report: their creation is one of the changes that are taken
 * away again.
 */
function partsOfProject(of: Reported): Parts {
  return {
    ...of,
    tables: '',
    present: `from work_items where organization_id = ${of.organization} and project_id = ${of.project}
      and deleted_at is null and archived_at is null`,
    countedCondition: (workItemId) => liveCondition(workItemId, of),
    tooOld: 'false',
  };
}

function textOf(of: Parts, boundaries: readonly Date[], historyRows: number): string {
  const { parameters, organization, project, asOf, countedCondition } = of;
  const instant = (index: number) => parameters.add(boundaries.at(index) ?? null, 'timestamptz');
  const [start, firstEnd, end] = [instant(0), instant(1), instant(-1)];
  return `
    with ${of.tables} changed as (
      select began_at, status, previous_status, story_points, previous_story_points,
        ${countedCondition('work_item_id')} as is_counted
      from status_spans where organization_id = ${organization} and project_id = ${project} and began_at >= ${firstEnd}
      order by began_at desc limit ${parameters.add(historyRows + 1, 'bigint')}
    ), resolution as (${resolutionsSince(start, of)})
    select 'present' as kind, null::integer as part, status, null as "previousStatus", null::bigint as read, count(*) as items,
      coalesce(sum(story_points), 0) as points, null::bigint as "previousPoints"
    ${of.present} group by status
    union all
    select 'change', width_bucket(began_at, ${instants(parameters, boundaries)}) as part, status, previous_status, count(*),
      count(*) filter (where is_counted), coalesce(sum(story_points) filter (where is_counted), 0),
      coalesce(sum(previous_story_points) filter (where is_counted), 0)
    from changed group by part, status, previous_status
    union all
    select 'arrivals', null, null, null, null, count(*), null, null
    from item_flow
    where organization_id = ${organization} and project_id = ${project}
      and created_at >= ${start} and created_at < ${end} and created_at <= ${asOf} and ${countedCondition('work_item_id')}
    union all
    select 'departures', null, null, null, null, count(*), null, null
    from resolution
    where reopened_at is null and resolved_at >= ${start} and resolved_at < ${end} and ${countedCondition('work_item_id')}
    union all
    select 'tooOld', null, null, null, null, (${of.tooOld})::integer, null, null`;
}
