import type { EpicProgressRequest, ProjectScope, ReportPopulation } from '@worktrack/application';
import {
  type EpicOrder,
  type EpicProgressFacts,
  type EpicSort,
  type MetricCount,
  type ShownEpic,
  type WorkItemRecord,
  type WorkItemStatus,
} from '@worktrack/domain';
import { type Reader, type Value, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS, tooOld, type ReportBounds } from './bounds.js';
import {
  instantColumn,
  instantsOf,
  numberColumn,
  numbersOf,
  pairColumns,
  pairsOf,
  type ColumnBytes,
} from './columns.js';
import { counted, reported, type Counted } from './counted.js';
import { countsWholeProject } from './whole-project.js';

/** The epics, with the columns of one order, and the sums over all of them. */
interface EpicColumns {
  readonly numbers: ColumnBytes;
  readonly titles?: readonly string[] | null;
  readonly counts?: ColumnBytes;
  readonly targetDates?: ColumnBytes;
  readonly completedEpicCount: number;
  readonly childCount: number;
  readonly completedCount: number;
  readonly points: number;
  readonly completedPoints: number;
  readonly tooOld: boolean;
}

/** Reads all facts with one statement, so from one snapshot. */
export async function readEpicProgress(
  reader: Reader,
  scope: ProjectScope,
  { population, sort }: EpicProgressRequest,
  bounds = REPORT_BOUNDS,
): Promise<EpicProgressFacts> {
  const text = (await countsWholeProject(reader, scope, population, bounds))
    ? ofProject(scope, population, bounds, sort)
    : ofSome(counted(scope, population, bounds), sort);
  const [columns] = await reader.rows<EpicColumns>(shapedStatement('report.epic-progress', text.sql), text.values);
  const { completedEpicCount = 0, childCount = 0, completedCount = 0, points = 0, completedPoints = 0 } = columns ?? {};
  return {
    epics: { numbers: numberColumn(columns?.numbers ?? null), by: orderOf(sort, columns) },
    sums: { completedEpicCount, childCount, completedCount, points, completedPoints },
    capped: columns?.tooOld ?? false,
  };
}

function orderOf(sort: EpicSort, columns: EpicColumns | undefined): EpicOrder {
  switch (sort) {
    case 'name':
      return { sort, titles: columns?.titles ?? [] };
    case 'progress': {
      const [completedCounts, childCounts] = pairColumns(columns?.counts ?? null);
      return { sort, childCounts, completedCounts };
    }
    case 'targetDate':
      return { sort, targetDates: instantColumn(columns?.targetDates ?? null) };
  }
}

/** The columns of `epics` that each order needs. */
const COLUMNS_OF: Readonly<Record<EpicSort, string>> = {
  name: `json_agg(title) as titles`,
  progress: `${pairsOf('completed', 'items')} as counts`,
  targetDate: `${instantsOf('due_date')} as "targetDates"`,
};

/** The text of a statement with its values. */
interface Asked {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Sums up the children that count. */
function ofSome(of: Counted, sort: EpicSort): Asked {
  const children = sumsOf(`from work_items item where ${of.items} and item.parent_id is not null`);
  return { sql: textOf(of, sort, children), values: of.parameters.values };
}

/** Sums up all live children, in the order of one index, and takes those away that were created after the instant of the report. */
function ofProject(scope: ProjectScope, population: ReportPopulation, bounds: ReportBounds, sort: EpicSort): Asked {
  const of = reported(scope, population);
  const { parameters, organization, project, asOf } = of;
  const isLiveChild = 'item.deleted_at is null and item.archived_at is null and item.parent_id is not null';
  const children = sumsOf(
    `from work_items item where item.organization_id = ${organization} and item.project_id = ${project} and ${isLiveChild}`,
  );
  const later = sumsOf(
    `from item_flow flow
     join work_items item on item.organization_id = ${organization} and item.id = flow.work_item_id and ${isLiveChild}
     where flow.organization_id = ${organization} and flow.project_id = ${project} and flow.created_at > ${asOf}`,
  );
  const sql = textOf({ ...of, bound: tooOld(scope, bounds, parameters) }, sort, children, later);
  return { sql, values: parameters.values };
}

/** Selects a row for each parent. PostgreSQL need not sort for it: `live_children_by_status` has that order. */
function sumsOf(source: string): string {
  return `select item.parent_id, count(*) as items, count(*) filter (where item.status = 'done') as completed,
      sum(item.story_points) as points, sum(item.story_points) filter (where item.status = 'done') as completed_points
    ${source} group by item.parent_id`;
}

/**
 * Applies the filters of the report to the children, not to the epics. These are read from the index `live_epics_by_id`, in the order of
 * the children's parents, so that the two are merged. `later` are the children to take away.
 */
function textOf(
  { bound, organization, project, asOf }: Omit<Counted, 'items'>,
  sort: EpicSort,
  children: string,
  later?: string,
): string {
  const sum = (column: string) =>
    `coalesce(child.${column}, 0)${later === undefined ? '' : ` - coalesce(later.${column}, 0)`} as ${column}`;
  return `
    with ${bound}, epics as (
      select item.number, item.status, item.title, item.due_date, ${SUMS.map(([, column]) => sum(column)).join(', ')}
      from work_items item
      left join (${children}) child on child.parent_id = item.id
      ${later === undefined ? '' : `left join (${later}) later on later.parent_id = item.id`}
      where item.organization_id = ${organization} and item.project_id = ${project} and item.type = 'epic'
        and item.deleted_at is null and item.archived_at is null and item.created_at <= ${asOf} and ${IS_READ}
    )
    select ${numbersOf('number')} as numbers, ${COLUMNS_OF[sort]},
      count(*) filter (where status = 'done') as "completedEpicCount",
      ${SUMS.map(([member, column]) => `coalesce(sum(${column}), 0)::bigint as "${member}"`).join(', ')},
      ${IS_CAPPED} as "tooOld"
    from epics`;
}

/** The sums over the children, by the columns of `sumsOf`. */
const SUMS = [
  ['childCount', 'items'],
  ['completedCount', 'completed'],
  ['points', 'points'],
  ['completedPoints', 'completed_points'],
] as const;

/** An epic with its children in one status, or without children. */
type ShownEpicRow = Pick<WorkItemRecord, 'id' | 'projectKey' | 'number' | 'title' | 'status' | 'dueDate'> &
  MetricCount & { readonly childStatus: WorkItemStatus | null };

/** Reads epics as their rows show them, by the index of their children. */
export async function readShownEpics(
  reader: Reader,
  scope: ProjectScope,
  population: ReportPopulation,
  numbers: readonly number[],
  bounds = REPORT_BOUNDS,
): Promise<ReadonlyMap<number, ShownEpic>> {
  const { bound, items, parameters, organization, project, asOf } = counted(scope, population, bounds);
  const text = `
    with ${bound}
    select epic.id, epic.project_key as "projectKey", epic.number, epic.title, epic.status, epic.due_date as "dueDate",
      child.status as "childStatus", coalesce(child.items, 0) as "itemCount", coalesce(child.points, 0) as points
    from work_items epic
    left join lateral (
      select item.status, count(*) as items, sum(item.story_points) as points
      from work_items item where item.parent_id = epic.id and ${items} group by item.status offset 0
    ) child on true
    where epic.organization_id = ${organization} and epic.project_id = ${project} and epic.created_at <= ${asOf}
      and epic.number = any(${parameters.add(numbers.map(String), 'bigint[]')})`;
  const rows = await reader.rows<ShownEpicRow>(shapedStatement('report.shown-epics', text), parameters.values);
  const shown = new Map<number, ShownEpic>();
  for (const { id, projectKey, number, title, status, dueDate, childStatus, itemCount, points } of rows) {
    const group = childStatus === null ? {} : { [childStatus]: { itemCount, points } };
    const children = { ...shown.get(number)?.children, ...group };
    shown.set(number, { epic: { id, projectKey, number, title, status }, targetDate: dueDate, children });
  }
  return shown;
}
