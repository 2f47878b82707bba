import type { HistoryChange, WorkItem } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { searchTextOf } from './search-text.js';

const WRITE = statement(
  'work-item-texts.write',
  `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
   select $1, $2, entry.id, entry.folded from jsonb_to_recordset($3::jsonb) as entry (id uuid, folded text)
   on conflict (organization_id, work_item_id) do update set folded = excluded.folded`,
);

/** True when the change affects the text that `q` searches. */
export function changesSearchText({ action }: HistoryChange): boolean {
  return action === 'title_changed' || action === 'description_changed';
}

/** Registers the search texts of items of one Project. `spend` receives their size in bytes, and may refuse it. */
export function writeSearchTexts(
  session: Session,
  items: readonly WorkItem[],
  spend: (bytes: number) => void = () => undefined,
): void {
  const [first] = items;
  if (!first) return;
  const texts = items.map((item) => ({ id: item.record.id, folded: searchTextOf({ ...item.record, key: item.key }) }));
  spend(texts.reduce((bytes, { folded }) => bytes + Buffer.byteLength(folded), 0));
  session.write(WRITE, [first.record.organizationId, first.record.projectId, JSON.stringify(texts)]);
}
