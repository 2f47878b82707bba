import type { AttachmentId, OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import type { Brand } from '../shared/brand.js';
import { DomainError } from '../shared/refusal.js';
import type { WorkItem } from '../work-item/work-item.js';
import type { FileName } from './file-name.js';
import type { MediaType } from './media-type.js';
import { assertKinds } from '../shared/wrong-use.js';

/**
 * The name under which the bytes of an attachment are stored. It is random, so it reveals nothing about the file, its name or its owner.
 */
export type BlobName = Brand<string, 'BlobName'>;

/** The stored record of an attachment, without its bytes. Instants are UTC with millisecond precision. */
export interface AttachmentRecord {
  readonly id: AttachmentId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly workItemId: WorkItemId;
  readonly fileName: FileName;
  readonly contentType: MediaType;
  /** The size in bytes; 0 for an empty file. */
  readonly size: number;
  /** SHA-256 of the bytes, 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  readonly blobName: BlobName;
  readonly createdBy: UserId;
  readonly createdAt: Date;
  /** `null` until the attachment is removed. */
  readonly deletedAt: Date | null;
}

/** The facts of a new attachment. Its bytes are already stored. */
export type NewAttachment = Pick<AttachmentRecord, 'id' | 'fileName' | 'contentType' | 'size' | 'sha256' | 'blobName'>;

/**
 * A file attached to a Work Item. Adding and removing it is recorded in the history of the Work Item and leaves the item's revision alone.
 * An archived Work Item refuses both.
 */
export class Attachment {
  private constructor(private current: AttachmentRecord) {}

  /** Adds a file to a Work Item. Throws `WORK_ITEM_ARCHIVED`. */
  static add(item: WorkItem, facts: NewAttachment, uploader: UserId, now: Date): Attachment {
    assertKinds('Attachment.add: item', item, { record: 'object', note: 'function' });
    assertKinds('Attachment.add', facts, { id: 'text', fileName: 'text', contentType: 'text', size: 'number' });
    assertKinds('Attachment.add', facts, { sha256: 'text', blobName: 'text' });
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

  /** Restores a stored attachment. Checks nothing. */
  static restore(record: AttachmentRecord): Attachment {
    assertKinds('Attachment.restore', record, { id: 'text' });
    return new Attachment(record);
  }

  /** The record to store. */
  get record(): AttachmentRecord {
    return this.current;
  }

  /** Removes the attachment. Throws `NOT_FOUND` when it is already removed, and `WORK_ITEM_ARCHIVED`. */
  remove(item: WorkItem, actor: UserId, now: Date): void {
    const { id, fileName, deletedAt } = this.current;
    if (deletedAt !== null) throw new DomainError('NOT_FOUND', 'Nothing is found here.');
    assertKinds('Attachment.remove: item', item, { record: 'object', note: 'function' });
    item.assertOpenToChange();
    this.current = { ...this.current, deletedAt: now };
    item.note({ action: 'attachment_removed', attachment: { id, fileName } }, actor, now);
  }
}
