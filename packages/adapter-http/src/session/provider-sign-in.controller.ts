import { Controller, Get, Optional, Param, Post, Req, Res } from '@nestjs/common';
import { Abandoned, UnknownOutcome, isRefusal, refuse } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isOwnRead } from '../checks/same-origin.js';
import { parsed, readQuery } from '../checks/query.js';
import { refusalFor, refuseFields, STATUS, UNAVAILABLE } from '../reply/errors.js';
import { PageFault } from '../reply/page-fault.js';
import { Open } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import { pageHeaders } from '../web/security-headers.js';
import { WebApplication } from '../web/web-application.js';
import { FIRST_PROVIDER } from './callback-path.js';
import { ProviderSignIns, SignInFailed } from './provider-sign-ins.js';
import { returnPathOf } from './return-path.js';
import { SignInOptions } from './sign-in-options.js';

/** The parameters of the begin of a sign-in. */
const BEGIN = {
  provider: parsed((text) => text, 'the id of a provider', { type: 'string' }),
  returnTo: parsed(returnPathOf, 'the path of a page of the application', { type: 'string' }),
};

/** The status and the sentence for each failure: what happened, and what to do. `NAME` stands for the provider. */
const FAILURES: Readonly<Record<SignInFailed['reason'], readonly [status: number, sentence: string]>> = {
  'not-begun': [400, 'This sign-in was not begun in this browser, or took longer than 10 minutes. Begin it again.'],
  used: [400, 'This sign-in was used already. Begin it again.'],
  'unknown-provider': [404, 'This way to sign in does not exist here. Choose another one.'],
  declined: [403, 'NAME has not signed you in. Try again, or choose another way.'],
  'not-accepted': [
    403,
    'The answer of NAME cannot be trusted, so you are not signed in. Try again. If it happens again, tell your administrator.',
  ],
  'no-account': [
    403,
    'NAME knows you, but no account here belongs to you there. Ask your administrator for an account, or for a sign-in link.',
  ],
  'no-email': [
    403,
    'NAME does not tell your e-mail address, which an account needs. Ask your administrator to share it with Worktrack.',
  ],
  removed: [403, 'Your account here was removed. Ask your administrator.'],
  unavailable: [UNAVAILABLE, 'NAME cannot be reached at the moment. Try again in a moment, or choose another way.'],
};

/** The sentence for anything else that is refused. */
const OTHERWISE = 'You are not signed in: the service cannot do it at the moment. Try again in a moment.';

/** Seconds after which a browser can ask a provider again. */
const RETRY_SECONDS = '5';

/**
 * Sign-in with a provider of identities. These are addresses that a browser opens, and one that a provider calls: they are not operations
 * that a page calls. Whatever is wrong, a person gets the sign-in page, which says so.
 */
@Controller('api/session/oidc')
export class ProviderSignInController {
  constructor(
    private readonly signIns: ProviderSignIns,
    private readonly options: SignInOptions,
    private readonly settings: ApiSettings,
    @Optional() private readonly application?: WebApplication,
  ) {}

  @Get('begin')
  @Open()
  begin(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.redirect(request, reply, () => {
      // A page of another site must not change who is signed in.
      if (!isOwnRead(request.raw)) throw new SignInFailed('not-begun');
      const { provider = '', returnTo = '/' } = readQuery(request.raw.url ?? '', BEGIN);
      return this.signIns.begin({ request, reply }, provider, returnTo);
    });
  }

  @Get('callback')
  @Open()
  callback(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    return this.end(request, reply, FIRST_PROVIDER);
  }

  @Get('callback/:provider')
  @Open()
  callbackOfAnother(
    @Param('provider') id: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    return this.end(request, reply, id);
  }

  @Post('backchannel-logout')
  @Open()
  async backchannelLogout(
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    void reply.header('Cache-Control', 'no-store').code(200);
    await this.signIns.endSessions(request, logoutTokenIn(request));
    return '';
  }

  private end(request: FastifyRequest, reply: FastifyReply, id: string): Promise<string> {
    return this.redirect(request, reply, () => this.signIns.end({ request, reply }, id, queryOf(request)));
  }

  /** Sends the browser to where `work` says, or shows the sign-in page with what is wrong. */
  private async redirect(request: FastifyRequest, reply: FastifyReply, work: () => Promise<string>): Promise<string> {
    // A program that only asks for the headers signs nobody in.
    if (request.method !== 'GET') refuse('METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
    void reply.header('Cache-Control', 'no-store');
    try {
      const address = await work();
      void reply.headers({ Location: address, 'Referrer-Policy': 'no-referrer' }).code(303);
      return '';
    } catch (error) {
      // A client that has gone gets nothing, and one whose sign-in might have happened gets no response that could be wrong.
      if (error instanceof Abandoned || error instanceof UnknownOutcome) throw error;
      return this.page(request, reply, error);
    }
  }

  private page(request: FastifyRequest, reply: FastifyReply, error: unknown): string {
    const [status, sentence] = failureOf(error);
    const headers = pageHeaders(this.settings.baseUrl, request.headers.host);
    // The development server has the pages.
    const type = this.application ? 'text/html; charset=utf-8' : 'text/plain; charset=utf-8';
    void reply.headers(headers).type(type).code(status);
    if (status === UNAVAILABLE) void reply.header('Retry-After', RETRY_SECONDS);
    const { application, options } = this;
    const boot = { session: null, signIn: options.shown, signInProblem: sentence };
    const page = application?.page({ ...boot, version: application.version }) ?? sentence;
    const cause = error instanceof SignInFailed ? error.cause : isRefusal(error) ? undefined : error;
    if (cause !== undefined) throw new PageFault(page, cause, status);
    return page;
  }
}

function failureOf(error: unknown): readonly [status: number, sentence: string] {
  if (error instanceof SignInFailed) {
    const [status, sentence] = FAILURES[error.reason];
    return [status, sentence.replace('NAME', () => error.provider ?? 'The provider')];
  }
  if (!isRefusal(error)) return [UNAVAILABLE, OTHERWISE];
  const { code, message } = refusalFor(error);
  return [
    STATUS[code],
    code === 'RATE_LIMITED' ? message : 'The address of this sign-in is not complete. Begin it again.',
  ];
}

const queryOf = ({ raw }: FastifyRequest): URLSearchParams => new URLSearchParams((raw.url ?? '').split('?')[1] ?? '');

const FORM = /^application\/x-www-form-urlencoded *(?:;|$)/i;

/** Reads the form of a notice. Throws `VALIDATION_ERROR`, which names the member. */
function logoutTokenIn({ headers, body }: FastifyRequest): string {
  if (!FORM.test(headers['content-type'] ?? '') || headers['content-encoding'] !== undefined) {
    refuseFields({ body: ['must be sent as application/x-www-form-urlencoded'] });
  }
  const tokens = new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '').getAll('logout_token');
  const [token = '', ...more] = tokens;
  if (token === '' || more.length > 0) refuseFields({ logout_token: ['is required, once'] });
  return token;
}
