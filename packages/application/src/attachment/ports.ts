import type { AttachmentPurge } from './attachment-purge.js';
import type { AttachmentRepository } from './attachment.repository.js';
import type { AttachmentViews } from './attachment.views.js';

/** The ports of attachments in a transaction. */
export interface AttachmentPorts {
  readonly attachments: AttachmentRepository;
  readonly attachmentViews: AttachmentViews;
}

/** Purges attachments in a transaction of administration. */
export interface PurgePorts {
  readonly attachmentPurge: AttachmentPurge;
}
