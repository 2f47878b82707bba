import type { EpicProgressRequest, ProjectScope, ReportPopulation } from '@worktrack/application';
import {
  type EpicProgressFacts,
  type EpicWithChildren,
  type MetricCount,
  type ProjectKey,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import type { Value } from '../engine/values.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS, tooOld, type ReportBounds } from './bounds.js';
import { counted, reported, type Counted } from './counted.js';
import { inMilliseconds, instantOf, listOf, valuesOf } from './lists.js';
import { countsWholeProject } from './whole-project.js';

/** The epics and their children, each column as one list; the titles as they are. */
interface EpicLists {
  readonly ids: string | null;
  readonly numbers: string | null;
  readonly titles: readonly string[] | null;
  readonly statuses: string | null;
  readonly dueDates: string | null;
  /** A group for each parent and status of its children, or two where some of them do not count. Some parents are no epics. */
  readonly parents: string | null;
  readonly childStatuses: string | null;
  readonly childCounts: string | null;
  readonly childPoints: string | null;
  readonly tooOld: boolean;
}

/** Reads all facts with one statement, so from one snapshot. */
export async function readEpicProgress(
  reader: Reader,
  scope: ProjectScope,
  { population }: EpicProgressRequest,
  bounds = REPORT_BOUNDS,
): Promise<EpicProgressFacts> {
  const text = (await countsWholeProject(reader, scope, population, bounds))
    ? ofProject(scope, population, bounds)
    : ofSome(counted(scope, population, bounds));
  const [lists] = await reader.rows<EpicLists>(shapedStatement('report.epic-progress', text.sql), text.values);
  return { epics: lists?.ids ? epicsOf(lists, scope.projectKey) : [], capped: lists?.tooOld ?? false };
}

function epicsOf(lists: EpicLists, projectKey: ProjectKey): readonly EpicWithChildren[] {
  const [numbers, statuses, dueDates] = [
    valuesOf(lists.numbers),
    valuesOf(lists.statuses) as readonly WorkItemStatus[],
    valuesOf(lists.dueDates),
  ];
  const children = childrenOf(lists);
  return (valuesOf(lists.ids) as readonly WorkItemId[]).map((id, index) => ({
    epic: {
      id,
      projectKey,
      number: Number(numbers[index]),
      title: lists.titles?.[index] ?? '',
      status: statuses[index] ?? 'backlog',
    },
    targetDate: instantOf(dueDates[index]),
    children: children.get(id) ?? CHILDLESS,
  }));
}

const CHILDLESS = {};

/** The children of each parent by status. */
function childrenOf(lists: EpicLists): ReadonlyMap<string, EpicWithChildren['children']> {
  const statuses = valuesOf(lists.childStatuses) as readonly WorkItemStatus[];
  const counts = valuesOf(lists.childCounts);
  const points = valuesOf(lists.childPoints);
  const children = new Map<string, Partial<Record<WorkItemStatus, MetricCount>>>();
  let [parentBefore, of]: [string | undefined, Partial<Record<WorkItemStatus, MetricCount>>] = [undefined, {}];
  for (const [index, parent] of valuesOf(lists.parents).entries()) {
    // The groups of a parent mostly follow each other.
    if (parent !== parentBefore) {
      of = children.get(parent) ?? {};
      children.set(parent, of);
      parentBefore = parent;
    }
    const status = statuses[index] ?? 'backlog';
    const group = { itemCount: Number(counts[index]), points: Number(points[index]) };
    const before = of[status];
    of[status] = before
      ? { itemCount: before.itemCount + group.itemCount, points: before.points + group.points }
      : group;
  }
  return children;
}

/** The text of a statement with its values. */
interface Asked {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Groups the children that count. */
function ofSome(of: Counted): Asked {
  const groups = groupsOf(`from work_items item where ${of.items} and item.parent_id is not null`);
  return { sql: textOf(of, groups), values: of.parameters.values };
}

/** Groups all live children, in the order of one index, and takes those away that were created after the instant of the report. */
function ofProject(scope: ProjectScope, population: ReportPopulation, bounds: ReportBounds): Asked {
  const of = reported(scope, population);
  const { parameters, organization, project, asOf } = of;
  const isLiveChild = 'item.deleted_at is null and item.archived_at is null and item.parent_id is not null';
  const all = groupsOf(
    `from work_items item where item.organization_id = ${organization} and item.project_id = ${project} and ${isLiveChild}`,
  );
  const later = groupsOf(
    `from item_flow flow
     join work_items item on item.organization_id = ${organization} and item.id = flow.work_item_id and ${isLiveChild}
     where flow.organization_id = ${organization} and flow.project_id = ${project} and flow.created_at > ${asOf}`,
    '-',
  );
  const sql = textOf({ ...of, bound: tooOld(scope, bounds, parameters) }, `${all} union all ${later}`);
  return { sql, values: parameters.values };
}

/** Selects a group for each parent and status. PostgreSQL need not sort for it, as `live_children_by_status` has that order. */
function groupsOf(source: string, sign = ''): string {
  return `select item.parent_id, item.status, ${sign}count(*) as items, ${sign}coalesce(sum(item.story_points), 0) as points
    ${source} group by item.parent_id, item.status`;
}

/** Applies the filters of the report to the children, not to the epics, which are read from the index `live_epics` alone. */
function textOf({ bound, organization, project, asOf }: Omit<Counted, 'items'>, groups: string): string {
  return `
    with ${bound}, epics as (
      select ${listOf('item.id')} as ids, ${listOf('item.number')} as numbers,
        json_agg(item.title) as titles, ${listOf('item.status')} as statuses,
        ${listOf(inMilliseconds('item.due_date'))} as "dueDates"
      from work_items item
      where item.organization_id = ${organization} and item.project_id = ${project} and item.type = 'epic'
        and item.deleted_at is null and item.archived_at is null and item.created_at <= ${asOf} and ${IS_READ}
    ), children as (
      select ${listOf('parent_id')} as parents, ${listOf('status')} as "childStatuses", ${listOf('items')} as "childCounts",
        ${listOf('points')} as "childPoints"
      from (${groups}) child
    )
    select epics.*, children.*, ${IS_CAPPED} as "tooOld" from epics cross join children`;
}
