import { Body, Controller, Delete, Get, Param, Put, Req, Res } from '@nestjs/common';
import { SessionViews, endSession, endSessionsOf, refuse, type Principal } from '@worktrack/application';
import type { SessionId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountChanges } from '../run/account-changes.js';
import { Caller } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { clearSecret } from '../checks/session-cookie.js';
import { parseUuid } from '../body/uuid.js';
import { ApiSettings } from '../settings.js';
import { SetPasswordBody } from './session.requests.js';
import { PasswordChanged, SessionList } from './session.responses.js';
import { SignIns } from './sign-ins.js';

@Controller('api/me')
export class MySessionsController {
  constructor(
    private readonly changes: AccountChanges,
    private readonly sessions: SessionViews,
    private readonly settings: ApiSettings,
    private readonly signIns: SignIns,
  ) {}

  @Get('sessions')
  @Operation({
    id: 'listMySessions',
    summary: 'The sessions of the caller, newest first.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: SessionList },
  })
  async list(@Caller() { user, session }: Principal): Promise<SessionList> {
    const items = await this.sessions.of(user.id);
    return { items: items.map((item) => ({ ...item, current: item.id === session?.id })) };
  }

  @Delete('sessions/:sessionId')
  @Operation({
    id: 'endMySession',
    summary: 'Ends a session of the caller.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
    errors: ['NOT_FOUND'],
  })
  async end(
    @Caller() { user, session }: Principal,
    @Param('sessionId') text: string,
    @Req() { context }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    const id = (parseUuid(text) ?? refuse('NOT_FOUND')) as SessionId;
    await this.changes.run(context, async (tx) => {
      await endSession(tx, user.id, id);
      return { result: undefined, touched: [{ kind: 'session', id }] };
    });
    if (id === session?.id) clearSecret(reply, this.settings);
  }

  @Delete('sessions')
  @Operation({
    id: 'endMySessions',
    summary: 'Ends all sessions of the caller, this one too.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
  })
  async endAll(
    @Caller() { user }: Principal,
    @Req() { context }: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    await this.changes.run(context, async (tx) => {
      const ended = await endSessionsOf(tx, user.id);
      tx.emailChanges.remove(user.id);
      return { result: undefined, touched: ended.map((id) => ({ kind: 'session', id }) as const) };
    });
    clearSecret(reply, this.settings);
  }

  @Put('password')
  @Operation({
    id: 'setMyPassword',
    summary: 'Sets the password of the caller. All sessions end; this browser gets a new one.',
    authentication: 'session',
    scope: null,
    role: null,
    body: SetPasswordBody,
    responses: { status: 200, with: PasswordChanged },
    errors: ['CONFLICT', 'INVALID_CREDENTIALS'],
  })
  setPassword(
    @Caller() principal: Principal,
    @Body() body: SetPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PasswordChanged> {
    return this.signIns.setPassword({ request, reply }, principal, body);
  }
}
