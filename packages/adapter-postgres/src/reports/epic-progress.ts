import type { EpicProgressRequest, ProjectScope, ReportPopulation } from '@worktrack/application';
import {
  WORK_ITEM_STATUSES,
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

/** The epics, each column as one list; the titles as they are. */
interface EpicLists {
  readonly ids: string | null;
  /** All items of a Project have the same key; `null` without epics. */
  readonly projectKey: ProjectKey | null;
  readonly numbers: string | null;
  readonly titles: readonly string[] | null;
  readonly statuses: string | null;
  readonly dueDates: string | null;
  /** For each epic with children, the numbers of its children by status, then their points, with blanks between them. */
  readonly children: string | null;
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
  return { epics: lists ? epicsOf(lists) : [], capped: lists?.tooOld ?? false };
}

function epicsOf(lists: EpicLists): readonly EpicWithChildren[] {
  const { projectKey } = lists;
  if (projectKey === null) return [];
  const [numbers, statuses, dueDates] = [
    valuesOf(lists.numbers),
    valuesOf(lists.statuses) as readonly WorkItemStatus[],
    valuesOf(lists.dueDates),
  ];
  const children = valuesOf(lists.children);
  return (valuesOf(lists.ids) as readonly WorkItemId[]).map((id, index) => ({
    epic: {
      id,
      projectKey,
      number: Number(numbers[index]),
      title: lists.titles?.[index] ?? '',
      status: statuses[index] ?? 'backlog',
    },
    targetDate: instantOf(dueDates[index]),
    children: childrenOf(children[index] ?? ''),
  }));
}

const CHILDLESS = {};

function childrenOf(sums: string): EpicWithChildren['children'] {
  if (sums === '') return CHILDLESS;
  const values = sums.split(' ');
  const children: Partial<Record<WorkItemStatus, MetricCount>> = {};
  for (const [index, status] of WORK_ITEM_STATUSES.entries()) {
    const itemCount = Number(values[index]);
    if (itemCount > 0) children[status] = { itemCount, points: Number(values[WORK_ITEM_STATUSES.length + index]) };
  }
  return children;
}

/** The text of a statement with its values. */
interface Asked {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** Selects the children that count: parent, status, points, and 1. */
function ofSome(of: Counted): Asked {
  const children = `select item.parent_id, item.status, item.story_points, 1 as sign from work_items item
        where ${of.items} and item.parent_id is not null`;
  return { sql: textOf(of, children), values: of.parameters.values };
}

/** Selects all live children from one index, and once more, with -1, the few that were created after the instant of the report. */
function ofProject(scope: ProjectScope, population: ReportPopulation, bounds: ReportBounds): Asked {
  const of = reported(scope, population);
  const { parameters, organization, project, asOf } = of;
  const isLiveChild = 'item.deleted_at is null and item.archived_at is null and item.parent_id is not null';
  const children = `select item.parent_id, item.status, item.story_points, 1 as sign from work_items item
        where item.organization_id = ${organization} and item.project_id = ${project} and ${isLiveChild}
        union all
        select item.parent_id, item.status, item.story_points, -1 from item_flow flow
        join work_items item on item.organization_id = ${organization} and item.id = flow.work_item_id and ${isLiveChild}
        where flow.organization_id = ${organization} and flow.project_id = ${project} and flow.created_at > ${asOf}`;
  return { sql: textOf({ ...of, bound: tooOld(scope, bounds, parameters) }, children), values: parameters.values };
}

/** Applies the filters of the report to the children, not to the epics. */
function textOf({ bound, organization, project, asOf }: Omit<Counted, 'items'>, children: string): string {
  const sums = (sum: string) =>
    WORK_ITEM_STATUSES.map((status) => `coalesce(${sum} filter (where status = '${status}'), 0)`);
  return `
    with ${bound}, children as (
      select parent_id, concat_ws(' ', ${[...sums('sum(sign)'), ...sums('sum(sign * story_points)')].join(', ')}) as sums
      from (
        ${children}
      ) child
      group by parent_id
    )
    select ${listOf('item.id')} as ids, min(item.project_key) as "projectKey", ${listOf('item.number')} as numbers,
      json_agg(item.title) as titles, ${listOf('item.status')} as statuses,
      ${listOf(inMilliseconds('item.due_date'))} as "dueDates", ${listOf('children.sums')} as children, ${IS_CAPPED} as "tooOld"
    from work_items item
    left join children on children.parent_id = item.id
    where item.organization_id = ${organization} and item.project_id = ${project} and item.type = 'epic'
      and item.deleted_at is null and item.archived_at is null and item.created_at <= ${asOf} and ${IS_READ}`;
}
