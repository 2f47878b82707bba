import { Body, Controller, Delete, Patch, Put, Req } from '@nestjs/common';
import {
  AvatarImages,
  Authenticator,
  MOST_AVATAR_BYTES,
  removeAvatar,
  setAvatar,
  updateMe,
  type Principal,
} from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { receiveInMemory } from '../attachment/receive-upload.js';
import { RequestChecks } from '../checks/checks.js';
import { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import { takeSlot } from '../limits/work-slots.js';
import { AccountChanges } from '../run/account-changes.js';
import { Caller, UploadedForm, type Form, type RequestContext } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { avatarPath } from '../session/session.responses.js';
import { UpdateMeBody } from './own-profile.requests.js';
import { OwnAvatar, OwnName } from './own-profile.responses.js';

/** The caller as others see them. Only pages of the application change it: a token has no profile of its own. */
@Controller('api/x/me')
export class OwnProfileController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly changes: AccountChanges,
    private readonly checks: RequestChecks,
    private readonly images: AvatarImages,
    private readonly limits: Limits,
  ) {}

  @Patch()
  @Operation({
    id: 'updateMe',
    summary: 'Changes the name of the caller.',
    authentication: 'session',
    scope: null,
    role: null,
    body: UpdateMeBody,
    responses: { status: 200, with: OwnName },
  })
  async update(
    @Req() { context }: FastifyRequest,
    @Caller() { user, token }: Principal,
    @Body() body: UpdateMeBody,
  ): Promise<OwnName> {
    const { name } = body;
    const shown = await this.changes.run(context, async (tx) => ({
      result: await updateMe(tx, user.id, { name }),
      touched: [{ kind: 'user', id: user.id }],
    }));
    this.authenticator.forget(token.id);
    return shown;
  }

  @Put('avatar')
  @Operation({
    id: 'setAvatar',
    summary: 'Sets the picture of the caller: a PNG, JPEG, WebP or GIF of at most 4 MiB, of which the middle is kept.',
    authentication: 'session',
    scope: null,
    role: null,
    upload: true,
    responses: { status: 200, with: OwnAvatar },
  })
  async setAvatar(
    @Req() request: FastifyRequest,
    @Caller() { user }: Principal,
    @UploadedForm() form: Form,
  ): Promise<OwnAvatar> {
    const { context } = request;
    const content = await this.encoded(context, form);
    context.work.startTime();
    await takeSlot(this.limits, context);
    await this.checks.checkAgain(request);
    const version = await this.changes.run(context, async (tx) => ({
      result: await setAvatar(tx, user.id, content),
      touched: [{ kind: 'user', id: user.id }],
    }));
    return { avatarUrl: avatarPath(user.publicId, version) };
  }

  @Delete('avatar')
  @Operation({
    id: 'removeAvatar',
    summary: 'Removes the picture of the caller.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
  })
  async removeAvatar(@Req() { context }: FastifyRequest, @Caller() { user }: Principal): Promise<void> {
    await this.changes.run(context, async (tx) => {
      await removeAvatar(tx, user.id);
      return { result: undefined, touched: [{ kind: 'user', id: user.id }] };
    });
  }

  /**
   * Receives the file and makes an avatar of it. The file counts as a large body, in the time that any request has to arrive, and a user
   * has one picture made at a time: both bound what files of strangers cost.
   */
  private async encoded(context: RequestContext, form: Form): Promise<Buffer> {
    const owner = ownerOf(context);
    const releaseBytes = await this.limits.largeBodies.take(owner, context.work, MOST_AVATAR_BYTES);
    try {
      const file = await receiveInMemory(form, MOST_AVATAR_BYTES);
      const releasePicture = await this.limits.pictures.take(owner, context.work);
      // A picture that is being made cannot be stopped: it keeps its slot, but its request ends in time.
      return await context.work.orStopped(this.images.avatarOf(file).finally(releasePicture));
    } finally {
      releaseBytes();
    }
  }
}
