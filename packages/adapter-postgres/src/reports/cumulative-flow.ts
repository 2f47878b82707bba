import type { ProjectScope, SpanRequest } from '@worktrack/application';
import type { CumulativeFlowFacts, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, instants, type Counted } from './counted.js';
import { resolutionsSince } from './resolutions.js';

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
  readonly arrivals: number;
}

interface CountRow {
  readonly kind: 'departures' | 'tooOld';
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
  const of = counted(scope, population, bounds, 'now-or-at-completion');
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
    arrivals: present.reduce((sum, { arrivals }) => sum + arrivals, 0),
    departures: numberOf('departures'),
    capped: numberOf('tooOld') > 0 || read > bounds.historyRows,
  };
}

function textOf(of: Counted, boundaries: readonly Date[], historyRows: number): string {
  const { parameters, organization, project, bound, items } = of;
  const instant = (index: number) => parameters.add(boundaries.at(index) ?? null, 'timestamptz');
  const [start, firstEnd, end] = [instant(0), instant(1), instant(-1)];
  return `
    with ${bound}, counted as materialized (
      select item.id, item.status, item.story_points, item.created_at from work_items item where ${items}
    ), changed as (
      select work_item_id, began_at, status, previous_status, story_points, previous_story_points
      from status_spans where organization_id = ${organization} and project_id = ${project} and began_at >= ${firstEnd}
      order by began_at desc limit ${parameters.add(historyRows + 1, 'bigint')}
    ), resolution as (${resolutionsSince(start, of)})
    select 'present' as kind, null::integer as part, status, null as "previousStatus", null::bigint as read, count(*) as items,
      coalesce(sum(story_points), 0) as points, null::bigint as "previousPoints",
      count(*) filter (where created_at >= ${start} and created_at < ${end}) as arrivals
    from counted group by status
    union all
    select 'change', width_bucket(changed.began_at, ${instants(parameters, boundaries)}) as part, changed.status,
      changed.previous_status, count(*), count(counted.id),
      coalesce(sum(changed.story_points) filter (where counted.id is not null), 0),
      coalesce(sum(changed.previous_story_points) filter (where counted.id is not null), 0), null
    from changed left join counted on counted.id = changed.work_item_id
    group by part, changed.status, changed.previous_status
    union all
    select 'departures', null, null, null, null, count(*), null, null, null
    from resolution join counted on counted.id = resolution.work_item_id
    where resolution.reopened_at is null and resolution.resolved_at >= ${start} and resolution.resolved_at < ${end}
    union all
    select 'tooOld', null, null, null, null, (${IS_CAPPED})::integer, null, null, null`;
}
