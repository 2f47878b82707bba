import type { HistoryEvent, LabelId, WorkItemId, WorkItemRecord } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const ATTACH = statement(
  'work-item-labels.attach',
  `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
   select $1, $2, attached.work_item_id, attached.label_id
   from unnest($3::uuid[], $4::uuid[]) as attached (work_item_id, label_id)`,
);

const DETACH = statement(
  'work-item-labels.detach',
  `delete from work_item_labels labelled
   using unnest($2::uuid[], $3::uuid[]) as detached (work_item_id, label_id)
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
  session: Session,
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
  const columns = (assignments: Map<string, Assignment>) => [
    Array.from(assignments.values(), ({ item }) => item),
    Array.from(assignments.values(), ({ label }) => label),
  ];
  if (attached.size > 0) session.write(ATTACH, [organizationId, projectId, ...columns(attached)]);
  if (detached.size > 0) session.write(DETACH, [organizationId, ...columns(detached)]);
}
