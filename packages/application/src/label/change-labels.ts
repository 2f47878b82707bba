import type { ExpectedRevision, LabelFacts, LabelId, WorkItem, WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import { refuse } from '../refusals.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';
import type { PublicWorkItemView } from '../work-item/work-item.views.js';
import type { LabelReference } from './label.repository.js';

type Ports = Pick<Transaction, 'instant' | 'labels' | 'workItems' | 'workItemViews'>;

/** Which Work Item, over which revision. */
interface Target {
  readonly workItemId: WorkItemId;
  readonly expected: ExpectedRevision;
}

/** Which label goes onto which Work Item. */
export interface AttachLabel extends Target {
  readonly label: LabelReference;
}

/** Which label comes off which Work Item. */
export interface DetachLabel extends Target {
  readonly labelId: LabelId;
}

/**
 * Attaches a label; one that is attached already changes nothing. Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, `NOT_FOUND`, and
 * `CONFLICT` when the Work Item has `MOST_LABELS.onWorkItem` labels.
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

/** Throws `REVISION_CONFLICT`, `WORK_ITEM_ARCHIVED`, and `NOT_FOUND` for a label that is not attached. */
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
  // Behind the lock: until this transaction ends, nobody else attaches or detaches anything here.
  const label = (await tx.labels.find(scope, reference, workItemId)) ?? refuse('NOT_FOUND');
  decide(item, label, await tx.instant());
  tx.workItems.save(item);
  return tx.workItemViews.publicOne(scope, workItemId);
}
