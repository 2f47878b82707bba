import type {
  Cursors,
  Page,
  ProjectScope,
  SummaryField,
  WorkItemPageRequest,
  WorkItemSummaryView,
} from '@worktrack/application';
import { WorkItemKey, type WorkItemId } from '@worktrack/domain';
import type { Reader } from '../../connection/connections.js';
import { Parameters } from '../../sql/parameters.js';
import { shapedView } from '../../sql/statement.js';
import { ITEM_COLUMNS, ITEM_JOINS, assigneeOf, sprintOf, type ItemRow } from '../item-row.js';
import { pickOf, positionOf, type Pick, type Placed } from './pick.js';

type SummaryRow = ItemRow & Placed & { readonly parentId: WorkItemId | null };

/** One page of a Project's Work Items, in one round trip: the rows are picked first, and only those are joined. */
export async function readProjectPage(
  reader: Reader,
  cursors: Cursors,
  { organizationId, projectId }: ProjectScope,
  request: WorkItemPageRequest,
): Promise<Page<WorkItemSummaryView>> {
  const { sort, filter, fields, bound, limit } = request;
  const collection = `work items of ${projectId} ${bound}`;
  const position = cursors.open(collection, request);
  const parameters = new Parameters();
  parameters.add(organizationId, 'uuid');
  parameters.add(projectId, 'uuid');
  const pick = pickOf(sort, filter, position, limit + 1, parameters);
  const statement = shapedView('work-item-view.page', pageOf(pick), pick.hot);
  const rows = await reader.rows<SummaryRow>(statement, parameters.values);
  const itemOf = (row: SummaryRow) => chosen(summaryOf(row), fields);
  return cursors.page(collection, request, rows, itemOf, (row) => positionOf(sort, row));
}

function pageOf({ sql, orderBy }: Pick): string {
  return `select ${ITEM_COLUMNS}, item.parent_id as "parentId", item.place, item.as_of as "asOf",
      item.due_order as "dueOrder", item.priority_order as "priorityOrder", item.status_order as "statusOrder"
    from (${sql}) item ${ITEM_JOINS} order by ${orderBy}`;
}

function summaryOf(row: SummaryRow): Required<WorkItemSummaryView> {
  return {
    id: row.id,
    key: WorkItemKey.of(row.projectKey, row.number),
    revision: row.revision,
    title: row.title,
    type: row.type,
    status: row.status,
    priority: row.priority,
    assignee: assigneeOf(row),
    sprint: sprintOf(row),
    parentId: row.parentId,
    storyPoints: row.storyPoints,
    dueDate: row.dueDate,
    archivedAt: row.archivedAt,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
}

/** The members that were asked for; `id`, `key` and `revision` always come along. */
function chosen(
  summary: Required<WorkItemSummaryView>,
  fields: ReadonlySet<SummaryField> | undefined,
): WorkItemSummaryView {
  if (!fields) return summary;
  const { id, key, revision, ...rest } = summary;
  const shown = Object.entries(rest).filter(([name]) => fields.has(name as SummaryField));
  return { id, key, revision, ...Object.fromEntries(shown) };
}
