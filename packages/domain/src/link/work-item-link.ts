import type { LinkId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { DomainError } from '../shared/refusal.js';
import type { WorkItem } from '../work-item/work-item.js';
import { seenFromOtherSide, type LinkRelation } from './link-relation.js';

/**
 * A link as it is stored: once, whichever side it was made from. Of `blocks` the source is what blocks; of `relates`, which has
 * no direction, it is the one with the lower id. Instants are UTC with millisecond precision.
 */
export interface LinkRecord {
  readonly id: LinkId;
  readonly organizationId: OrganizationId;
  readonly relation: Exclude<LinkRelation, 'blocked_by'>;
  readonly sourceProjectId: ProjectId;
  readonly sourceId: WorkItemId;
  readonly targetProjectId: ProjectId;
  readonly targetId: WorkItemId;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  /** `null` while it is live. */
  readonly deletedAt: Date | null;
}

/** What a new link is made of. */
export interface NewLink {
  readonly id: LinkId;
  /** What the first Work Item is to the other. */
  readonly relation: LinkRelation;
  /** The live links that the two have now. */
  readonly present: readonly WorkItemLink[];
}

/**
 * What two Work Items of one Organization are to each other. Each of them is told of it from its own side; neither gains a
 * revision. The one it is made or removed from must not be archived, the other one may be (contract §2.4, Links).
 */
export class WorkItemLink {
  private constructor(private current: LinkRecord) {}

  /**
   * Links `item` with `other`, which is not `item` itself. Throws `WORK_ITEM_ARCHIVED`, `LINK_DUPLICATE` where the two have
   * this relation, from whichever side, and `LINK_CONTRADICTION` where they block each other then.
   */
  static between(
    item: WorkItem,
    other: WorkItem,
    { id, relation, present }: NewLink,
    actor: UserId,
    now: Date,
  ): WorkItemLink {
    item.assertOpenToChange();
    const link = new WorkItemLink({
      id,
      organizationId: item.record.organizationId,
      ...ends(item, other, relation),
      createdBy: actor,
      createdAt: now,
      deletedAt: null,
    });
    for (const { record } of present) link.assertFits(record);
    link.tell('link_added', item, other, actor, now);
    return link;
  }

  /** A link that was stored before. Nothing is checked again. */
  static restore(record: LinkRecord): WorkItemLink {
    return new WorkItemLink(record);
  }

  /** What to store. */
  get record(): LinkRecord {
    return this.current;
  }

  /** What the given one of its two Work Items is to the other. */
  relationOf(workItemId: WorkItemId): LinkRelation {
    const { relation, sourceId } = this.current;
    return workItemId === sourceId ? relation : seenFromOtherSide(relation);
  }

  /** Removes it, addressed from `item`. Throws `NOT_FOUND` when it is removed, and `WORK_ITEM_ARCHIVED`. */
  remove(item: WorkItem, other: WorkItem, actor: UserId, now: Date): void {
    if (this.current.deletedAt !== null) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
    item.assertOpenToChange();
    this.current = { ...this.current, deletedAt: now };
    this.tell('link_removed', item, other, actor, now);
  }

  private assertFits(present: LinkRecord): void {
    const { relation, sourceId } = this.current;
    if (present.relation !== relation) return;
    if (present.sourceId === sourceId)
      throw new DomainError('LINK_DUPLICATE', 'These Work Items are linked so already.');
    throw new DomainError('LINK_CONTRADICTION', 'The other Work Item blocks this one already, or is blocked by it.');
  }

  private tell(action: 'link_added' | 'link_removed', item: WorkItem, other: WorkItem, actor: UserId, now: Date): void {
    const [id, otherId] = [item.record.id, other.record.id];
    item.note({ action, relation: this.relationOf(id), otherWorkItem: otherId }, actor, now);
    other.note({ action, relation: this.relationOf(otherId), otherWorkItem: id }, actor, now);
  }
}

type Ends = Pick<LinkRecord, 'relation' | 'sourceProjectId' | 'sourceId' | 'targetProjectId' | 'targetId'>;

function ends({ record: item }: WorkItem, { record: other }: WorkItem, relation: LinkRelation): Ends {
  const turned = relation === 'blocked_by' || (relation === 'relates' && other.id < item.id);
  const [source, target] = turned ? [other, item] : [item, other];
  return {
    relation: relation === 'blocked_by' ? 'blocks' : relation,
    sourceProjectId: source.projectId,
    sourceId: source.id,
    targetProjectId: target.projectId,
    targetId: target.id,
  };
}
