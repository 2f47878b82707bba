import { randomUUID } from 'node:crypto';
import { WorkItemLink, invalid, type LinkId, type LinkRelation, type WorkItemId } from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { liveItem } from '../work-item/live-item.js';
import type { WorkItemPorts } from '../work-item/ports.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';
import type { LinkView } from './link.views.js';
import type { LinkPorts } from './ports.js';

/** The command to link two Work Items. */
export interface CreateLink {
  readonly workItemId: WorkItemId;
  readonly relation: LinkRelation;
  /** A Work Item in any Project of the Organization; `undefined` when the text is not a valid key. */
  readonly target: WorkItemReference | undefined;
}

/**
 * Creates a link. Locks both Work Items in the order of their ids, then checks them. Throws `WORK_ITEM_ARCHIVED`; `NOT_FOUND` for a target
 * outside the scope; `VALIDATION_ERROR` when the target is the Work Item itself; `LINK_DUPLICATE`, `LINK_CONTRADICTION`.
 */
export async function createLink(
  tx: RequestClock & LinkPorts & Pick<WorkItemPorts, 'workItems'>,
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
  tx: Pick<WorkItemPorts, 'workItems'>,
  scope: OrganizationScope,
  target: WorkItemReference,
): Promise<WorkItemId | undefined> {
  const named = await tx.workItems.resolveAcross(scope, target);
  return named && Access.sees(scope, named.projectId) ? named.id : undefined;
}
