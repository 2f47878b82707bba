import { Controller, Get, Req, Res } from '@nestjs/common';
import { Authenticator, SessionViews } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../pipeline/operation.js';
import { secretOf } from '../pipeline/session-cookie.js';
import { answerOf, type SessionAnswer } from '../session/session.responses.js';
import { ApiSettings } from '../settings.js';
import { pageHeaders } from './security-headers.js';
import { WebApplication } from './web-application.js';

/** One page for every address of the application, which shows the screen of the address itself. */
@Controller()
export class ShellController {
  private readonly headers: Record<string, string>;

  constructor(
    private readonly application: WebApplication,
    private readonly authenticator: Authenticator,
    private readonly sessions: SessionViews,
    private readonly settings: ApiSettings,
  ) {
    this.headers = pageHeaders(settings.baseUrl);
  }

  @Get(['', 'sign-in', 'welcome', 'o/*', 'settings', 'settings/*'])
  @Open()
  async page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const session = await this.sessionOf(request);
    void reply.headers(this.headers).type('text/html; charset=utf-8');
    return this.application.page({ session, version: this.application.version });
  }

  /** The session of the cookie, which may have ended: the page then asks to sign in. */
  private async sessionOf(request: FastifyRequest): Promise<SessionAnswer | null> {
    const secret = secretOf(request, this.settings);
    const principal = secret === undefined ? undefined : await this.authenticator.authenticateSession(secret);
    const view = principal?.session && (await this.sessions.one(principal.session.id));
    return view ? answerOf(view) : null;
  }
}
