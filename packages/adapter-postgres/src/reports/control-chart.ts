import type { ControlChartRequest, ProjectScope } from '@worktrack/application';
import type { ControlChartFacts, FinishedWork, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, type Counted } from './counted.js';
import { resolutionsSince } from './resolutions.js';

const FIRST_ENTRY: Readonly<Record<WorkItemStatus, string>> = {
  backlog: 'flow.backlog_at',
  todo: 'flow.todo_at',
  in_progress: 'flow.in_progress_at',
  in_review: 'flow.in_review_at',
  done: 'flow.done_at',
};

interface Beside {
  readonly reopened: number;
  readonly tooOld: boolean;
}

/** Runs two statements, so `reader` has to read both from one snapshot. */
export async function readControlChart(
  reader: Reader,
  scope: ProjectScope,
  { population, boundaries, startStatus }: ControlChartRequest,
  bounds = REPORT_BOUNDS,
): Promise<ControlChartFacts> {
  const read = <Row extends object>(name: string, textOf: (of: Counted, start: string, end: string) => string) => {
    const of = counted(scope, population, bounds);
    const start = of.parameters.add(boundaries[0] ?? null, 'timestamptz');
    const end = of.parameters.add(boundaries.at(-1) ?? null, 'timestamptz');
    return reader.rows<Row>(shapedStatement(name, textOf(of, start, end)), of.parameters.values);
  };
  const [finished, [beside]] = await Promise.all([
    read<FinishedWork>('report.control-chart', (of, start, end) => finishedText(of, start, end, startStatus)),
    read<Beside>('report.control-chart-beside', besideText),
  ]);
  return { finished, reopened: beside?.reopened ?? 0, capped: beside?.tooOld ?? false };
}

/** Ignores a first entry after `resolved_at`: the item stays done up to the instant of the report, so that entry is later. */
function finishedText(of: Counted, start: string, end: string, startStatus: WorkItemStatus | null): string {
  const { organization, bound, items } = of;
  const entered =
    startStatus === null
      ? 'null::timestamptz'
      : `case when ${FIRST_ENTRY[startStatus]} <= resolution.resolved_at then ${FIRST_ENTRY[startStatus]} end`;
  return `
    with ${bound}, resolution as (${resolutionsSince(start, of)})
    select item.id, item.project_key as "projectKey", item.number, item.title, item.type, item.created_at as "createdAt",
      ${entered} as "firstEnteredAt", resolution.resolved_at as "doneAt"
    from resolution
    join work_items item on item.organization_id = ${organization} and item.id = resolution.work_item_id and ${items}
    join item_flow flow on flow.organization_id = ${organization} and flow.work_item_id = resolution.work_item_id
    where resolution.reopened_at is null and resolution.resolved_at >= ${start} and resolution.resolved_at < ${end}
    order by resolution.resolved_at, item.number`;
}

/**
 * Counts the items that entered done in the span and were reopened. The entry in the span is the latest one of the item, or an earlier one
 * if the latest is after the span.
 */
function besideText(of: Counted, start: string, end: string): string {
  const { organization, bound, items } = of;
  return `
    with ${bound}, resolution as (${resolutionsSince(start, of)})
    select ${IS_CAPPED} as "tooOld", (
      select count(*) from resolution
      join work_items item on item.organization_id = ${organization} and item.id = resolution.work_item_id and ${items}
      where resolution.reopened_at is not null and resolution.resolved_at >= ${start}
        and (resolution.resolved_at < ${end} or exists (
          select from status_spans span
          where span.organization_id = ${organization} and span.work_item_id = resolution.work_item_id
            and span.status = 'done' and span.previous_status is distinct from 'done'
            and span.began_at >= ${start} and span.began_at < ${end}
        ))
    ) as reopened`;
}
