import type { AgeingWipRequest, ProjectScope } from '@worktrack/application';
import type { AgeingWipFacts, AgeingWork, PublicUserId, UserId, WorkItemId, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import { STATUS_ORDER } from '../work-item/collection/rank.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, type Counted } from './counted.js';
import { inMilliseconds, listOf, valuesOf } from './lists.js';

/** The items, each column as one list, in the order of the report. */
interface AgeingLists {
  readonly ids: string | null;
  readonly numbers: string | null;
  readonly statuses: string | null;
  readonly since: string | null;
  readonly assignees: string | null;
  /** The accounts of all assignees. */
  readonly people: readonly { readonly id: UserId; readonly publicId: PublicUserId; readonly name: string }[] | null;
  readonly tooOld: boolean;
}

/** Reads all facts with one statement, so from one snapshot. */
export async function readAgeingWip(
  reader: Reader,
  scope: ProjectScope,
  { population, statuses }: AgeingWipRequest,
  bounds = REPORT_BOUNDS,
): Promise<AgeingWipFacts> {
  const of = counted(scope, population, bounds);
  const statement = shapedStatement('report.ageing-wip', textOf(of, statuses, bounds.historyRows));
  const [lists] = await reader.rows<AgeingLists>(statement, of.parameters.values);
  return { items: lists ? worksOf(lists) : [], capped: lists?.tooOld ?? false };
}

function worksOf({ ids, numbers, statuses, since, assignees, people }: AgeingLists): readonly AgeingWork[] {
  const byId = new Map<string, AgeingWork['assignee']>(
    people?.map(({ id, publicId, name }) => [id, { publicId, name }]),
  );
  const [numbered, standing, assigned] = [
    valuesOf(numbers),
    valuesOf(statuses) as readonly WorkItemStatus[],
    valuesOf(assignees),
  ];
  const from = valuesOf(since);
  return (valuesOf(ids) as readonly WorkItemId[]).map((id, index) => ({
    id,
    number: Number(numbered[index]),
    status: standing[index] ?? 'backlog',
    assignee: byId.get(assigned[index] ?? '') ?? null,
    since: new Date(Number(from[index])),
  }));
}

/**
 * Selects the items by their status at the instant of the report. For the few items that changed their status since, their spans are
 * searched for the last change up to that instant.
 */
function textOf(of: Counted, statuses: readonly WorkItemStatus[], historyRows: number): string {
  const { parameters, organization, project, asOf, bound, items } = of;
  const wanted = parameters.add(statuses, 'text[]');
  const orders = parameters.add([...new Set(statuses.map((status) => String(STATUS_ORDER[status])))], 'smallint[]');
  return `
    with ${bound}, moved as (
      select distinct work_item_id from (
        select work_item_id, status, previous_status from status_spans
        where organization_id = ${organization} and project_id = ${project} and began_at > ${asOf}
        order by began_at desc limit ${parameters.add(historyRows, 'bigint')}
      ) later
      where status is distinct from previous_status
    ), standing as materialized (
      select ${ITEM}, item.status, flow.since
      from work_items item
      join item_flow flow on flow.organization_id = ${organization} and flow.work_item_id = item.id
      where ${items} and item.status_order = any(${orders}) and item.status = any(${wanted}) and flow.since <= ${asOf}
      union all
      select ${ITEM}, entry.status, entry.began_at
      from moved
      cross join lateral (
        select past.status, past.began_at from status_spans past
        where past.organization_id = ${organization} and past.work_item_id = moved.work_item_id and past.began_at <= ${asOf}
          and past.status is distinct from past.previous_status
        order by past.sequence desc limit 1
      ) entry
      join work_items item on item.organization_id = ${organization} and item.id = moved.work_item_id and ${items}
      where entry.status = any(${wanted})
    )
    select ${listOf('id')} as ids, ${listOf('number')} as numbers, ${listOf('status')} as statuses,
      ${listOf(inMilliseconds('since'))} as since, ${listOf('assignee_id')} as assignees,
      (select json_agg(json_build_object('id', id, 'publicId', public_id, 'name', name)) from users
       where id in (select assignee_id from standing) and removed_at is null) as people,
      ${IS_CAPPED} as "tooOld"
    from (select id, number, status, since, assignee_id from standing order by since, number) ordered`;
}

const ITEM = `item.id, item.number, item.assignee_id`;
