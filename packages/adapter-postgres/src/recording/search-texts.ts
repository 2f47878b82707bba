import type { HistoryChange, ProjectId, WorkItem, WorkItemId, WorkItemRecord } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { searchTextOf } from './search-text.js';

const INSERT = 'insert into work_item_texts (organization_id, project_id, work_item_id, folded)';
const OR_REPLACE = 'on conflict (organization_id, work_item_id) do update set folded = excluded.folded';
const WRITE = statement('work-item-texts.write', `${INSERT} values ($1, $2, $3, $4) ${OR_REPLACE}`);
const WRITE_MANY = statement(
  'work-item-texts.write-many',
  `${INSERT}
   select $1, entry.project_id, entry.id, entry.folded
   from jsonb_to_recordset($2::jsonb) as entry (id uuid, project_id uuid, folded text)
   ${OR_REPLACE}`,
);

/** True when the change affects the text that `q` searches. */
export function changesSearchText({ action }: HistoryChange): boolean {
  return action === 'title_changed' || action === 'description_changed';
}

/** The search text of one Work Item. */
export interface SearchText {
  readonly id: WorkItemId;
  readonly projectId: ProjectId;
  readonly folded: string;
}

export function searchTextFor({ record, key }: WorkItem): SearchText {
  return { id: record.id, projectId: record.projectId, folded: searchTextOf({ ...record, key }) };
}

/**
 * The maximum number of characters that one statement writes, unless a single text is longer: the index of the trigrams of a long random
 * text takes most of the time that a statement has.
 */
const TOGETHER = 64_000;

/** Registers the search texts of items of one Organization. */
export function writeSearchTexts(
  transaction: SqlTransaction,
  organizationId: WorkItemRecord['organizationId'],
  texts: readonly SearchText[],
): void {
  const [first, ...others] = texts;
  if (first && others.length === 0) {
    // PostgreSQL reads no list from JSON then.
    transaction.write(WRITE, [organizationId, first.projectId, first.id, first.folded]);
    return;
  }
  let together: object[] = [];
  let length = 0;
  for (const { id, projectId, folded } of texts) {
    if (length + folded.length > TOGETHER) {
      transaction.writeRows(WRITE_MANY, together, organizationId);
      [together, length] = [[], 0];
    }
    together.push({ id, project_id: projectId, folded });
    length += folded.length;
  }
  transaction.writeRows(WRITE_MANY, together, organizationId);
}
