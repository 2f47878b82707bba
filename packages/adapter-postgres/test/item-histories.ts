import type { HistoryChange, ItemHistory, ProjectKey, WorkItemId } from '@worktrack/domain';
import type { TestDatabase } from './test-database.js';

interface HistoryRow {
  readonly id: WorkItemId;
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly at: Date;
  readonly action: string;
  readonly detail: object | null;
}

/** Reads the whole history of each Work Item of a Project, and nothing that is derived from it. */
export async function itemHistories(database: TestDatabase, projectId: string): Promise<readonly ItemHistory[]> {
  const rows = await database.sql<HistoryRow>(
    `select item.id, item.project_key as "projectKey", item.number::integer, past.at, past.action, past.detail
     from work_item_history past join work_items item on item.id = past.work_item_id
     where past.project_id = $1 order by past.sequence`,
    [projectId],
  );
  const histories = new Map<WorkItemId, ItemHistory & { readonly events: object[] }>();
  for (const { id, projectKey, number, at, action, detail } of rows) {
    const history = histories.get(id) ?? { record: { id, projectKey, number }, events: [] };
    history.events.push({ at, change: { action, ...detail } as HistoryChange });
    histories.set(id, history);
  }
  return [...histories.values()];
}
