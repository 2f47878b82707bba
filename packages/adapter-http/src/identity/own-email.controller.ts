import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { EmailChangeViews, MailStates, type Principal } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Caller } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { ChangeEmailBody, ConfirmEmailBody } from './own-email.requests.js';
import { ConfirmedEmail, OwnEmail } from './own-email.responses.js';
import { OwnEmails } from './own-emails.js';

/** The e-mail address of the caller. */
@Controller('api/me/email')
export class OwnEmailController {
  constructor(
    private readonly emails: OwnEmails,
    private readonly mails: MailStates,
    private readonly views: EmailChangeViews,
  ) {}

  @Get()
  @Operation({
    id: 'getOwnEmail',
    summary: 'The e-mail address of the caller, and a new one that is not confirmed.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: OwnEmail },
  })
  async get(@Caller() { user }: Principal): Promise<OwnEmail> {
    return { email: user.email, ...(await this.views.of(user.id)), canChange: this.mails.isConfigured };
  }

  @Post()
  @Operation({
    id: 'changeEmail',
    summary: 'Mails a link to a new e-mail address of the caller.',
    authentication: 'session',
    scope: null,
    role: null,
    body: ChangeEmailBody,
    responses: { status: 202, with: null },
    errors: ['CONFLICT', 'INVALID_CREDENTIALS'],
  })
  change(
    @Caller() principal: Principal,
    @Body() body: ChangeEmailBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.emails.change({ request, reply }, principal, body);
  }

  @Post('confirmation')
  @Operation({
    id: 'confirmEmail',
    summary: 'Makes a new e-mail address that of the caller, by the token that was mailed to it.',
    authentication: 'session',
    scope: null,
    role: null,
    body: ConfirmEmailBody,
    responses: { status: 200, with: ConfirmedEmail },
    errors: ['CONFLICT', 'NOT_FOUND'],
  })
  async confirm(
    @Caller() principal: Principal,
    @Body() { token }: ConfirmEmailBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<ConfirmedEmail> {
    return { email: await this.emails.confirm({ request, reply }, principal, token) };
  }

  @Delete()
  @Operation({
    id: 'cancelEmailChange',
    summary: 'Forgets a new e-mail address that is not confirmed.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
  })
  cancel(
    @Caller() principal: Principal,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.emails.cancel({ request, reply }, principal);
  }
}
