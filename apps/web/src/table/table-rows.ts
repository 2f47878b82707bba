import type { ViewGrouping } from '@worktrack/domain';
import { application, dataOf, type ApplicationSchemas } from '../api/client.js';
import { LARGEST_PAGE, usePages, type After } from '../api/pages.js';
import type { Refresh } from '../api/refresh.js';

/** A Work Item with all that a table has columns for. */
export type TableRow = ApplicationSchemas['TableRow'];

interface RowsQuery extends After {
  readonly query: string;
  readonly groupBy: ViewGrouping | null;
  readonly limit: number;
}

const TABLE = '/api/organizations/{organizationSlug}/work-items/table';

/** The characters of a query up to which its first page has an address: it is then kept for a time without a connection. */
const LONGEST_IN_ADDRESS = 1_000;

/** Reads one page of the rows that a query finds, group by group. */
export function readRows(organization: string, body: RowsQuery, signal: AbortSignal) {
  const path = { organizationSlug: organization };
  const { query, groupBy, limit, cursor } = body;
  if (cursor !== undefined || query.length > LONGEST_IN_ADDRESS) {
    return dataOf(application.POST(TABLE, { params: { path }, body, signal }));
  }
  const first = { query, limit, ...(groupBy !== null && { groupBy }) };
  return dataOf(application.GET(TABLE, { params: { path, query: first }, signal }));
}

/** The pages that are read again when others change something. A longer list would be read again for seconds. */
const MOST_REFRESHED = 3;

/** Brings others' changes into a list with few pages; a longer one stays as it is until it is opened again. */
export const refreshShort: Refresh = async ({ query, isEdited, readAgain }) => {
  const { pages = [] } = (query.state.data ?? {}) as { readonly pages?: readonly unknown[] };
  if (pages.length <= MOST_REFRESHED && !isEdited()) await readAgain();
};

/** The rows that a query finds, page by page. */
export const useTableRows = (
  organization: string,
  query: string | undefined,
  groupBy: ViewGrouping | null,
  { keepsFormer = false } = {},
) =>
  usePages<TableRow>(
    ['table', organization, query, groupBy],
    (after, signal) => readRows(organization, { query: query ?? '', groupBy, limit: LARGEST_PAGE, ...after }, signal),
    { enabled: query !== undefined, keepsFormer, meta: { refresh: refreshShort } },
  );
