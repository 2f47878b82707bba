import { randomUUID } from 'node:crypto';
import { WorkItemLink, invalid, type LinkId, type LinkRelation, type WorkItemId } from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import { refuse } from '../refusals.js';
import type { Transaction } from '../unit-of-work.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';
import type { LinkView } from './link.views.js';

/** Which Work Item is what to which other one. */
export interface CreateLink {
  readonly workItemId: WorkItemId;
  readonly relation: LinkRelation;
  /** In any Project of the Organization; `undefined`: a text that is no Work Item's key. */
  readonly target: WorkItemReference | undefined;
}

/**
 * Both Work Items are locked, in the order of their ids, and judged behind that. Throws `WORK_ITEM_ARCHIVED`; `NOT_FOUND` for a
 * target that the scope does not show; `VALIDATION_ERROR` for the Work Item itself; `LINK_DUPLICATE`, `LINK_CONTRADICTION`.
 */
export async function createLink(
  tx: Pick<Transaction, 'instant' | 'links' | 'linkViews' | 'workItems'>,
  scope: OrganizationScope,
  { workItemId, relation, target }: CreateLink,
): Promise<LinkView> {
  const targetId = target && (await visibleTarget(tx, scope, target));
  const locked = await tx.workItems.findAcross(scope, [workItemId, ...(targetId ? [targetId] : [])]);
  const item = liveItem(locked, workItemId);
  item.assertOpenToChange();
  const other = targetId ? liveItem(locked, targetId) : refuse('NOT_FOUND');
  if (other === item) {
    invalid(target?.kind === 'id' ? 'targetId' : 'targetKey', 'must not be the Work Item itself');
  }

  const id = randomUUID() as LinkId;
  const present = await tx.links.between(scope, item.record.id, other.record.id);
  const facts = { id, relation, present };
  tx.links.add(WorkItemLink.between(item, other, facts, scope.actorId, await tx.instant()));
  tx.workItems.save(item);
  tx.workItems.save(other);
  return tx.linkViews.one(scope, workItemId, id);
}

async function visibleTarget(
  tx: Pick<Transaction, 'workItems'>,
  scope: OrganizationScope,
  target: WorkItemReference,
): Promise<WorkItemId | undefined> {
  const named = await tx.workItems.resolveAcross(scope, target);
  return named && Access.sees(scope, named.projectId) ? named.id : undefined;
}
