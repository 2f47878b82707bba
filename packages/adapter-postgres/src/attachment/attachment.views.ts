import {
  AttachmentViews,
  refuse,
  type AttachmentContentView,
  type AttachmentView,
  type Cursors,
  type Page,
  type PageRequest,
  type ProjectScope,
} from '@worktrack/application';
import type { AttachmentId, UserId, WorkItemId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';

/** Selects attachments. A removed account is not shown as the uploader. */
const SELECT = `
  select attachment.id, attachment.work_item_id as "workItemId", attachment.file_name as "fileName",
    attachment.content_type as "contentType", attachment.size, uploader.id as "uploaderId", uploader.name as "uploaderName",
    attachment.created_at as "createdAt"
  from attachments attachment
  left join users uploader on uploader.id = attachment.created_by and uploader.removed_at is null
  where attachment.organization_id = $1 and attachment.work_item_id = $2 and attachment.deleted_at is null`;

const SELECT_ATTACHMENT = viewStatement('attachment-view.one', `${SELECT} and attachment.id = $3`);

const CONTENT = viewStatement(
  'attachment-view.content',
  `select blob_name as "blobName", file_name as "fileName", content_type as "contentType", size
   from attachments where organization_id = $1 and work_item_id = $2 and id = $3 and deleted_at is null`,
);

const OLDEST_FIRST = new KeysetPages<AttachmentRow>({
  name: 'attachment-view.oldest-first',
  select: SELECT,
  parameters: 2,
  orderings: [
    { by: 'attachment.created_at', direction: 'asc', type: 'timestamptz', valueOf: ({ createdAt }) => createdAt },
    { by: 'attachment.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

interface AttachmentRow extends Omit<AttachmentView, 'createdBy'> {
  readonly uploaderId: UserId | null;
  readonly uploaderName: string;
}

export class PostgresAttachmentViews extends AttachmentViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one({ organizationId }: ProjectScope, workItemId: WorkItemId, id: AttachmentId): Promise<AttachmentView> {
    const [row] = await this.reader.rows<AttachmentRow>(SELECT_ATTACHMENT, [organizationId, workItemId, id]);
    return row ? viewOf(row) : refuse('NOT_FOUND');
  }

  async content(
    { organizationId }: ProjectScope,
    workItemId: WorkItemId,
    id: AttachmentId,
  ): Promise<AttachmentContentView> {
    const [row] = await this.reader.rows<AttachmentContentView>(CONTENT, [organizationId, workItemId, id]);
    return row ?? refuse('NOT_FOUND');
  }

  page({ organizationId }: ProjectScope, workItemId: WorkItemId, request: PageRequest): Promise<Page<AttachmentView>> {
    const values = [organizationId, workItemId];
    return OLDEST_FIRST.read(this.reader, this.cursors, `attachments of ${workItemId}`, request, values, viewOf);
  }
}

function viewOf({ uploaderId, uploaderName: name, ...row }: AttachmentRow): AttachmentView {
  const { id, workItemId, fileName, contentType, size, createdAt } = row;
  const createdBy = uploaderId === null ? null : { id: uploaderId, name };
  return { id, workItemId, fileName, contentType, size, createdBy, createdAt };
}
