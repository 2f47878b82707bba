import type { ContextPageRequest, Cursors, OrganizationScope, Page, ProfileWorkItemView } from '@worktrack/application';
import type { Reader } from '../../engine/connections.js';
import { Parameters } from '../../engine/parameters.js';
import { shapedView } from '../../engine/statement.js';
import { contextOf, contextPageOf, type ContextRow } from './context-row.js';
import { pickOf, positionOf } from './pick.js';
import { across } from './population.js';

/** Reads one page of the Work Items of several Projects, in one round trip. */
export async function readContextPage(
  reader: Reader,
  cursors: Cursors,
  scopes: readonly OrganizationScope[],
  request: ContextPageRequest,
): Promise<Page<ProfileWorkItemView>> {
  const { sort, filter, person, withReporter = false, fields, bound, limit } = request;
  const collection = `work items across Projects ${bound}`;
  const position = cursors.open(collection, request);
  const parameters = new Parameters();
  const population = across(scopes, person, parameters);
  const pick = pickOf(sort, filter, position, limit, parameters, population);
  const statement = shapedView('work-item-view.page-across', contextPageOf(pick, withReporter), pick.prepared);
  const rows = await reader.rows<ContextRow>(statement, parameters.values);
  const itemOf = (row: ContextRow) => contextOf(row, fields, withReporter);
  return cursors.page(collection, request, rows, itemOf, (row) => positionOf(sort, row, population));
}
