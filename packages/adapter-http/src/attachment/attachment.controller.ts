import { Readable } from 'node:stream';
import { Controller, Delete, Get, Param, Post, Req, Res } from '@nestjs/common';
import {
  AttachmentViews,
  Blobs,
  StoreOwnership,
  UnknownOutcome,
  createAttachment,
  deleteAttachment,
  type AttachmentView,
  type CreateAttachment,
  type ProjectScope,
} from '@worktrack/application';
import type { AttachmentId, BlobName, WorkItemId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  InProject,
  InQuery,
  TargetChild,
  TargetWorkItem,
  UnderConditions,
  UploadedForm,
  type Conditions,
  type Form,
} from '../run/context.js';
import { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import { releaseAfter } from '../limits/streams.js';
import { RequestChecks } from '../checks/checks.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_200, type QueryOf } from '../checks/query.js';
import { ApiSettings } from '../settings.js';
import { Attachment, AttachmentList } from './attachment.responses.js';
import { dispositionOf } from './content-disposition.js';
import { receiveUpload } from './receive-upload.js';
import { Uploads } from './uploads.js';
import EXAMPLES from './attachment.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey/attachments')
export class AttachmentController {
  constructor(
    private readonly attachments: AttachmentViews,
    private readonly blobs: Blobs,
    private readonly ownership: StoreOwnership,
    private readonly uploads: Uploads,
    private readonly mutations: MutationRunner,
    private readonly limits: Limits,
    private readonly checks: RequestChecks,
    private readonly settings: ApiSettings,
  ) {}

  @Get()
  @Operation({
    id: 'listWorkItemAttachments',
    summary: 'The attachments of a Work Item, oldest first.',
    description: 'Lists the files on a Work Item, oldest first.',
    examples: EXAMPLES.listWorkItemAttachments,
    scope: 'attachment:read',
    role: null,
    query: PAGE_OF_200,
    responses: { status: 200, with: AttachmentList },
  })
  list(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @InQuery() query: QueryOf<typeof PAGE_OF_200>,
  ): Promise<AttachmentList> {
    return this.attachments.page(scope, workItemId, query);
  }

  @Post()
  @Operation({
    id: 'createWorkItemAttachment',
    summary: 'Uploads a file; the answer tells where it can be downloaded.',
    description:
      'Uploads one file, as the part `file` of a multipart form, and puts it on the Work Item. `Location` is the address of the download. The revision of the Work Item stays.',
    examples: EXAMPLES.createWorkItemAttachment,
    scope: 'attachment:write',
    role: 'member',
    idempotencyKey: 'required',
    upload: true,
    responses: { status: 201, with: Attachment, location: true },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  async create(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @UploadedForm() form: Form,
    @UnderConditions() conditions: Conditions,
    @Param('organizationSlug') slug: string,
    @Param('workItemKey') key: string,
  ): Promise<string | null> {
    const place = `organizations/${slug}/projects/${scope.projectKey}/work-items/${key.toUpperCase()}/attachments`;
    const { attachmentMaxBytes } = this.settings;
    await this.ownership.assertOurs();
    const uploader = { ...ownerOf(conditions.context), organization: scope.organizationId };
    return this.uploads.run(uploader, async (count, quotaBytes) => {
      const file = await receiveUpload(form, this.blobs, attachmentMaxBytes, count);
      return this.attach(scope, { workItemId, quotaBytes, ...file }, conditions, place);
    });
  }

  @Get(':attachmentId')
  @Operation({
    id: 'downloadWorkItemAttachment',
    summary: 'The bytes of an attachment, as they were uploaded.',
    description: 'Returns the bytes of a file, as they were uploaded. Browsers save it and never show it.',
    examples: EXAMPLES.downloadWorkItemAttachment,
    scope: 'attachment:read',
    role: null,
    responses: { status: 200, with: 'bytes' },
  })
  async download(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() id: AttachmentId,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Readable> {
    const { blobName, fileName, contentType, size } = await this.attachments.content(scope, workItemId, id);
    const read = () =>
      this.blobs.read(blobName).catch(async (error: unknown) => {
        // If the attachment was deleted after its row was read, this throws NOT_FOUND instead of a fault.
        await this.attachments.content(scope, workItemId, id);
        throw error;
      });
    const content = request.method === 'HEAD' ? Readable.from([]) : await this.streamed(request, read);
    void reply.headers({
      'Content-Type': contentType,
      'Content-Length': String(size),
      'Content-Disposition': dispositionOf(fileName),
      'Accept-Ranges': 'none',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': 'sandbox',
    });
    return content;
  }

  /** Opens a stream, of which a user has a few: each holds a connection to the store until its client has read it. */
  private async streamed(request: FastifyRequest, open: () => Promise<Readable>): Promise<Readable> {
    const { context } = request;
    // The database is not needed any more.
    context.releaseSlot?.();
    const release = await this.limits.downloads.take(ownerOf(context), context.work);
    try {
      // It might have waited.
      await this.checks.checkAgain(request);
      return releaseAfter(await open(), release, request, this.checks);
    } catch (error) {
      release();
      throw error;
    }
  }

  @Delete(':attachmentId')
  @Operation({
    id: 'deleteWorkItemAttachment',
    summary: 'Takes an attachment off; its uploader may, and an administrator.',
    description: 'Deletes a file.',
    examples: EXAMPLES.deleteWorkItemAttachment,
    scope: 'attachment:delete',
    role: null,
    uploaderOrAdmin: true,
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  async delete(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() attachmentId: AttachmentId,
    @UnderConditions() conditions: Conditions,
  ): Promise<null> {
    const command = { workItemId, attachmentId };
    let unused: BlobName | undefined;
    await this.mutations.perform(conditions, deleteAttachment, scope, command, (blobName) => {
      unused = blobName;
      return { shown: null, touched: [{ kind: 'attachment', id: attachmentId }] };
    });
    if (unused !== undefined) await this.discardIfOurs(unused);
    return null;
  }

  /** Attaches a completely received file. Removes its blob unless the new attachment uses it. */
  private async attach(
    scope: ProjectScope,
    command: CreateAttachment,
    conditions: Conditions,
    place: string,
  ): Promise<string | null> {
    const { fileName, contentType, sha256, blobName } = command;
    // The identity does not contain the blob name: a retry stores the bytes under another name.
    const identity = { fileName, contentType, sha256 };
    let isUsed = false;
    const outcomeOf = (attachment: AttachmentView): Outcome => {
      isUsed = true;
      return {
        shown: attachment,
        touched: [{ kind: 'attachment', id: attachment.id }],
        location: `${this.settings.baseUrl}/api/v1/${place}/${attachment.id}`,
      };
    };
    try {
      return await this.mutations.perform(conditions, createAttachment, scope, command, outcomeOf, identity);
    } catch (error) {
      // COMMIT outcome unknown: keep the blob. The sweeper removes it if no row refers to it.
      isUsed = error instanceof UnknownOutcome;
      throw error;
    } finally {
      if (!isUsed) await this.discard(blobName);
    }
  }

  /** Removes a blob, except in a copy of a database: there the blobs belong to the original. */
  private async discardIfOurs(name: BlobName): Promise<void> {
    if (await this.ownership.isOurs().catch(() => false)) await this.discard(name);
  }

  /** Removes a blob. The sweeper removes it later when that fails. */
  private async discard(name: BlobName): Promise<void> {
    await this.blobs.remove(name).catch(() => undefined);
  }
}
