import { Injectable } from '@nestjs/common';
import {
  CommonPasswords,
  SessionViews,
  SignInThrottle,
  hashOfSecret,
  isWellFormedSecret,
  normalPassword,
  problemOfPassword,
  refuse,
  setUp,
  type Attempt,
  type SessionView,
} from '@worktrack/application';
import { enforceAttempt } from '../checks/quota.js';
import { ownerOf } from '../limits/owner.js';
import { refuseFields } from '../reply/errors.js';
import { ApiSettings } from '../settings.js';
import { Hashing } from './hashing.js';
import type { SetUpBody } from './session.requests.js';
import { SignIns, type RequestReply } from './sign-ins.js';

/**
 * Makes the first account of a server, for whoever has a link that the server printed. A link that is unknown, used or expired, an account that
 * exists, and passwords that are switched off are one and the same `NOT_FOUND`. Attempts are counted like those with sign-in links.
 */
@Injectable()
export class Setups {
  constructor(
    private readonly common: CommonPasswords,
    private readonly hashing: Hashing,
    private readonly sessions: SessionViews,
    private readonly settings: ApiSettings,
    private readonly signIns: SignIns,
    private readonly throttle: SignInThrottle,
  ) {}

  /** Leaves the link unused. Throws `NOT_FOUND` for one that does not set the server up. */
  async check(http: RequestReply, token: string): Promise<void> {
    await (await this.attemptWith(http, token)).succeeded();
  }

  /** Makes the first account and its Organization, and signs the account in. Throws what `check` throws. */
  async setUp(http: RequestReply, { token, password, ...account }: SetUpBody): Promise<SessionView> {
    // A stranger without a token hashes no password.
    const attempt = await this.attemptWith(http, token);
    const text = normalPassword(password);
    const problem = await problemOfPassword(text, account, this.common);
    if (problem !== undefined) {
      // A member that has to be corrected is not a guess.
      await attempt.takeBack();
      refuseFields({ password: [problem] });
    }
    const passwordHash = await this.hashing.hash(ownerOf(http.request.context), text);
    const command = { ...account, hash: hashOfSecret(token), passwordHash };
    const session = await this.signIns.bySetup(http, (tx) => setUp(tx, command));
    if (!session) return refuseLink();
    await attempt.succeeded();
    return session;
  }

  /** Counts an attempt with a link. */
  private async attemptWith({ request, reply }: RequestReply, token: string): Promise<Attempt> {
    const attempt = await this.throttle.byLink(request.context.address);
    enforceAttempt(attempt, reply);
    const isUsable = isWellFormedSecret(token) && (await this.sessions.setsUp(hashOfSecret(token)));
    return isUsable && this.settings.passwordSignIn ? attempt : refuseLink();
  }
}

function refuseLink(): never {
  refuse(
    'NOT_FOUND',
    'This link cannot be used: it is unknown, used or expired, or the server has an account already.',
  );
}
