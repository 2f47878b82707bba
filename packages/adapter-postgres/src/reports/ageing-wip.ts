import type { AgeingWipRequest, ProjectScope } from '@worktrack/application';
import type { AgeingWipFacts, AgeingWork, PublicUserId, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import { STATUS_ORDER } from '../work-item/collection/rank.js';
import type { Joined } from '../work-item/item-row.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, type Counted } from './counted.js';

type AgeingRow = Omit<AgeingWork, 'assignee'> &
  Joined<{ readonly assigneePublicId: PublicUserId; readonly assigneeName: string }>;

/** A row of the outer join: without an item it contains only `tooOld`. */
type AgeingItemRow = Joined<AgeingRow> & { readonly tooOld: boolean };

/** Reads all facts with one statement, so from one snapshot. */
export async function readAgeingWip(
  reader: Reader,
  scope: ProjectScope,
  { population, statuses }: AgeingWipRequest,
  bounds = REPORT_BOUNDS,
): Promise<AgeingWipFacts> {
  const of = counted(scope, population, bounds);
  const statement = shapedStatement('report.ageing-wip', textOf(of, statuses, bounds.historyRows));
  const rows = await reader.rows<AgeingItemRow>(statement, of.parameters.values);
  const items = rows.flatMap((row) => (row.id === null ? [] : [workOf(row)]));
  return { items, capped: rows[0]?.tooOld ?? false };
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
    ), standing as (
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
    select standing.id, standing.project_key as "projectKey", standing.number, standing.title, standing.type, standing.priority,
      standing.status, standing.since, assignee.public_id as "assigneePublicId", assignee.name as "assigneeName",
      capped."tooOld"
    from (select ${IS_CAPPED} as "tooOld") capped
    left join (
      standing left join users assignee on assignee.id = standing.assignee_id and assignee.removed_at is null
    ) on true
    order by standing.since, standing.number`;
}

const ITEM = `item.id, item.project_key, item.number, item.title, item.type, item.priority, item.assignee_id`;

function workOf({ id, projectKey, number, title, type, priority, status, since, ...row }: AgeingRow): AgeingWork {
  const assignee = row.assigneePublicId === null ? null : { publicId: row.assigneePublicId, name: row.assigneeName };
  return { id, projectKey, number, title, type, priority, status, since, assignee };
}
