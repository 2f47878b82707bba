import type { AgeingWipRequest, ProjectScope } from '@worktrack/application';
import {
  STATUS_ORDER,
  WORK_ITEM_STATUSES,
  type AgeingAssignee,
  type AgeingWipFacts,
  type WorkItemId,
  type WorkItemStatus,
} from '@worktrack/domain';
import { type Reader, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { idColumn, idsOf, instantColumn, instantsOf, numberColumn, numbersOf, type ColumnBytes } from './columns.js';
import { counted, type Counted } from './counted.js';

/** The items, each column as the bytes of its values, in the order of the report. */
interface AgeingColumns {
  readonly ids: ColumnBytes;
  readonly numbers: ColumnBytes;
  readonly statuses: ColumnBytes;
  readonly since: ColumnBytes;
  readonly assignees: ColumnBytes;
  readonly people: readonly AgeingAssignee[] | null;
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
  const [columns] = await reader.rows<AgeingColumns>(statement, of.parameters.values);
  const items = {
    ids: idColumn<WorkItemId>(columns?.ids ?? null),
    numbers: numberColumn(columns?.numbers ?? null),
    statuses: numberColumn(columns?.statuses ?? null),
    assignees: numberColumn(columns?.assignees ?? null),
    people: columns?.people ?? [],
    since: instantColumn(columns?.since ?? null),
  };
  return { items, capped: columns?.tooOld ?? false };
}

/**
 * Selects the items by their status at the instant of the report. An item that has not changed its status since the row keeps the instant
 * of that change has it in its flow. Without `offset 0` that
 * would be looked up twice. For the few items that changed their status since, their spans are
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
      select ${ITEM}, item.status, item.since from (
        select ${ITEM}, item.status, coalesce(item.status_since, (
          select flow.since from item_flow flow
          where flow.organization_id = ${organization} and flow.work_item_id = item.id)) as since
        from work_items item
        where ${items} and item.status_order = any(${orders}) and item.status = any(${wanted})
        offset 0
      ) item
      where item.since <= ${asOf}
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
    ), people as materialized (
      select id, public_id, name, row_number() over () - 1 as place from users
      where id in (select assignee_id from standing) and removed_at is null
    )
    select ${idsOf('id')} as ids, ${numbersOf('number')} as numbers, ${numbersOf(PLACE_OF_STATUS)} as statuses,
      ${instantsOf('since')} as since, ${numbersOf('assignee')} as assignees,
      (select json_agg(json_build_object('publicId', public_id, 'name', name) order by place) from people) as people,
      ${IS_CAPPED} as "tooOld"
    from (
      select standing.id, standing.number, standing.status, standing.since, coalesce(people.place, -1) as assignee
      from standing
      left join people on people.id = standing.assignee_id
      order by standing.since, standing.number
    ) ordered`;
}

const PLACE_OF_STATUS = `case status ${WORK_ITEM_STATUSES.map((status, place) => `when '${status}' then ${place}`).join(' ')} end`;

const ITEM = `item.id, item.number, item.assignee_id`;
