import { Controller, Get, Req, Res } from '@nestjs/common';
import { Abandoned, Authenticator, OrganizationViews, SessionViews, type Principal } from '@worktrack/application';
import { Slug } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Open } from '../run/operation.js';
import { secretOf } from '../checks/session-cookie.js';
import type { Session } from '../session/session.responses.js';
import { ShownSessions } from '../session/shown-sessions.js';
import { SignInOptions } from '../session/sign-in-options.js';
import { ApiSettings } from '../settings.js';
import { Moved } from '../reply/moved.js';
import { PageFault } from '../reply/page-fault.js';
import { pageHeaders } from './security-headers.js';
import { WebApplication } from './web-application.js';

/**
 * One page for every address of the application, which shows the screen of the address itself. When the session of the cookie cannot
 * be read, the response is 503 with a page that says so and has a button to try again.
 */
@Controller()
export class ShellController {
  constructor(
    private readonly application: WebApplication,
    private readonly authenticator: Authenticator,
    private readonly sessions: SessionViews,
    private readonly organizations: OrganizationViews,
    private readonly settings: ApiSettings,
    private readonly shown: ShownSessions,
    private readonly options: SignInOptions,
  ) {}

  @Get([
    '',
    'sign-in',
    'forgotten',
    'welcome',
    'email',
    'invitation',
    'setup',
    'o/*',
    'organizations/new',
    'settings',
    'settings/*',
  ])
  @Open()
  async page(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { version } = this.application;
    const signIn = this.options.shown;
    void reply.headers(pageHeaders(this.settings.baseUrl, request.headers.host)).type('text/html; charset=utf-8');
    const session = await this.sessionOf(request).catch((error: unknown) => {
      if (error instanceof Abandoned || error instanceof Moved) throw error;
      const { requestId } = request.context;
      throw new PageFault(this.application.page({ session: null, signIn, version, failedRequest: requestId }), error);
    });
    // The service worker keeps the page for its user, and the files for its release.
    void reply.header('Worktrack-Release', version);
    if (session) void reply.header('Worktrack-User', session.user.publicId);
    return this.application.page({ session, signIn, version });
  }

  /**
   * The session of the cookie, which might have ended: the page then asks to sign in. Throws `Moved` for the address of an Organization of the caller
   * by a slug that it had before.
   */
  private async sessionOf(request: FastifyRequest): Promise<Session | null> {
    const secret = secretOf(request, this.settings);
    const principal = secret === undefined ? undefined : await this.authenticator.authenticateSession(secret);
    if (principal) await this.leadOn(request, principal);
    const view = principal?.session && (await this.sessions.one(principal.session.id));
    return view ? this.shown.of(view) : null;
  }

  private async leadOn({ raw: { url = '' } }: FastifyRequest, principal: Principal): Promise<void> {
    const named = /^\/o\/([^/?]+)/.exec(url)?.[1];
    const former = named === undefined ? undefined : Slug.parse(named);
    if (former === undefined || principal.organizations.some(({ slug }) => slug === former)) return;
    const present = await this.organizations.presentSlug(principal, former);
    if (present !== undefined) throw new Moved(url.replace(/(?<=^\/o\/)[^/?]+/, present));
  }
}
