import type { ControlChartRequest, ProjectScope } from '@worktrack/application';
import type { ControlChartFacts, FinishedWork, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, reported, type Counted, type Reported } from './counted.js';
import { inMilliseconds, instantOf, listOf, valuesOf } from './lists.js';
import { resolutionsSince } from './resolutions.js';
import { countsWholeProject, isLive } from './whole-project.js';

const FIRST_ENTRY: Readonly<Record<WorkItemStatus, string>> = {
  backlog: 'backlog_at',
  todo: 'todo_at',
  in_progress: 'in_progress_at',
  in_review: 'in_review_at',
  done: 'done_at',
};

/** The finished items, each column as one list, in the order of the report. */
interface FinishedLists {
  readonly ids: string | null;
  readonly numbers: string | null;
  readonly created: string | null;
  readonly entered: string | null;
  readonly done: string | null;
}

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
  const isWhole = await countsWholeProject(reader, scope, population, bounds);
  const read = <Row extends object>(name: string, textOf: (of: Finding, start: string, end: string) => string) => {
    const of = isWhole ? inProject(reported(scope, population)) : amongCounted(counted(scope, population, bounds));
    const start = of.parameters.add(boundaries[0] ?? null, 'timestamptz');
    const end = of.parameters.add(boundaries.at(-1) ?? null, 'timestamptz');
    return reader.rows<Row>(shapedStatement(name, textOf(of, start, end)), of.parameters.values);
  };
  const [[lists], [beside]] = await Promise.all([
    read<FinishedLists>('report.control-chart', (of, start, end) => finishedText(of, start, end, startStatus)),
    read<Beside>('report.control-chart-beside', besideText),
  ]);
  const finished = lists ? finishedOf(lists) : [];
  return { finished, reopened: beside?.reopened ?? 0, capped: beside?.tooOld ?? false };
}

function finishedOf({ ids, numbers, created, entered, done }: FinishedLists): readonly FinishedWork[] {
  const numbered = valuesOf(numbers);
  const [createdAt, enteredAt, doneAt] = [valuesOf(created), valuesOf(entered), valuesOf(done)];
  return (valuesOf(ids) as readonly WorkItemId[]).map((id, index) => ({
    id,
    number: numbered[index] ? Number(numbered[index]) : null,
    createdAt: new Date(Number(createdAt[index])),
    firstEnteredAt: instantOf(enteredAt[index]),
    doneAt: new Date(Number(doneAt[index])),
  }));
}

/** The parts of a statement that find the items that count among the `resolution`s. */
interface Finding extends Reported {
  /** The common tables, each with a comma behind it. */
  readonly tables: string;
  /** The join or the condition that leaves only the items that count. */
  readonly join: string;
  readonly condition: string;
  /** The number of the item, or `null` where the order does not need it. */
  readonly number: string;
  readonly tooOld: string;
}

function amongCounted({ bound, items, ...of }: Counted): Finding {
  return {
    ...of,
    tables: `${bound},`,
    join: `join work_items item on item.organization_id = ${of.organization} and item.id = resolution.work_item_id and ${items}`,
    condition: 'true',
    number: 'item.number',
    tooOld: IS_CAPPED,
  };
}

/** Reads no row of the items themselves, but the numbers of those that were finished at the same instant. */
function inProject(of: Reported): Finding {
  return {
    ...of,
    tables: '',
    join: '',
    condition: isLive('resolution.work_item_id', of),
    number: `case when resolution.resolved_at in (lag(resolution.resolved_at) over finish, lead(resolution.resolved_at) over finish)
      then (select item.number from work_items item
        where item.organization_id = ${of.organization} and item.id = resolution.work_item_id) end`,
    tooOld: 'false',
  };
}

/** Ignores a first entry after `resolved_at`: the item stays done up to the instant of the report, so that entry is later. */
function finishedText(of: Finding, start: string, end: string, startStatus: WorkItemStatus | null): string {
  const entry = startStatus === null ? null : FIRST_ENTRY[startStatus];
  const columns = ['created_at', ...(entry === null ? [] : [entry])];
  const entered =
    entry === null
      ? 'null::timestamptz'
      : `case when resolution.${entry} <= resolution.resolved_at then resolution.${entry} end`;
  return `
    with ${of.tables} resolution as (${resolutionsSince(start, of, columns)}), finished as (
      select resolution.work_item_id, ${of.number} as number, resolution.created_at, ${entered} as entered_at, resolution.resolved_at
      from resolution ${of.join}
      where resolution.reopened_at is null and resolution.resolved_at >= ${start} and resolution.resolved_at < ${end}
        and ${of.condition}
      window finish as (order by resolution.resolved_at)
      order by resolution.resolved_at, number
    )
    select ${listOf('work_item_id')} as ids, ${listOf('number')} as numbers, ${listOf(inMilliseconds('created_at'))} as created,
      ${listOf(inMilliseconds('entered_at'))} as entered, ${listOf(inMilliseconds('resolved_at'))} as done
    from finished`;
}

/**
 * Counts the items that entered done in the span and were reopened. The entry in the span is the latest one of the item, or an earlier one
 * if the latest is after the span.
 */
function besideText(of: Finding, start: string, end: string): string {
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
