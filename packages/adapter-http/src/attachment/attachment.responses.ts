import { ApiSchema } from '@nestjs/swagger';
import type { AttachmentView } from '@worktrack/application';
import type { AttachmentId, FileName, MediaType, WorkItemId } from '@worktrack/domain';
import { UserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A file on a Work Item.' })
export class Attachment implements AttachmentView {
  @Shows.uuid({ description: 'The id of the attachment. It never changes.' }) readonly id!: AttachmentId;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.text() readonly fileName!: FileName;
  @Shows.text({ description: 'The media type of the file, as it was uploaded.' }) readonly contentType!: MediaType;
  @Shows.integer(0, { description: 'The size of the file in bytes.' }) readonly size!: number;
  @Shows.one(UserSummary, {
    nullable: true,
    description: 'The person who uploaded it; `null`: the account was removed.',
  })
  readonly createdBy!: UserSummary | null;
  @Shows.instant() readonly createdAt!: string;
}

@ApiSchema({ description: 'A page of the attachments of a Work Item, oldest first.' })
export class AttachmentList {
  @Shows.many(Attachment) readonly items!: readonly Attachment[];
  @Shows.one(Page) readonly page!: Page;
}
