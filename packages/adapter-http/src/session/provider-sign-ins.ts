import { Injectable } from '@nestjs/common';
import {
  IdentityProviders,
  KnownBrowsers,
  LONGEST_USER_AGENT,
  PendingSignIns,
  ProofRefused,
  ProviderUnavailable,
  SignInThrottle,
  UnitOfWork,
  endSessionsOfProvider,
  isRefusal,
  signInWithProvider,
  type Attempt,
  type AuditEntry,
  type IdentityProvider,
  type LogoutNotice,
  type PendingSignIn,
  type ProvenIdentity,
  type ProviderRefusal,
  type ProviderSignIn,
  type Transaction,
} from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { enforceAttempt } from '../checks/quota.js';
import {
  clearPending,
  knownBrowserOf,
  pendingOf,
  secretOf,
  setKnownBrowser,
  setPending,
  setSecret,
} from '../checks/session-cookie.js';
import { Limits } from '../limits/limits.js';
import { inSlot } from '../limits/work-slots.js';
import { refuseFields } from '../reply/errors.js';
import { ApiSettings } from '../settings.js';
import type { RequestReply } from './sign-ins.js';

/** The reason why a sign-in with a provider did not begin a session, with its name where it is known. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';

  constructor(
    readonly reason: ProviderRefusal | 'not-begun' | 'unknown-provider' | 'declined' | 'not-accepted' | 'unavailable',
    readonly provider?: string,
    /** The fault, for the log. */
    override readonly cause?: unknown,
  ) {
    super(reason);
  }
}

/** Signs people in whom a provider of identities has identified, and ends sessions when it says so. */
@Injectable()
export class ProviderSignIns {
  constructor(
    private readonly providers: IdentityProviders,
    private readonly pending: PendingSignIns,
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: Limits,
    private readonly browsers: KnownBrowsers,
    private readonly throttle: SignInThrottle,
    private readonly settings: ApiSettings,
  ) {}

  /** Begins a sign-in, gives the browser its secrets, and returns the address at the provider. Throws `SignInFailed`. */
  async begin({ reply }: RequestReply, id: string, returnTo: string): Promise<string> {
    const provider = this.find(id);
    const begun = this.pending.begin(id, returnTo, new Date());
    try {
      const { href } = await this.providers.begin(provider, begun);
      setPending(reply, this.settings, this.pending.sealed(begun));
      return href;
    } catch (error) {
      if (error instanceof ProviderUnavailable) throw new SignInFailed('unavailable', provider.name, error);
      throw error;
    }
  }

  /**
   * Ends a sign-in with the response of the provider: begins a session and returns the path to go on at. The response is accepted in the browser
   * that began it, once, and at the address of the provider that was asked: a code that another one has made never reaches this one. Throws
   * `SignInFailed`, and `RATE_LIMITED` when too many attempts have failed.
   */
  async end(http: RequestReply, id: string, query: URLSearchParams): Promise<string> {
    const { request, reply } = http;
    const text = pendingOf(request, this.settings);
    const begun = text === undefined ? undefined : this.pending.open(text, new Date());
    if (begun?.provider !== id || query.getAll('state').join() !== begun.state) throw new SignInFailed('not-begun');
    // Whatever happens, this sign-in is over.
    clearPending(reply, this.settings);
    const provider = this.find(begun.provider);
    if (query.has('error')) throw new SignInFailed('declined', provider.name);
    const attempt = await this.throttle.byLink(request.context.address);
    enforceAttempt(attempt, reply);
    const identity = await this.identify(request, provider, query, begun, attempt);
    const outcome = await this.signIn(http, provider, identity, begun);
    if (typeof outcome === 'string') throw new SignInFailed(outcome, provider.name);
    // Where anybody can have an identity, a new account costs as much as a failure.
    if (outcome.account !== 'created') await attempt.succeeded();
    setSecret(reply, this.settings, outcome.session.secret);
    const known = this.browsers.remember(outcome, knownBrowserOf(request, this.settings), new Date());
    setKnownBrowser(reply, this.settings, known);
    return begun.returnTo;
  }

  /** Ends the sessions that the notice of a provider names. Throws `VALIDATION_ERROR` for one that is not accepted. */
  async endSessions({ context }: FastifyRequest, token: string): Promise<void> {
    const notice = await this.read(token);
    context.work.beginChange();
    await this.run(context, async (tx) => {
      const ended = await endSessionsOfProvider(tx, notice);
      const touched = ended.map((id) => ({ kind: 'session', id }) as const);
      tx.audit.record({ ...rowOf(context), operation: 'backchannelLogout', touched });
    });
  }

  private async read(token: string): Promise<LogoutNotice> {
    try {
      return await this.providers.readLogoutToken(token);
    } catch (error) {
      if (error instanceof ProofRefused) refuseFields({ logout_token: ['is not accepted'] });
      throw error;
    }
  }

  private find(id: string): IdentityProvider {
    const provider = this.providers.all.find((one) => one.id === id);
    if (!provider) throw new SignInFailed('unknown-provider');
    return provider;
  }

  /** Asks the provider who it is. An attempt in which it could not respond does not count as a failure. */
  private async identify(
    { context }: FastifyRequest,
    provider: IdentityProvider,
    query: URLSearchParams,
    begun: PendingSignIn,
    attempt: Attempt,
  ): Promise<ProvenIdentity> {
    try {
      return await this.providers.identify(provider, query, begun);
    } catch (error) {
      if (error instanceof ProofRefused) {
        await this.recordRefusal(context);
        throw new SignInFailed('not-accepted', provider.name, error);
      }
      await attempt.takeBack();
      if (error instanceof ProviderUnavailable) throw new SignInFailed('unavailable', provider.name, error);
      throw error;
    }
  }

  private async signIn(
    http: RequestReply,
    provider: IdentityProvider,
    identity: ProvenIdentity,
    begun: PendingSignIn,
  ): Promise<ProviderSignIn | ProviderRefusal> {
    try {
      return await this.signInOnce(http, provider, identity, begun);
    } catch (error) {
      if (!isRefusal(error) || !['CONFLICT', 'USERNAME_TAKEN'].includes(error.code)) throw error;
      // Another request was first: what it made is found now.
      return this.signInOnce(http, provider, identity, begun);
    }
  }

  private signInOnce(
    { request }: RequestReply,
    { rules }: IdentityProvider,
    identity: ProvenIdentity,
    { state, expiresAt }: PendingSignIn,
  ): Promise<ProviderSignIn | ProviderRefusal> {
    const { context } = request;
    context.work.beginChange();
    // Header values are Latin-1, so that a character is a code point.
    const userAgent = (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT) || null;
    const replaced = secretOf(request, this.settings);
    const command = { identity, rules, state, expiresAt, userAgent, replaced };
    return this.run(context, async (tx) => {
      const outcome = await signInWithProvider(tx, command);
      for (const row of rowsOf(context, outcome)) tx.audit.record(row);
      return outcome;
    });
  }

  private run<Result>(context: FastifyRequest['context'], work: (tx: Transaction) => Promise<Result>): Promise<Result> {
    return inSlot(this.limits, context, () => this.unitOfWork.run(work));
  }

  private async recordRefusal(context: FastifyRequest['context']): Promise<void> {
    context.work.beginChange();
    await this.run(context, (tx) => {
      tx.audit.record(refusalRowOf(context));
      return Promise.resolve();
    });
  }
}

type Context = Pick<FastifyRequest['context'], 'requestId'>;

const rowOf = ({ requestId }: Context) => ({ organizationId: null, actorId: null, tokenId: null, requestId });

const refusalRowOf = (context: Context): AuditEntry => ({
  ...rowOf(context),
  operation: 'signInRefused',
  touched: [],
});

/** The rows of the audit trail for an attempt: one for the sign-in, and one in the Organization whose membership it changed. */
function rowsOf(context: Context, outcome: ProviderSignIn | ProviderRefusal): AuditEntry[] {
  if (typeof outcome === 'string') return [refusalRowOf(context)];
  const { session, userId, account, membership } = outcome;
  const row = { ...rowOf(context), actorId: userId, tokenId: session.id };
  const user = account === 'known' ? [] : [{ kind: 'user', id: userId } as const];
  const signIn = {
    ...row,
    operation: 'signInWithProvider',
    touched: [{ kind: 'session', id: session.id } as const, ...user],
  };
  if (!membership) return [signIn];
  const { organizationId, change } = membership;
  const operation = change === 'joined' ? 'joinByProvider' : 'changeRoleByProvider';
  return [signIn, { ...row, organizationId, operation, touched: [{ kind: 'membership', id: userId }] }];
}
