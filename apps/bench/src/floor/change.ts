/** The body of a creation or an update: one member of a Work Item. */
export type Change = { readonly title: string } | { readonly priority: string };

/** The column that a change sets, its new value and the action that the history has for it. */
export function columnOf(change: Change): { column: 'title' | 'priority'; value: string; action: string } {
  return 'title' in change
    ? { column: 'title', value: change.title, action: 'title_changed' }
    : { column: 'priority', value: change.priority, action: 'priority_changed' };
}

/** The clock in milliseconds, the precision of all instants. */
export const CLOCK = `date_trunc('milliseconds', clock_timestamp())`;

/** Takes the next number of a Project. */
export const TAKE_NUMBER = `update project_counters c set last_number = last_number + 1 from projects p
   where p.organization_id = $1 and p.key = $2 and c.organization_id = p.organization_id and c.project_id = p.id
   returning c.last_number as number, p.id as project_id`;

export const INSERT_ITEM = `insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status,
     priority, created_at, updated_at)
   values ($1, $2, $3, $4, $5, 1, $6, 'task', 'backlog', 'medium', ${CLOCK}, ${CLOCK}) returning id, revision, title`;

/** Sets one column of an item and its revision. */
export const updateOf = (column: string) => `update work_items
   set ${column} = $3, revision = revision + 1, updated_at = ${CLOCK}
   where organization_id = $1 and id = $2 returning revision`;

/** Finds an item by its number and locks it. */
export const LOCK_ITEM = `select id, organization_id, project_id, revision, title, description, priority, reporter_id from work_items
   where organization_id = $1 and project_key = $2 and number = $3 for update`;

export const INSERT_HISTORY = `insert into work_item_history
     (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   values ($1, $2, $3, $4, $5, ${CLOCK}, $6, $7, $8)`;
