import type { ControlChartRequest, ProjectScope } from '@worktrack/application';
import type { ControlChartFacts, IdColumn, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import { type Reader, type Statement, shapedStatement, statement } from '../engine/statement.js';
import { firstEntryColumn } from '../recording/flow.table.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { idColumn, idsOf, instantColumn, instantsOf, type ColumnBytes } from './columns.js';
import { counted, reported, type Counted, type Reported } from './counted.js';
import { resolutionsSince } from './resolutions.js';
import { countsWholeProject, liveCondition } from './whole-project.js';

/** The finished items, each column as the bytes of its values, in the order of completion. */
interface FinishedColumns {
  readonly ids: ColumnBytes;
  readonly created: ColumnBytes;
  readonly entered: ColumnBytes;
  readonly done: ColumnBytes;
}

interface FurtherCounts {
  readonly reopened: number;
  readonly tooOld: boolean;
}

const NUMBERS = statement(
  'report.numbers',
  `select id, number from work_items where organization_id = $1 and project_id = $2 and id = any($3::uuid[])`,
);

/** Runs several statements, so `reader` has to read all from one snapshot. */
export async function readControlChart(
  reader: Reader,
  scope: ProjectScope,
  { population, boundaries, startStatus }: ControlChartRequest,
  bounds = REPORT_BOUNDS,
): Promise<ControlChartFacts> {
  const isWhole = await countsWholeProject(reader, scope, population, bounds);
  const read = <Row extends object>(statementOf: (of: Finding, start: string, end: string) => Statement) => {
    const of = isWhole ? inProject(reported(scope, population)) : amongCounted(counted(scope, population, bounds));
    const start = of.parameters.add(boundaries[0] ?? null, 'timestamptz');
    const end = of.parameters.add(boundaries.at(-1) ?? null, 'timestamptz');
    return reader.rows<Row>(statementOf(of, start, end), of.parameters.values);
  };
  const [[columns], [further]] = await Promise.all([
    read<FinishedColumns>((of, start, end) =>
      shapedStatement('report.control-chart', finishedText(of, start, end, startStatus)),
    ),
    read<FurtherCounts>((of, start, end) =>
      shapedStatement('report.control-chart-further', furtherText(of, start, end)),
    ),
  ]);
  const ids = idColumn<WorkItemId>(columns?.ids ?? null);
  const doneAt = instantColumn(columns?.done ?? null);
  const finished = {
    ids,
    numbers: await numbersOfTies(reader, scope, ids, doneAt),
    createdAt: instantColumn(columns?.created ?? null),
    firstEnteredAt: instantColumn(columns?.entered ?? null),
    doneAt,
  };
  return { finished, reopened: further?.reopened ?? 0, capped: further?.tooOld ?? false };
}

/** Reads the numbers of the items that were finished at the same instant, and 0 for the others. `doneAt` is in its order. */
async function numbersOfTies(
  reader: Reader,
  { organizationId, projectId }: ProjectScope,
  ids: IdColumn<WorkItemId>,
  doneAt: Float64Array,
): Promise<Float64Array> {
  const numbers = new Float64Array(ids.length);
  const tied = new Map<WorkItemId, number>();
  doneAt.forEach((instant, item) => {
    if (instant === doneAt[item - 1] || instant === doneAt[item + 1]) tied.set(ids.at(item), item);
  });
  if (tied.size === 0) return numbers;
  const rows = await reader.rows<{ readonly id: WorkItemId; readonly number: number }>(NUMBERS, [
    organizationId,
    projectId,
    [...tied.keys()],
  ]);
  for (const { id, number } of rows) numbers[tied.get(id) ?? -1] = number;
  return numbers;
}

/** The parts of a statement that find the items that count among the `resolution`s. */
interface Finding extends Reported {
  /** The common tables, each with a comma after it. */
  readonly tables: string;
  /** The join or the condition that leaves only the items that count. */
  readonly join: string;
  readonly condition: string;
  readonly tooOld: string;
}

function amongCounted({ bound, items, ...of }: Counted): Finding {
  return {
    ...of,
    tables: `${bound},`,
    join: `join work_items item on item.organization_id = ${of.organization} and item.id = resolution.work_item_id and ${items}`,
    condition: 'true',
    tooOld: IS_CAPPED,
  };
}

/** Reads no row of the items themselves. */
function inProject(of: Reported): Finding {
  return { ...of, tables: '', join: '', condition: liveCondition('resolution.work_item_id', of), tooOld: 'false' };
}

/** Ignores a first entry after `resolved_at`: the item stays done up to the instant of the report, so that entry is later. */
function finishedText(of: Finding, start: string, end: string, startStatus: WorkItemStatus | null): string {
  const entry = startStatus === null ? null : firstEntryColumn(startStatus);
  const columns = ['created_at', ...(entry === null ? [] : [entry])];
  const entered =
    entry === null
      ? 'null::timestamptz'
      : `case when resolution.${entry} <= resolution.resolved_at then resolution.${entry} end`;
  return `
    with ${of.tables} resolution as (${resolutionsSince(start, of, columns)}), finished as (
      select resolution.work_item_id, resolution.created_at, ${entered} as entered_at, resolution.resolved_at
      from resolution ${of.join}
      where resolution.reopened_at is null and resolution.resolved_at >= ${start} and resolution.resolved_at < ${end}
        and ${of.condition}
      order by resolution.resolved_at
    )
    select ${idsOf('work_item_id')} as ids, ${instantsOf('created_at')} as created, ${instantsOf('entered_at')} as entered,
      ${instantsOf('resolved_at')} as done
    from finished`;
}

/**
 * Counts the items that entered done in the span and were reopened. The entry in the span is the latest one of the item, or an earlier one
 * if the latest is after the span.
 */
function furtherText(of: Finding, start: string, end: string): string {
  return `
    with ${of.tables} resolution as (${resolutionsSince(start, of)})
    select ${of.tooOld} as "tooOld", (
      select count(*) from resolution ${of.join}
      where resolution.reopened_at is not null and resolution.resolved_at >= ${start} and ${of.condition}
        and (resolution.resolved_at < ${end} or exists (
          select from status_spans span
          where span.organization_id = ${of.organization} and span.work_item_id = resolution.work_item_id
            and span.status = 'done' and span.previous_status is distinct from 'done'
            and span.began_at >= ${start} and span.began_at < ${end}
        ))
    ) as reopened`;
}
