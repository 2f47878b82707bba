import type { ExpectedRevision, LabelFacts, LabelId, WorkItem, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { PublicWorkItemView } from '../work-item/work-item.views.js';
import type { LabelReference } from './label.repository.js';
import type { LabelPorts } from './ports.js';

type Ports = RequestClock & Pick<LabelPorts, 'labels'> & Pick<WorkItemPorts, 'workItemViews' | 'workItems'>;

/** The Work Item to change, and its expected revision. */
interface Target {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
}

/** The command to attach a label to a Work Item. */
export interface AttachLabel extends Target {
  readonly label: LabelReference;
}

/** The command to detach a label from a Work Item. */
export interface DetachLabel extends Target {
  readonly labelId: LabelId;
}

/**
 * Attaches a label; attaching it again changes nothing. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, `NOT_FOUND`, and `CONFLICT` when
 * the Work Item has `MOST_LABELS.onWorkItem` labels.
 */
export function attachLabel(
  tx: Ports,
  scope: ProjectScope,
  { label, ...target }: AttachLabel,
): Promise<PublicWorkItemView> {
  return change(tx, scope, target, label, (item, facts, now) => {
    item.attach(facts, scope.actorId, now);
  });
}

/** Detaches a label. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, and `NOT_FOUND` for a label that is not attached. */
export function detachLabel(
  tx: Ports,
  scope: ProjectScope,
  { labelId, ...target }: DetachLabel,
): Promise<PublicWorkItemView> {
  return change(tx, scope, target, { id: labelId }, (item, facts, now) => {
    item.detach(facts, scope.actorId, now);
  });
}

async function change(
  tx: Ports,
  scope: ProjectScope,
  { workItemId, expected }: Target,
  reference: LabelReference,
  decide: (item: WorkItem, label: LabelFacts, now: Date) => void,
): Promise<PublicWorkItemView> {
  const item = liveItem(await tx.workItems.find(scope, [workItemId]), workItemId);
  item.expect(expected);
  item.assertOpenToChange();
  // Read under the lock of the item: until this transaction ends, no other one attaches or detaches a label here.
  const label =
    (await tx.labels.find(scope, reference, workItemId)) ??
    refuse('NOT_FOUND', `${scope.projectKey} has no such label.`);
  decide(item, label, await tx.instant());
  tx.workItems.save(item);
  return tx.workItemViews.publicOne(scope, workItemId);
}
