import { query } from './database.js';

/** Numbers of rows of some Projects by table, of those that are archived, deleted or edited, and the sums of revisions. */
export type Footprint = Readonly<Record<string, number>>;

interface Column {
  readonly table: string;
  readonly columns: readonly string[];
}

/** The terms of each database's footprint, which follow from its tables. */
const termsByUrl = new Map<string, Promise<string>>();

/** Reads the footprint of the Projects whose name begins with this text. Every table that names a Project or a Work Item is counted. */
export async function footprintOf(databaseUrl: string, name: string): Promise<Footprint> {
  const terms = termsByUrl.get(databaseUrl) ?? termsOf(databaseUrl);
  termsByUrl.set(databaseUrl, terms);
  const [row] = await query(
    databaseUrl,
    `with project as materialized (select * from projects where starts_with(name, $1)),
       item as materialized (select * from work_items where project_id in (select id from project))
     select ${await terms}`,
    [name],
  );
  return row as Footprint;
}

/** Returns by how much each number has changed; those that have not are left out. */
export function changeOf(before: Footprint, after: Footprint): Footprint {
  const changes = Object.entries(after).map(([name, count]) => [name, count - (before[name] ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

async function termsOf(databaseUrl: string): Promise<string> {
  const tables: readonly Column[] = await query(
    databaseUrl,
    `select table_name as table, array_agg(column_name::text) as columns
     from information_schema.columns
     -- The feed is numbered a moment after the change.
     where table_schema = 'public' and table_name not in ('change_queue', 'changes', 'feed_heads')
     group by 1 order by 1`,
  );
  return tables.flatMap(termsOfTable).join(', ');
}

/** Columns that name a Work Item, in the order of preference. */
const NAMES_ITEM = ['work_item_id', 'source_id', 'item_id'];

function termsOfTable({ table, columns }: Column): string[] {
  const item = NAMES_ITEM.find((column) => columns.includes(column));
  const rows =
    table === 'projects'
      ? 'project'
      : columns.includes('project_id')
        ? `${table} where project_id in (select id from project)`
        : item && `${table} where ${item} in (select id from item)`;
  if (rows === undefined) return [];
  const counts = [
    `(select count(*)::int from ${rows}) as "${table}"`,
    ...['archived_at', 'deleted_at', 'edited_at']
      .filter((column) => columns.includes(column))
      .map((column) => `(select count(${column})::int from ${rows}) as "${table}.${column}"`),
  ];
  const hasRevision = columns.includes('revision') && table !== 'work_item_history';
  const revisions = `(select coalesce(sum(revision), 0)::int from ${rows}) as "${table}.revision"`;
  return hasRevision ? [...counts, revisions] : counts;
}
