import type { LinkId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { DomainError } from '../shared/refusal.js';
import type { WorkItem } from '../work-item/work-item.js';
import { LINK_RELATIONS, seenFromOtherSide, type LinkRelation } from './link-relation.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The stored record of a link. There is one record, whichever side created it. For `blocks` the source is the blocking item; for `relates`,
 * which has no direction, it is the item with the lower id. Instants are UTC with millisecond precision.
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
  /** `null` until the link is removed. */
  readonly deletedAt: Date | null;
}

/** The facts of a new link. */
export interface NewLink {
  readonly id: LinkId;
  /** The relation of the first Work Item to the other one. */
  readonly relation: LinkRelation;
  /** The live links between the two Work Items. */
  readonly present: readonly WorkItemLink[];
}

/**
 * A link between two Work Items of one Organization. Each of the two records it in its history from its own side and keeps its revision.
 * The item that the link is added or removed from must not be archived; the other one can be.
 */
export class WorkItemLink {
  private constructor(private current: LinkRecord) {}

  /**
   * Links `item` with `other`; the two must differ. Throws `WORK_ITEM_ARCHIVED`, `LINK_DUPLICATE` when the two already have this relation,
   * created from either side, and `LINK_CONTRADICTION` when the two would block each other.
   */
  static between(item: WorkItem, other: WorkItem, link: NewLink, actor: UserId, now: Date): WorkItemLink {
    for (const each of [item, other])
      assertKinds('WorkItemLink.between: item', each, { record: 'object', note: 'function' });
    assertKinds('WorkItemLink.between', link, { id: 'text', relation: LINK_RELATIONS, present: 'list' });
    const { id, relation, present } = link;
    item.assertOpenToChange();
    const added = new WorkItemLink({
      id,
      organizationId: item.record.organizationId,
      ...ends(item, other, relation),
      createdBy: actor,
      createdAt: now,
      deletedAt: null,
    });
    for (const { record } of present) added.assertFits(record);
    added.note('link_added', item, other, actor, now);
    return added;
  }

  /** Restores a stored link. Checks nothing. */
  static restore(record: LinkRecord): WorkItemLink {
    assertKinds('WorkItemLink.restore', record, { id: 'text' });
    return new WorkItemLink(record);
  }

  /** The record to store. */
  get record(): LinkRecord {
    return this.current;
  }

  /** Returns the relation of the given Work Item to the other one. */
  relationOf(workItemId: WorkItemId): LinkRelation {
    const { relation, sourceId } = this.current;
    return workItemId === sourceId ? relation : seenFromOtherSide(relation);
  }

  /** Removes the link; the request addresses it through `item`. Throws `NOT_FOUND` when it is already removed, and `WORK_ITEM_ARCHIVED`. */
  remove(item: WorkItem, other: WorkItem, actor: UserId, now: Date): void {
    if (this.current.deletedAt !== null) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
    for (const each of [item, other])
      assertKinds('WorkItemLink.remove: item', each, { record: 'object', note: 'function' });
    item.assertOpenToChange();
    this.current = { ...this.current, deletedAt: now };
    this.note('link_removed', item, other, actor, now);
  }

  private assertFits(present: LinkRecord): void {
    const { relation, sourceId } = this.current;
    if (present.relation !== relation) return;
    if (present.sourceId === sourceId)
      throw new DomainError('LINK_DUPLICATE', 'These Work Items are linked so already.');
    throw new DomainError('LINK_CONTRADICTION', 'The other Work Item blocks this one already, or is blocked by it.');
  }

  private note(action: 'link_added' | 'link_removed', item: WorkItem, other: WorkItem, actor: UserId, now: Date): void {
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
