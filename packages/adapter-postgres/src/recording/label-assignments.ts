import type { HistoryEvent, LabelId, WorkItemId, WorkItemRecord } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';

const ATTACH = statement(
  'work-item-labels.attach',
  `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
   select $1, $2, attached.work_item_id, attached.label_id
   from jsonb_to_recordset($3::jsonb) as attached (work_item_id uuid, label_id uuid)`,
);

const DETACH = statement(
  'work-item-labels.detach',
  `delete from work_item_labels labelled
   using jsonb_to_recordset($2::jsonb) as detached (work_item_id uuid, label_id uuid)
   where labelled.organization_id = $1 and labelled.work_item_id = detached.work_item_id
     and labelled.label_id = detached.label_id`,
);

interface Assignment {
  readonly item: WorkItemId;
  readonly label: LabelId;
}

/**
 * Registers the label assignments that follow from the history of one Project's items. Assignments are derived from history only, so both
 * always agree.
 */
export function writeLabelAssignments(
  transaction: SqlTransaction,
  { organizationId, projectId }: Pick<WorkItemRecord, 'organizationId' | 'projectId'>,
  events: readonly HistoryEvent[],
): void {
  const attached = new Map<string, Assignment>();
  const detached = new Map<string, Assignment>();
  for (const { workItemId: item, change } of events) {
    if (change.action !== 'label_added' && change.action !== 'label_removed') continue;
    const { label } = change;
    const [onto, from] = change.action === 'label_added' ? [attached, detached] : [detached, attached];
    // Adding and removing one label cancel each other.
    if (!from.delete(item + label)) onto.set(item + label, { item, label });
  }
  const rowsOf = (assignments: Map<string, Assignment>) =>
    Array.from(assignments.values(), ({ item, label }) => ({ work_item_id: item, label_id: label }));
  transaction.writeRows(ATTACH, rowsOf(attached), organizationId, projectId);
  transaction.writeRows(DETACH, rowsOf(detached), organizationId);
}
