import type {
  Cursors,
  Page,
  ProjectScope,
  WorkItemPageRequest,
  WorkItemSort,
  WorkItemSummaryView,
} from '@worktrack/application';
import { type Reader, StatementParameters, brief, shapedView } from '../../engine/statement.js';
import { ITEM_COLUMNS, ITEM_JOINS, assigneeOf } from '../item-row.js';
import { pickOf, positionOf, type PagePick } from './pick.js';
import { ofProject } from './population.js';
import { chosen, summaryColumnsOf, summaryOf, type SummaryRow } from './summary-row.js';

/** Reads one page of a Project's Work Items, in one round trip. The statement picks the rows first and joins only those. */
export async function readProjectPage(
  reader: Reader,
  cursors: Cursors,
  scope: ProjectScope,
  request: WorkItemPageRequest,
): Promise<Page<WorkItemSummaryView>> {
  const { sort, filter, fields, bound, limit } = request;
  const collection = `work items of ${scope.projectId} ${bound}`;
  const position = cursors.open(collection, request);
  const parameters = new StatementParameters();
  const population = ofProject(scope, parameters);
  const pick = pickOf(sort, filter, position, limit, parameters, population);
  const shaped = shapedView('work-item-view.page', pageOf(sort, pick), pick.prepared);
  const statement = pick.isPlain ? brief(shaped) : shaped;
  const rows = await reader.rows<SummaryRow>(statement, parameters.values);
  const itemOf = (row: SummaryRow) => chosen(summaryOf(row, assigneeOf(row)), fields);
  return cursors.page(collection, request, rows, itemOf, (row) => positionOf(sort, row, population));
}

function pageOf(sort: WorkItemSort, { sql, orderBy }: PagePick): string {
  return `select ${ITEM_COLUMNS}, ${summaryColumnsOf(sort)}
    from (${sql}) item ${ITEM_JOINS} order by ${orderBy}`;
}
