import { setTimeout as delay } from 'node:timers/promises';
import { LabelName, fold } from '@worktrack/domain';
import { LEAST_ID } from '../engine/id-range.js';
import { BETWEEN } from '../recording/search-text.js';

/** A column that holds a folded text. Earlier releases only lower-cased it, which is the same for text in ASCII. */
export interface FoldedColumn {
  readonly table: string;
  /** The primary key. */
  readonly key: readonly string[];
  /** The column with the text to fold. */
  readonly source: string;
  readonly column: string;
  readonly foldOf: (text: string) => string;
  /** The number of rows that one statement reads: the texts of that many are in memory. */
  readonly rowsOfBatch: number;
}

const nameOf = (table: string, ...key: string[]): FoldedColumn => {
  return { table, key, source: 'name', column: 'folded_name', foldOf: fold, rowsOfBatch: 1_000 };
};

export const LABEL_NAMES: FoldedColumn = {
  ...nameOf('labels', 'organization_id', 'id'),
  foldOf: (name) => LabelName.fold(name),
};

export const FOLDED_COLUMNS: readonly FoldedColumn[] = [
  LABEL_NAMES,
  nameOf('sprints', 'organization_id', 'id'),
  nameOf('saved_sprint_reports', 'organization_id', 'id'),
  nameOf('users', 'id'),
  {
    table: 'work_item_texts',
    key: ['organization_id', 'work_item_id'],
    source: 'folded',
    column: 'folded',
    foldOf: (text) => text.split(BETWEEN).map(fold).join(BETWEEN),
    rowsOfBatch: 100,
  },
];

/** Runs one statement in a transaction of its own, and returns its rows. */
export type RunStatement = (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>;

type Row = Readonly<Record<string, unknown>>;

/**
 * Folds the texts of a column again, where folding changes more than the case. Writes row by row, and only where the text is still the
 * one that was read. A name whose folded form another row has already stays as it is. Returns the number of rows that it has changed.
 */
export async function foldAgain(
  run: RunStatement,
  { table, key, source, column, foldOf, rowsOfBatch }: FoldedColumn,
  pause: number,
): Promise<number> {
  const values = key.map((_, place) => `$${place + 1}::uuid`).join(', ');
  const read = `select ${key.join(', ')}, case when octet_length(batch.text) <> char_length(batch.text) then batch.text end as text
     from (select ${key.join(', ')}, ${source} as text from ${table}
       where (${key.join(', ')}) > (${values}) order by ${key.join(', ')} limit ${rowsOfBatch}) batch
     order by ${key.join(', ')}`;
  const write = `with changed as (
       update ${table} set ${column} = $${key.length + 1}
       where (${key.join(', ')}) = (${values}) and ${source} = $${key.length + 2} and ${column} is distinct from $${key.length + 1}
       returning true
     ) select count(*)::integer as rows from changed`;
  let rows = 0;
  for (let last: readonly unknown[] = key.map(() => LEAST_ID); ;) {
    const batch = await run(read, last);
    for (const row of batch) {
      const { text } = row;
      if (typeof text !== 'string') continue;
      rows += await changedRows(() => run(write, [...key.map((member) => row[member]), foldOf(text), text]));
    }
    const end = batch.at(-1);
    if (end === undefined || batch.length < rowsOfBatch) return rows;
    last = key.map((member) => end[member]);
    await delay(pause);
  }
}

const UNIQUE_VIOLATION = '23505';

async function changedRows(write: () => Promise<readonly Row[]>): Promise<number> {
  try {
    const [changed] = await write();
    return Number(changed?.rows ?? 0);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION) return 0;
    throw error;
  }
}
