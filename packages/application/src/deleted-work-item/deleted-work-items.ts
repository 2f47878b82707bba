import type {
  BlobName,
  OrganizationId,
  SprintId,
  UserId,
  WorkItemId,
  WorkItemKey,
  WorkItemRecord,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView } from '../work-item/work-item.views.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';

/** A deleted Work Item that can be restored. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface DeletedWorkItemView extends Pick<WorkItemRecord, 'id' | 'title' | 'type'> {
  readonly key: WorkItemKey;
  /** `null` when the account of who deleted it was removed. */
  readonly deletedBy: PublicUserSummaryView | null;
  readonly deletedAt: string;
  /** The instant from which it cannot be restored any more. */
  readonly erasureDueAt: string;
}

/** The deleted Work Items of a Project, to be read. */
export abstract class DeletedWorkItemViews {
  /** Lists those that can be restored, the last deleted ones first. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: PageRequest): Promise<Page<DeletedWorkItemView>>;
}

/** A Work Item of a tree that was deleted together, with what it refers to. */
export interface FoundDeleted {
  readonly id: WorkItemId;
  /** 1 for the Work Item that was named. */
  readonly level: number;
  readonly isDeleted: boolean;
  readonly assigneeId: UserId | null;
  readonly sprintId: SprintId | null;
  readonly parentId: WorkItemId | null;
}

/** The deleted Work Items of one transaction. */
export interface DeletedWorkItems {
  /**
   * Finds a Work Item of the Project, and at most `most` in all of those below it that were deleted by the same request, parents first. It
   * finds one that is not deleted alone, and none that nobody can restore. The result holds while the caller holds the tree of the Project.
   */
  find(scope: ProjectScope, reference: WorkItemReference, most: number): Promise<readonly FoundDeleted[]>;
  /** Registers that a deleted Work Item cannot be restored any more. */
  giveUp(scope: ProjectScope, id: WorkItemId, now: Date): void;
}

/** The ports of deleted Work Items in a transaction. */
export interface DeletedWorkItemPorts {
  readonly deletedWorkItems: DeletedWorkItems;
}

/** A Work Item to erase. */
export interface ToErase {
  readonly organizationId: OrganizationId;
  readonly id: WorkItemId;
}

/** The result of one step of an erasure. */
export interface ErasureStep {
  /** The bytes that no attachment needs any more. */
  readonly blobs: readonly BlobName[];
  /** True when nothing is left to remove. */
  readonly isDone: boolean;
}

/** Removes what deleted Work Items hold, in steps of a few hundred rows. */
export interface WorkItemErasure {
  /** Finds a deleted Work Item that nobody can restore any more; `undefined`: none is left. */
  next(): Promise<ToErase | undefined>;
  /** Removes some of its comments, links and attachments, and with the last of them its description. A repeat goes on. */
  eraseSome(item: ToErase): Promise<ErasureStep>;
}
