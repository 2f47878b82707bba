import type { AttachmentView } from '@worktrack/application';
import type { AttachmentId, FileName, MediaType, WorkItemId } from '@worktrack/domain';
import { UserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

/** An attachment of a Work Item. Its uploader has the form that older clients read. */
export class Attachment implements AttachmentView {
  @Shows.uuid() readonly id!: AttachmentId;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.text() readonly fileName!: FileName;
  @Shows.text() readonly contentType!: MediaType;
  @Shows.integer(0) readonly size!: number;
  @Shows.one(UserSummary, { nullable: true }) readonly createdBy!: UserSummary | null;
  @Shows.instant() readonly createdAt!: string;
}

export class AttachmentList {
  @Shows.many(Attachment) readonly items!: readonly Attachment[];
  @Shows.one(Page) readonly page!: Page;
}
