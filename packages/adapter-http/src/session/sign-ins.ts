import { Injectable } from '@nestjs/common';
import {
  CommonPasswords,
  KnownBrowsers,
  LONGEST_USER_AGENT,
  PasswordAccounts,
  SessionViews,
  SignInThrottle,
  beginSession,
  changePassword,
  confirmByMail,
  hashOfSecret,
  invariant,
  isWellFormedSecret,
  normalPassword,
  problemOfPassword,
  refuse,
  revokeOwnTokens,
  type Accepted,
  type AccountOfSession,
  type FirstAccount,
  type AccountWithPassword,
  type Attempt,
  type LinkPurpose,
  type SignInLinkView,
  type NewSession,
  type Owner,
  type Principal,
  type SessionView,
  type Transaction,
} from '@worktrack/application';
import { Email, fold, type UserId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccountChanges, type AccountChange } from '../run/account-changes.js';
import { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import { inSlot } from '../limits/work-slots.js';
import { refuseFields } from '../reply/errors.js';
import { enforceAttempt } from '../checks/quota.js';
import { knownBrowserOf, secretOf, setKnownBrowser, setSecret } from '../checks/session-cookie.js';
import { ApiSettings } from '../settings.js';
import { Hashing } from './hashing.js';
import type { SetPasswordBody } from './session.requests.js';
import type { PasswordChanged } from './session.responses.js';

/** The request and the reply of a sign-in: the reply gets the cookie. */
export interface RequestReply {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** The outcome of a sign-in by password. Without a view the password was not accepted. */
interface PasswordOutcome {
  readonly account: AccountWithPassword | undefined;
  readonly view: SessionView | undefined;
  /** True when the password was right, and its hash changed before the session could begin. */
  readonly isChanged: boolean;
}

/** An account that signs in. */
type SignedIn = Pick<AccountWithPassword, 'userId' | 'setAt'> & { readonly byLink: LinkPurpose | null };

/** An account that signs in, with what else the sign-in has made. */
type FoundAccount = SignedIn & { readonly made?: Pick<AccountChange<unknown>, 'organizationId' | 'touched'> };

/** A session that was begun, and its account. */
type Begun = NewSession & { readonly view: SessionView; readonly account: SignedIn };

/** Begins sessions: by password, by link, and by a change of the password. Every session is a new one, and the one that was sent ends. */
@Injectable()
export class SignIns {
  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly changes: AccountChanges,
    private readonly common: CommonPasswords,
    private readonly hashing: Hashing,
    private readonly limits: Limits,
    private readonly browsers: KnownBrowsers,
    private readonly sessions: SessionViews,
    private readonly settings: ApiSettings,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * Signs in by password. Throws `INVALID_CREDENTIALS` for an unknown account, a wrong password and an account without one: each of them
   * verifies one hash and writes one audit row, so that neither the response nor its time distinguishes them.
   */
  async byPassword(
    http: RequestReply,
    sent: { readonly email: string; readonly password: string },
  ): Promise<SessionView> {
    const { context } = http.request;
    this.requirePasswords();
    const email = Email.parse(sent.email) ?? (fold(sent.email) as Email);
    const browser = await this.knownBrowser(http, () => this.find(http, email));
    const attempt = await this.throttle.byPassword(email, context.address, browser);
    enforceAttempt(attempt, http.reply);
    const password = normalPassword(sent.password);
    let outcome = await this.tryPassword(http, email, password, attempt);
    // Another sign-in at the same time might have replaced a hash with outdated parameters: the password is verified against the new one.
    if (outcome.isChanged) outcome = await this.tryPassword(http, email, password, attempt);
    const { view, account } = outcome;
    if (!view) return this.refuseSignIn(http, account?.userId);
    await attempt.succeeded();
    return view;
  }

  /** Signs in by a link, which is used up. Throws `INVALID_CREDENTIALS` for one that is unknown, used or expired. */
  async byLink(http: RequestReply, token: string): Promise<SessionView & { readonly purpose: LinkPurpose }> {
    const attempt = await this.throttle.byLink(http.request.context.address);
    enforceAttempt(attempt, http.reply);
    let purpose: LinkPurpose | undefined;
    const view = await this.begin(http, async (tx) => {
      const link = isWellFormedSecret(token) ? await tx.signInLinks.use(hashOfSecret(token)) : undefined;
      if (!link || !this.isUsable(link)) return undefined;
      if (link.byMail) await confirmByMail(tx, link.userId);
      const account = await tx.passwords.lock(link.userId);
      if (!account) return undefined;
      purpose = link.purpose;
      return { ...account, byLink: link.purpose };
    });
    if (!view || !purpose) return this.refuseSignIn(http, undefined);
    await attempt.succeeded();
    return { ...view, purpose };
  }

  /** Says whom a link signs in, and leaves it unused. Refuses what `byLink` refuses, and counts it in the same way. */
  async previewLink(http: RequestReply, token: string): Promise<SignInLinkView> {
    const attempt = await this.throttle.byLink(http.request.context.address);
    enforceAttempt(attempt, http.reply);
    const read = () => inSlot(this.limits, http.request.context, () => this.sessions.ofLink(hashOfSecret(token)));
    const link = isWellFormedSecret(token) ? await read() : undefined;
    if (!link || !this.isUsable(link)) return this.refuseSignIn(http, undefined);
    await attempt.succeeded();
    return link;
  }

  /**
   * Accepts an invitation by `accept`, and begins a session for an account that it has made; a caller with a session keeps it. Returns
   * `undefined` when `accept` does.
   */
  async byAcceptance(
    http: RequestReply,
    caller: Principal | undefined,
    accept: (tx: Transaction) => Promise<Accepted | undefined>,
  ): Promise<Accepted | undefined> {
    const { request } = http;
    if (caller) request.context.principal = caller;
    let begun: Begun | undefined;
    const accepted = await this.changes.runIf<Accepted>(request.context, async (tx) => {
      const result = await accept(tx);
      if (!result) return undefined;
      const { organizationId } = result;
      if (result.outcome === 'mailed') return { result, organizationId, touched: [] };
      const { id } = result.user;
      const touched = [{ kind: 'membership', id } as const];
      if (!result.isNew) return { result, organizationId, touched };
      const change = await this.beginIn(tx, http, { userId: id, setAt: await tx.instant(), byLink: null });
      begun = change.result;
      return { ...change, result, organizationId, touched: [{ kind: 'user', id }, ...touched, ...change.touched] };
    });
    if (begun) this.signIn(http, begun);
    return accepted;
  }

  /** Sets the server up by `make`, and begins a session of the account that it makes. Returns `undefined` when `make` does. */
  bySetup(
    http: RequestReply,
    make: (tx: Transaction) => Promise<FirstAccount | undefined>,
  ): Promise<SessionView | undefined> {
    return this.begin(http, async (tx) => {
      const first = await make(tx);
      if (!first) return undefined;
      const { user, organization } = first;
      const touched = [
        { kind: 'user', id: user.id },
        { kind: 'organization', id: organization.id, revision: organization.revision },
        { kind: 'membership', id: user.id },
      ] as const;
      const made = { organizationId: organization.id, touched };
      return { userId: user.id, setAt: await tx.instant(), byLink: null, made };
    });
  }

  /**
   * Changes the password of the caller: all sessions end, and this browser gets a new one, which ends with the session at its provider as the
   * one before. The access tokens end too if the body says so. Throws `INVALID_CREDENTIALS` when the current password is wrong, and `CONFLICT`
   * for a first password in a session that is not fresh.
   */
  async setPassword(http: RequestReply, principal: Principal, body: SetPasswordBody): Promise<PasswordChanged> {
    const { context } = http.request;
    this.requirePasswords();
    const { user } = principal;
    const session = invariant(principal.session, 'A password is changed without a session.');
    const password = normalPassword(body.newPassword);
    const problem = await problemOfPassword(password, user, this.common);
    if (problem !== undefined) refuseFields({ newPassword: [problem] });
    const account =
      (await this.accounts.ofSession(session.id)) ?? refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
    const isCurrentNeeded = account.hash !== null && !account.canReplace;
    if (account.hash === null) requireFresh(account);
    if (isCurrentNeeded) {
      if (body.currentPassword === undefined) refuseFields({ currentPassword: ['is required'] });
      await this.requirePassword(http, principal, account, body.currentPassword, 'setPasswordRefused');
    }
    const hash = await this.hashing.hash(ownerOf(context), password);
    const verified = account.canReplace ? undefined : account.hash;
    const { secret, setAt, tokensEnded } = await this.changes.run(context, async (tx) => {
      const ended = await changePassword(tx, { userId: user.id, verified, hash });
      // An intruder might have asked for another address.
      tx.emailChanges.remove(user.id);
      // It might have ended while the password was hashed.
      if (!ended.includes(session.id)) refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
      const { provider } = account;
      const begun = await beginSession(tx, { userId: user.id, byLink: null, userAgent: userAgentOf(http), provider });
      const revoked = body.endTokens ? await revokeOwnTokens(tx, user.id) : [];
      const sessions = [...ended, begun.id].map((id) => ({ kind: 'session', id }) as const);
      const tokens = revoked.map((id) => ({ kind: 'token', id }) as const);
      return {
        result: { secret: begun.secret, setAt: await tx.instant(), tokensEnded: revoked.length },
        touched: [{ kind: 'password', id: user.id }, ...sessions, ...tokens],
      };
    });
    setSecret(http.reply, this.settings, secret);
    this.remember(http, { userId: user.id, setAt });
    return { tokensEnded };
  }

  /** False for a link to set a password where the operator has switched passwords off. */
  private isUsable({ purpose }: { readonly purpose: LinkPurpose }): boolean {
    return purpose === 'sign-in' || this.settings.passwordSignIn;
  }

  /** Throws `FORBIDDEN` where the operator has switched passwords off. */
  private requirePasswords(): void {
    if (this.settings.passwordSignIn) return;
    refuse('FORBIDDEN', 'Passwords are switched off here: sign in with one of the other ways of the sign-in page.');
  }

  /**
   * Verifies the current password of the caller. Throws `INVALID_CREDENTIALS` for a wrong one, which counts as a failed sign-in of this browser.
   * @param refused the name of a refusal in the audit trail
   */
  async requirePassword(
    http: RequestReply,
    { user }: Principal,
    account: AccountWithPassword,
    sent: string,
    refused: string,
  ): Promise<void> {
    const { context } = http.request;
    const browser = await this.knownBrowser(http, () => Promise.resolve(account));
    const attempt = await this.throttle.byPassword(user.email, context.address, browser);
    enforceAttempt(attempt, http.reply);
    const isRight = await this.verified(attempt, ownerOf(context), account.hash, normalPassword(sent));
    if (!isRight) await this.refuseSignIn(http, user.id, refused);
    await attempt.succeeded();
  }

  /** Returns the id of the browser if it has signed in to the account before. The account is looked up only for a browser with a cookie. */
  private async knownBrowser(
    { request }: RequestReply,
    find: () => Promise<AccountWithPassword | undefined>,
  ): Promise<string | undefined> {
    const text = knownBrowserOf(request, this.settings);
    // A text that this server has not signed costs a stranger's request nothing more.
    if (text === undefined || !this.browsers.isSigned(text)) return undefined;
    const account = await find();
    return account && this.browsers.idFor(account, text, new Date());
  }

  /**
   * Verifies a password. An attempt in which none was verified, because the server is busy, does not count as a failure: it is taken back.
   */
  private async verified(
    attempt: Attempt,
    owner: Owner,
    hash: string | null | undefined,
    password: string,
  ): Promise<boolean> {
    try {
      return await this.hashing.verify(owner, hash, password);
    } catch (error) {
      await attempt.takeBack();
      throw error;
    }
  }

  /** Lets the browser be known from now on. */
  private remember({ request, reply }: RequestReply, account: Pick<AccountWithPassword, 'userId' | 'setAt'>): void {
    const text = this.browsers.remember(account, knownBrowserOf(request, this.settings), new Date());
    setKnownBrowser(reply, this.settings, text);
  }

  private find({ request }: RequestReply, email: Email): Promise<AccountWithPassword | undefined> {
    return inSlot(this.limits, request.context, () => this.accounts.find(email));
  }

  /** Verifies a password, and begins a session if it is right and its hash is still the current one. */
  private async tryPassword(
    http: RequestReply,
    email: Email,
    password: string,
    attempt: Attempt,
  ): Promise<PasswordOutcome> {
    const account = await this.find(http, email);
    const owner = ownerOf(http.request.context);
    const isRight = await this.verified(attempt, owner, account?.hash, password);
    if (!account?.hash || !isRight) return { account, view: undefined, isChanged: false };
    const renewed = await this.hashing.renewed(owner, account.hash, password);
    const view = await this.begin(http, async (tx) => {
      const now = await tx.passwords.lock(account.userId);
      if (now?.hash !== account.hash) return undefined;
      // The password stays the same: browsers that are known stay known.
      if (renewed !== undefined) tx.passwords.save(account.userId, renewed, now.setAt ?? (await tx.instant()));
      return { ...now, byLink: null };
    });
    return { account, view, isChanged: !view };
  }

  /** Begins a session for the account that `find` returns, and sets its cookie. Returns `undefined` when it returns none. */
  private async begin(
    http: RequestReply,
    find: (tx: Transaction) => Promise<FoundAccount | undefined>,
  ): Promise<SessionView | undefined> {
    const { request } = http;
    const begun = await this.changes.runIf(request.context, async (tx) => {
      const found = await find(tx);
      if (!found) return undefined;
      const { made, ...account } = found;
      const change = await this.beginIn(tx, http, account);
      return made ? { ...change, ...made, touched: [...made.touched, ...change.touched] } : change;
    });
    if (!begun) return undefined;
    this.signIn(http, begun);
    return begun.view;
  }

  /** Gives the browser the cookie of a session that was begun. */
  private signIn(http: RequestReply, { secret, account }: Begun): void {
    setSecret(http.reply, this.settings, secret);
    this.remember(http, account);
  }

  private async beginIn(tx: Transaction, http: RequestReply, account: SignedIn): Promise<AccountChange<Begun>> {
    const { userId, byLink } = account;
    const replaced = secretOf(http.request, this.settings);
    const begun = await beginSession(tx, { userId, byLink, userAgent: userAgentOf(http), replaced });
    const view = invariant(
      await tx.sessionViews.one(begun.id),
      'A session has ended in the transaction that began it.',
    );
    return {
      result: { ...begun, view, account },
      touched: [{ kind: 'session', id: begun.id }],
      actor: { actorId: userId, tokenId: begun.id },
    };
  }

  /** Records a failure and throws its refusal, which is the same for all of them. */
  private async refuseSignIn(
    { request }: RequestReply,
    user: UserId | undefined,
    operation = 'signInRefused',
  ): Promise<never> {
    await this.changes.run(request.context, () =>
      Promise.resolve({
        result: undefined,
        operation,
        touched: user === undefined ? [] : [{ kind: 'user', id: user }],
      }),
    );
    refuse('INVALID_CREDENTIALS', 'The credentials are not accepted.');
  }
}

/**
 * Throws `CONFLICT` when the sign-in is too long ago to prove that it is the owner of the account who asks: an account without a password has
 * no other proof.
 */
export function requireFresh({ isFresh }: Pick<AccountOfSession, 'isFresh'>): void {
  if (!isFresh) refuse('CONFLICT', 'Sign in again first: this has to follow within 15 minutes of a sign-in.');
}

/** The name of the browser, as far as it is stored: header values are Latin-1, so that a character is a code point. */
function userAgentOf({ request }: RequestReply): string | null {
  return (request.headers['user-agent'] ?? '').slice(0, LONGEST_USER_AGENT) || null;
}
