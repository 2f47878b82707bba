import type {
  ContextPageRequest,
  Cursors,
  OrganizationScope,
  Page,
  ProfileWorkItemView,
  WorkItemSort,
} from '@worktrack/application';
import { type Compare, ORGANIZATIONS_TOGETHER, comparing, rowsByOrganization } from '../../engine/keyset.js';
import {
  type Reader,
  type ReaderOfSeveral,
  type SentStatement,
  StatementParameters,
  shapedView,
  viewStatement,
} from '../../engine/statement.js';
import { contextOf, contextPageOf, type ContextRow } from './context-row.js';
import { OVERDUE_ORDER, PLAIN_ORDERS, type OrderColumn } from './orders.js';
import { needsInstant, pickOf, positionOf } from './pick.js';
import { across } from './population.js';

/** The instant of the first page, where the Organizations are read in several round trips. */
const NOW = viewStatement('work-item-view.now', `select date_trunc('milliseconds', now()) as now`);

/** Reads one page of the Work Items of several Organizations: a statement for each, sent together. */
export async function readContextPage(
  reader: ReaderOfSeveral,
  cursors: Cursors,
  scopes: readonly OrganizationScope[],
  request: ContextPageRequest,
): Promise<Page<ProfileWorkItemView>> {
  const { sort, filter, person, withReporter = false, fields, bound, limit } = request;
  const collection = `work items across Projects ${bound}`;
  const position = cursors.open(collection, request);
  const isInSeveralRoundTrips = scopes.length > ORGANIZATIONS_TOGETHER;
  const firstAsOf = isInSeveralRoundTrips && !position && needsInstant(sort, filter) ? await presentOf(reader) : null;
  const statements = scopes.map((scope): SentStatement => {
    const parameters = new StatementParameters();
    const population = across(scope, person, parameters);
    const pick = pickOf(sort, filter, position, limit, parameters, population, firstAsOf);
    const statement = shapedView('work-item-view.page-across', contextPageOf(pick, withReporter), pick.prepared);
    return { statement, values: parameters.values };
  });
  const rows = await rowsByOrganization(reader, statements, ORDERS[sort], limit + 1);
  const itemOf = (row: ContextRow) => contextOf(row, fields, withReporter);
  return cursors.page(collection, request, rows, itemOf, (row) => positionOf(sort, row, { isOneOfSeveral: true }));
}

/** `now()` is one instant for the statements of a round trip only. */
async function presentOf(reader: Reader): Promise<string> {
  const [row] = await reader.rows<{ readonly now: string }>(NOW, []);
  if (!row) throw new Error('The database returned no time.');
  return row.now;
}

const BY_ID = { of: 'id', descending: false } as const;
const descending = (order: readonly OrderColumn[]) => order.map(({ by }) => ({ of: by, descending: true }));
const plain = (sort: Exclude<WorkItemSort, 'rank'>) => comparing<ContextRow>(...descending(PLAIN_ORDERS[sort]), BY_ID);

/** The order of each sort, as its statement has it, with equal rows of two Organizations by their ids. */
const ORDERS: Readonly<Record<WorkItemSort, Compare<ContextRow>>> = {
  updated: plain('updated'),
  dueDate: plain('dueDate'),
  priority: plain('priority'),
  rank: comparing<ContextRow>({ of: 'place', descending: false }, ...descending(OVERDUE_ORDER), BY_ID),
};
