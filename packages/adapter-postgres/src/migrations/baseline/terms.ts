/** The present instant, as records keep it. */
export const NOW = `date_trunc('milliseconds', clock_timestamp())`;

/** The condition of a column `status`. */
export const KNOWN_STATUS = `check (status in ('backlog', 'todo', 'in_progress', 'in_review', 'done'))`;

/**
 * Settings of a large table to which rows are added: PostgreSQL vacuums and analyzes it after a hundredth of its rows has changed, instead of
 * a fifth. A vacuum freezes new rows and makes them visible to index-only scans; statistics follow the newest rows.
 */
export const ROWS_ARE_ADDED = `autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_vacuum_insert_threshold = 5000,
  autovacuum_analyze_scale_factor = 0.01, autovacuum_analyze_threshold = 1000`;

/** Settings of a large table whose rows are changed too: the room of dead rows is soon usable again. */
export const ROWS_ARE_CHANGED = `${ROWS_ARE_ADDED},
  autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold = 1000`;

/** A trigger of a table with revisions. */
export const keepsRevisions = (table: string): string => /* sql */ `
create trigger revision_moves_by_exactly_one before update on ${table} for each row
  when (new.revision <> old.revision and new.revision <> old.revision + 1) execute function refuse_revision();
`;

/** A trigger of a table whose rows are never changed or removed. */
export const neverRewritten = (table: string, trigger: string): string => /* sql */ `
create trigger ${trigger} before update or delete or truncate on ${table}
  for each statement execute function refuse_rewriting();
`;
