import {
  type Cursors,
  type OrganizationScope,
  type Page,
  type SearchPageRequest,
  type SqueakQLCondition,
  type SqueakQLQuery,
  type SqueakQLValue,
  type TablePageRequest,
  type TableRowView,
  type WorkItemContextView,
} from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import { type Reader, type Statement, StatementParameters, shapedView } from '../../engine/statement.js';
import { labelIds } from '../../squeakql/related-rows.js';
import { conjunctsOf, squeakqlCondition } from '../../squeakql/condition.js';
import type { SqueakQLContext } from '../../squeakql/context.js';
import { instantFor } from '../../squeakql/instant.js';
import { contextOf, contextPageOf, type ContextRow } from './context-row.js';
import { COLUMNS_ACROSS, OF_ALL_PROJECTS } from './population.js';
import { SearchOrder } from './search-order.js';
import { tablePageOf, tableRowOf, type TableRow } from './table-row.js';

/** Reads one page of the Work Items that a query finds in the Projects that the scope covers. */
export async function readSearchPage(
  reader: Reader,
  cursors: Cursors,
  scope: OrganizationScope,
  request: SearchPageRequest,
): Promise<Page<WorkItemContextView>> {
  return readFound<ContextRow, WorkItemContextView>(reader, cursors, scope, request, {
    kind: 'search',
    order: new SearchOrder(request.query),
    statementOf: (picked) => shapedView('squeakql.search', contextPageOf(picked, false), false),
    itemOf: (row) => contextOf(row, undefined, false),
  });
}

/** Reads one page of the same Work Items as rows of a table. */
export async function readTablePage(
  reader: Reader,
  cursors: Cursors,
  scope: OrganizationScope,
  request: TablePageRequest,
): Promise<Page<TableRowView>> {
  return readFound<TableRow, TableRowView>(reader, cursors, scope, request, {
    kind: 'table',
    order: new SearchOrder(request.query, request.groupBy),
    statementOf: (picked) => shapedView('squeakql.table', tablePageOf(picked, request.groupBy), false),
    itemOf: tableRowOf,
  });
}

interface Form<Row, Item> {
  readonly kind: 'search' | 'table';
  readonly order: SearchOrder;
  readonly statementOf: (picked: { readonly sql: string; readonly orderBy: string }) => Statement;
  readonly itemOf: (row: Row) => Item;
}

async function readFound<Row extends ContextRow, Item>(
  reader: Reader,
  cursors: Cursors,
  scope: OrganizationScope,
  request: SearchPageRequest,
  { kind, order, statementOf, itemOf }: Form<Row, Item>,
): Promise<Page<Item>> {
  const collection = `${kind} of ${scope.organizationId} ${request.bound}`;
  const [givenAsOf, ...after] = cursors.open(collection, request) ?? [];
  const asOf = givenAsOf === undefined ? await instantFor(request.query, reader) : String(givenAsOf);
  const parameters = new StatementParameters();
  const sql = picking(scope, request, asOf, order, givenAsOf === undefined ? undefined : after, parameters);
  const rows = await reader.rows<Row>(statementOf({ sql, orderBy: order.sql }), parameters.values);
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
  const fewCondition = squeakqlCondition({ ...query, condition: few }, context);
  return `(
      select ${COLUMNS_ACROSS}, item.description, item.deleted_at from work_items item
      where item.organization_id = ${context.organizationId} and item.deleted_at is null and ${fewCondition} offset 0
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

/** The number of Work Items with a label up to which a search begins with them. Reading that many costs as much as a few pages. */
const FEW = 2_000;

/** The conditions of a query: one on labels, and all others. */
interface ByLabel {
  readonly values: readonly SqueakQLValue[];
  readonly others: SqueakQLQuery;
}

/** Returns the first condition that an item has a label, if the others are combined with it by `and`. */
function byLabelOf(query: SqueakQLQuery): ByLabel | undefined {
  const operands = conjunctsOf(query.condition);
  const label = operands.find(
    (operand) =>
      (operand.kind === 'comparison' && operand.operator === '=' && operand.field === 'label') ||
      (operand.kind === 'membership' && !operand.negated && operand.field === 'label'),
  );
  if (label?.kind !== 'comparison' && label?.kind !== 'membership') return undefined;
  const others = { ...query, condition: { kind: 'and', operands: operands.filter((one) => one !== label) } as const };
  return { values: label.kind === 'comparison' ? [label.value] : label.values, others };
}

/**
 * Builds the query of the items with a label. Where they are few, they are read and sorted; where they are many, all items are read in the
 * order of the search until the page is full. The planner knows neither how many items have this label nor whether they are the last ones
 * of the order: it would read a whole Organization in one way or in the other. One of the two parts is not executed.
 */
function pickingByLabel(
  { values, others }: ByLabel,
  context: SqueakQLContext,
  picked: (source: string, condition: string) => string,
  order: string,
  most: string,
): string {
  const { organizationId } = context;
  const condition = squeakqlCondition(others, context);
  const labelled = `(
      select ${COLUMNS_ACROSS}, item.description, item.deleted_at from work_items item
      where item.organization_id = ${organizationId} and item.deleted_at is null and item.id = any(array(select id from labelled))
        and (select are_few from labelled_count) and ${condition} offset 0
    )`;
  // A lookup for each item: PostgreSQL would make a hash of all items with the label out of `exists`.
  const labelledCondition = `(
      select true from work_item_labels attached
      where attached.organization_id = ${organizationId} and attached.work_item_id = item.id
        and attached.label_id = any(array(select id from named)) limit 1
    )`;
  return `
    with named as materialized (${labelIds(values, context)}), labelled as materialized (
      select attached.work_item_id as id from work_item_labels attached
      where attached.organization_id = ${organizationId} and attached.label_id in (select id from named)
      limit ${FEW + 1}
    ), labelled_count as materialized (
      select count(*) <= ${FEW} as are_few from labelled
    )
    select item.* from (
      (${picked(labelled, 'true')})
      union all
      (${picked(ALL_ITEMS, `not (select are_few from labelled_count) and ${labelledCondition} and ${condition}`)})
    ) item order by ${order} limit ${most}`;
}

/** Builds the query of one page and one more row. If only some Projects are visible, reads each in order as far as the page can reach. */
function picking(
  { organizationId, actorId, onlyProjects }: OrganizationScope,
  { query, calendar, archivedToo, limit }: SearchPageRequest,
  asOf: string,
  order: SearchOrder,
  position: Position | undefined,
  parameters: StatementParameters,
): string {
  const organization = parameters.add(organizationId, 'uuid');
  const context = {
    parameters,
    organizationId: organization,
    viewer: { actorId, onlyProjects },
    now: new Date(asOf),
    calendar,
  };
  const most = parameters.add(limit + 1, 'integer');
  const behindConditions = position ? [order.afterCondition(position, parameters)] : [];
  const shown = `${COLUMNS_ACROSS}, 0 as place, null::timestamptz as as_of`;
  const picked = (source: string, condition: string, columns = shown) => `
    select ${columns} from ${source} item
    where ${[
      `item.organization_id = ${organization}`,
      onlyProjects ? 'item.project_id = part.project_id' : OF_ALL_PROJECTS,
      'item.deleted_at is null',
      ...(archivedToo ? [] : ['item.archived_at is null']),
      condition,
      ...behindConditions,
    ].join(' and ')}
    order by ${order.sql} limit ${most}`;
  const byLabel = onlyProjects ? undefined : byLabelOf(query);
  if (byLabel) return pickingByLabel(byLabel, context, picked, order.sql, most);
  const condition = squeakqlCondition(query, context);
  if (!onlyProjects) {
    const source = sourceOf(query, context);
    if (source !== ALL_ITEMS || !order.isPickedByKeys) return picked(source, condition);
    return `
      select ${shown} from (${picked(ALL_ITEMS, condition, 'item.id')}) key
      join work_items item on item.organization_id = ${organization} and item.id = key.id`;
  }
  const items = picked(ALL_ITEMS, condition);
  return `
    select item.* from unnest(${parameters.add([...onlyProjects], 'uuid[]')}) part (project_id)
    cross join lateral (${items}) item order by ${order.sql} limit ${most}`;
}
