import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { Authenticator, SessionViews, invariant, refuse, type Principal } from '@worktrack/application';
import type { SessionId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountChanges } from '../run/account-changes.js';
import { Caller } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { clearSecret, secretOf } from '../checks/session-cookie.js';
import { refuseOtherUser } from '../checks/user-of-page.js';
import { ApiSettings } from '../settings.js';
import { Recoveries } from './recoveries.js';
import { RecoverPasswordBody, SignInBody, SignInByLinkBody } from './session.requests.js';
import { Session, SessionByLink, SignInLink } from './session.responses.js';
import { ShownSessions } from './shown-sessions.js';
import { SignIns } from './sign-ins.js';

@Controller('api/session')
export class SessionController {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly changes: AccountChanges,
    private readonly sessions: SessionViews,
    private readonly settings: ApiSettings,
    private readonly recoveries: Recoveries,
    private readonly signIns: SignIns,
    private readonly shown: ShownSessions,
  ) {}

  @Get()
  @Operation({
    id: 'getSession',
    summary: 'The session of the browser, its user and the Organizations of the user.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: Session },
  })
  async get(@Caller() { session }: Principal): Promise<Session> {
    const { id } = invariant(session, 'A request without a session reads its session.');
    // It might have ended within the second for which it is cached.
    const view = (await this.sessions.one(id)) ?? refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
    return this.shown.of(view);
  }

  @Post()
  @Operation({
    id: 'signIn',
    summary: 'Begins a session by e-mail address and password.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: SignInBody,
    responses: { status: 200, with: Session },
    errors: ['INVALID_CREDENTIALS'],
  })
  async signIn(
    @Body() body: SignInBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Session> {
    return this.shown.of(await this.signIns.byPassword({ request, reply }, body));
  }

  @Post('link')
  @Operation({
    id: 'signInByLink',
    summary: 'Begins a session by a link, which is used up.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: SignInByLinkBody,
    responses: { status: 200, with: SessionByLink },
    errors: ['INVALID_CREDENTIALS'],
  })
  async signInByLink(
    @Body() { token }: SignInByLinkBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SessionByLink> {
    const { purpose, ...session } = await this.signIns.byLink({ request, reply }, token);
    return Object.assign(this.shown.of(session), { purpose });
  }

  @Post('link/preview')
  @Operation({
    id: 'previewSignInLink',
    summary: 'The user and the purpose of a link, which is not used up.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: SignInByLinkBody,
    responses: { status: 200, with: SignInLink },
    errors: ['INVALID_CREDENTIALS'],
  })
  previewLink(
    @Body() { token }: SignInByLinkBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<SignInLink> {
    return this.signIns.previewLink({ request, reply }, token);
  }

  @Post('recovery')
  @Operation({
    id: 'recoverPassword',
    summary: 'Mails a link that sets a new password, if the address has an account.',
    authentication: 'visitor',
    scope: null,
    role: null,
    body: RecoverPasswordBody,
    responses: { status: 202, with: null },
    errors: ['CONFLICT'],
  })
  recover(
    @Body() { email }: RecoverPasswordBody,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<void> {
    return this.recoveries.begin({ request, reply }, email);
  }

  @Delete()
  @Operation({
    id: 'signOut',
    summary: 'Ends the session, if there is one, and clears its cookie.',
    authentication: 'visitor',
    scope: null,
    role: null,
    responses: { status: 204, with: null },
    errors: ['AUTH_REQUIRED'],
  })
  async signOut(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<void> {
    const secret = secretOf(request, this.settings);
    const principal = secret === undefined ? undefined : await this.authenticator.authenticateSession(secret);
    if (principal?.session) {
      // A page that belongs to another user does not know whom it would sign out.
      refuseOtherUser(request, principal);
      await this.end(request, principal, principal.session.id);
    }
    clearSecret(reply, this.settings);
  }

  private async end({ context }: FastifyRequest, principal: Principal, id: SessionId): Promise<void> {
    context.principal = principal;
    await this.changes.run(context, async (tx) => {
      // Another request might have ended it meanwhile.
      await tx.sessions.end(principal.user.id, id, await tx.instant());
      return { result: undefined, touched: [{ kind: 'session', id }] };
    });
  }
}
