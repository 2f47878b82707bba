import type { ProjectScope } from '@worktrack/application';
import type { LabelId, SprintId, UserId } from '@worktrack/domain';
import type { TestDatabase } from './test-database.js';

/** The tables with a row or more for each item. */
const TABLES = ['work_items', 'work_item_texts', 'work_item_labels'];
/** The least number of items for which indexes are dropped and built again: for fewer, that takes longer than to keep them. */
const MANY = 2_000;

interface Filling {
  readonly items: number;
  readonly ada: UserId;
  /** The Sprint of every fortieth item. */
  readonly sprintId: SprintId | null;
  /** Labels of the Project. Every item has two of them. */
  readonly labelIds: readonly LabelId[];
  /** True: indexes are filled row by row, and the statistics of their sizes stay as they are. */
  readonly keepsIndexes?: boolean;
}

/**
 * Fills a Project with items: three quarters done, the rest spread over statuses; a third with a due date, a tenth of the open
 * ones overdue; 81 children of one.
 */
export async function fill(
  database: TestDatabase,
  { organizationId, projectId, projectKey }: ProjectScope,
  { items, ada, sprintId, labelIds, keepsIndexes = items < MANY }: Filling,
): Promise<void> {
  await database.fillTables(keepsIndexes ? [] : TABLES, async (client) => {
    await client.query(
      `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, description, type, status,
         priority, assignee_id, reporter_id, sprint_id, parent_id, due_date, created_at, updated_at)
       select $1, md5($2::uuid::text || number)::uuid, $2, $3, number, 1, 'Work Item number ' || number, 'Words of it.', 'task',
         case when number % 4 > 0 then 'done' else (array['backlog', 'todo', 'in_progress', 'in_review'])[1 + number / 4 % 4] end,
         (array['low', 'medium', 'medium', 'medium', 'high', 'high', 'urgent'])[1 + number % 7],
         case number % 20 when 0 then $4::uuid end, $4, case number % 40 when 0 then $6::uuid end,
         case when number between 100 and 180 then md5($2::uuid::text || 7)::uuid end,
         case number % 3 when 0 then date_trunc('day', now()) + (number % 400 - 40) * interval '1 day' end,
         now() - number * interval '1 hour', now() - number * interval '31 minutes'
       from generate_series(1, $5::integer) number`,
      [organizationId, projectId, projectKey, ada, items, sprintId],
    );
    await client.query(
      `insert into work_item_texts (organization_id, project_id, work_item_id, folded)
       select organization_id, project_id, id,
         lower(title) || case number % 30 when 0 then ' report ' else '' end || E'\\nA\\n' || repeat('words of it. ', 40)
       from work_items where project_id = $1`,
      [projectId],
    );
    await client.query(
      `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
       select item.organization_id, item.project_id, item.id, label.id
       from work_items item
       join unnest($2::uuid[]) with ordinality label (id, place) on label.place - 1 in (item.number % 25, (item.number % 25 + item.number / 25 % 24 + 1) % 25)
       where item.project_id = $1`,
      [projectId, labelIds],
    );
  });
}
