import {
  type Cursors,
  type OrganizationScope,
  type Page,
  type SearchPageRequest,
  type SqueakQLCondition,
  type SqueakQLQuery,
  type WorkItemContextView,
} from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import type { Reader } from '../../engine/connections.js';
import { Parameters } from '../../engine/parameters.js';
import { shapedView } from '../../engine/statement.js';
import { conjunctsOf, squeakqlCondition } from '../../squeakql/condition.js';
import type { SqueakQLContext } from '../../squeakql/context.js';
import { instantFor } from '../../squeakql/instant.js';
import { contextOf, contextPageOf, type ContextRow } from './context-row.js';
import { COLUMNS_ACROSS, OF_ALL_PROJECTS } from './population.js';
import { SearchOrder } from './search-order.js';

/** Reads one page of the Work Items that a query finds in the Projects that the scope covers. */
export async function readSearchPage(
  reader: Reader,
  cursors: Cursors,
  scope: OrganizationScope,
  request: SearchPageRequest,
): Promise<Page<WorkItemContextView>> {
  const collection = `search of ${scope.organizationId} ${request.bound}`;
  const [givenAsOf, ...after] = cursors.open(collection, request) ?? [];
  const asOf = givenAsOf === undefined ? await instantFor(request.query, reader) : String(givenAsOf);
  const order = new SearchOrder(request.query);
  const parameters = new Parameters();
  const sql = picking(scope, request, asOf, order, givenAsOf === undefined ? undefined : after, parameters);
  const statement = shapedView('squeakql.search', contextPageOf({ sql, orderBy: order.sql }, false), false);
  const rows = await reader.rows<ContextRow>(statement, parameters.values);
  const itemOf = (row: ContextRow) => contextOf(row, undefined, false);
  return cursors.page(collection, request, rows, itemOf, (row) => [asOf, ...order.positionOf(row)]);
}

const ALL_ITEMS = 'work_items';

/**
 * Returns what a search reads from. The work of one user and the children of one Work Item are read by an index of their own, and sorted:
 * `offset 0` keeps the planner from an index in the order of the search. It takes the matches to be spread evenly over that index; where a
 * user has no urgent work, it would read all urgent work of the Organization. Its estimate of one user's work is also too high where the
 * user works more in another Organization.
 */
function sourceOf(query: SqueakQLQuery, context: SqueakQLContext): string {
  const few = conjunctsOf(query.condition).find(isOfOne);
  if (!few) return ALL_ITEMS;
  const isFew = squeakqlCondition({ ...query, condition: few }, context);
  return `(
      select ${COLUMNS_ACROSS}, item.description, item.deleted_at from work_items item
      where item.organization_id = ${context.organizationId} and item.deleted_at is null and ${isFew} offset 0
    )`;
}

/** True for a condition that names one user or one parent. */
function isOfOne(condition: SqueakQLCondition): boolean {
  return (
    condition.kind === 'comparison' &&
    condition.operator === '=' &&
    ['assignee', 'reporter', 'parent'].includes(condition.field)
  );
}

/** Builds the query of one page and one more row. If only some Projects are visible, reads each in order as far as the page can reach. */
function picking(
  { organizationId, actorId, onlyProjects }: OrganizationScope,
  { query, archivedToo, limit }: SearchPageRequest,
  asOf: string,
  order: SearchOrder,
  position: Position | undefined,
  parameters: Parameters,
): string {
  const organization = parameters.add(organizationId, 'uuid');
  const context = {
    parameters,
    organizationId: organization,
    viewer: { actorId, onlyProjects },
    now: new Date(asOf),
  };
  const condition = squeakqlCondition(query, context);
  const source = onlyProjects ? ALL_ITEMS : sourceOf(query, context);
  const most = parameters.add(limit + 1, 'integer');
  const items = `
    select ${COLUMNS_ACROSS}, 0 as place, ${parameters.add(asOf, 'timestamptz')} as as_of from ${source} item
    where ${[
      `item.organization_id = ${organization}`,
      onlyProjects ? 'item.project_id = part.project_id' : OF_ALL_PROJECTS,
      'item.deleted_at is null',
      ...(archivedToo ? [] : ['item.archived_at is null']),
      condition,
      ...(position ? [order.isAfter(position, parameters)] : []),
    ].join(' and ')}
    order by ${order.sql} limit ${most}`;
  if (!onlyProjects) return items;
  return `
    select item.* from unnest(${parameters.add([...onlyProjects], 'uuid[]')}) part (project_id)
    cross join lateral (${items}) item order by ${order.sql} limit ${most}`;
}
