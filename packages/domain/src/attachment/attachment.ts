import type { AttachmentId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import type { Brand } from '../shared/brand.js';
import { DomainError } from '../shared/refusal.js';
import type { WorkItem } from '../work-item/work-item.js';
import type { FileName } from './file-name.js';
import type { MediaType } from './media-type.js';

/** Where the bytes of an attachment are kept. Made at random: it tells nothing of the file, its name or its owner. */
export type BlobName = Brand<string, 'BlobName'>;

/** An attachment as it is stored, beside its bytes. Instants are UTC with millisecond precision. */
export interface AttachmentRecord {
  readonly id: AttachmentId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly fileName: FileName;
  readonly contentType: MediaType;
  /** In bytes; an empty file has none. */
  readonly size: number;
  /** SHA-256 of the bytes, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  readonly blobName: BlobName;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  /** `null` while it is live. */
  readonly deletedAt: Date | null;
}

/** What a new attachment is made of: its bytes are kept already. */
export type NewAttachment = Pick<AttachmentRecord, 'id' | 'fileName' | 'contentType' | 'size' | 'sha256' | 'blobName'>;

/**
 * A file on a Work Item. Its coming and going is told to the Work Item, whose history it belongs to and whose revision it leaves
 * alone; while that one is archived, neither happens (contract §2.4, Archived Work Item).
 */
export class Attachment {
  private constructor(private current: AttachmentRecord) {}

  /** Throws `WORK_ITEM_ARCHIVED`. */
  static add(item: WorkItem, facts: NewAttachment, uploader: UserId, now: Date): Attachment {
    item.assertOpenToChange();
    const { organizationId, projectId, id: workItemId } = item.record;
    const { id, fileName } = facts;
    item.note({ action: 'attachment_added', attachment: { id, fileName } }, uploader, now);
    return new Attachment({
      ...facts,
      organizationId,
      projectId,
      workItemId,
      createdBy: uploader,
      createdAt: now,
      deletedAt: null,
    });
  }

  /** An attachment that was stored before. Nothing is checked again. */
  static restore(record: AttachmentRecord): Attachment {
    return new Attachment(record);
  }

  /** What to store. */
  get record(): AttachmentRecord {
    return this.current;
  }

  /** Takes it off. Throws `NOT_FOUND` when it is gone already, and `WORK_ITEM_ARCHIVED`. */
  remove(item: WorkItem, actor: UserId, now: Date): void {
    const { id, fileName, deletedAt } = this.current;
    if (deletedAt !== null) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
    item.assertOpenToChange();
    this.current = { ...this.current, deletedAt: now };
    item.note({ action: 'attachment_removed', attachment: { id, fileName } }, actor, now);
  }
}
