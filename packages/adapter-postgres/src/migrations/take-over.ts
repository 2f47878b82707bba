import type { ClientBase } from 'pg';
import { Baseline1798070404000 } from './0001-baseline.js';

const BASELINE = new Baseline1798070404000().name;

/** The last of the numbered migrations from before the baseline. It leads to the schema of the baseline, but for what `TAKE_OVER` changes. */
const LAST_BEFORE = '0040-folded-label-names-1798070403000';

/** Removes what served servers that were never released. PostgreSQL executes the statements of one text in one transaction. */
const TAKE_OVER = /* sql */ `
drop trigger if exists attachments_are_counted on attachments;
drop trigger if exists audit_names_no_organization on audit_log;
drop trigger if exists labels_have_a_folded_name on labels;
drop function if exists count_attachment_bytes(), name_no_organization(), fold_label_name();
alter table labels alter column folded_name set not null;
alter table labels drop constraint label_has_a_folded_name;
insert into migrations (timestamp, name) values (${BASELINE.slice(-13)}, '${BASELINE}');
`;

/**
 * Takes over a database that is exactly at the last migration from before the baseline. Does nothing to an empty one, and to one that has the
 * baseline. Throws with one sentence for any other.
 */
export async function takeOver(client: ClientBase, done: ReadonlySet<string>): Promise<void> {
  if (done.size === 0 || done.has(BASELINE)) return;
  const last = [...done].at(-1);
  if (last === LAST_BEFORE) {
    await client.query(TAKE_OVER);
    return;
  }
  throw new Error(
    `The database is at the migration ${last}, from before the first release, and cannot be updated: export what you need with the release that wrote it, or begin with an empty database.`,
  );
}
