import { Injectable } from '@nestjs/common';
import {
  Authenticator,
  MailStates,
  PasswordAccounts,
  SignInThrottle,
  changeEmail,
  confirmEmail,
  hashOfSecret,
  invariant,
  isWellFormedSecret,
  refuse,
  type Principal,
} from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { enforceAttempt } from '../checks/quota.js';
import { refuseFields } from '../reply/errors.js';
import { AccountChanges } from '../run/account-changes.js';
import { SignIns, requireFresh, type RequestReply } from '../session/sign-ins.js';
import { ApiSettings } from '../settings.js';
import type { ChangeEmailBody } from './own-email.requests.js';

/** Changes the e-mail address of the caller: it has to be confirmed by a mail to the new one. */
@Injectable()
export class OwnEmails {
  constructor(
    private readonly accounts: PasswordAccounts,
    private readonly authenticator: Authenticator,
    private readonly changes: AccountChanges,
    private readonly mails: MailStates,
    private readonly settings: ApiSettings,
    private readonly signIns: SignIns,
    private readonly throttle: SignInThrottle,
  ) {}

  /**
   * Mails a link to the new address. The proof is the current password, or where none signs in, a fresh sign-in. Throws what `changeEmail`
   * throws; `CONFLICT` where no mail is sent, and for a session that is not fresh; `INVALID_CREDENTIALS` for a wrong password; `RATE_LIMITED`
   * when the network has asked for too many mails.
   */
  async change(http: RequestReply, principal: Principal, { email, currentPassword }: ChangeEmailBody): Promise<void> {
    const { request, reply } = http;
    const { user } = principal;
    const session = invariant(principal.session, 'An e-mail address is changed without a session.');
    if (!this.mails.isConfigured) refuse('CONFLICT', 'This server sends no mail: ask your administrator.');
    const account =
      (await this.accounts.ofSession(session.id)) ?? refuse('AUTH_REQUIRED', 'A session is needed: sign in.');
    if (account.hash === null || !this.settings.passwordSignIn) requireFresh(account);
    else {
      if (currentPassword === undefined) refuseFields({ currentPassword: ['is required'] });
      await this.signIns.requirePassword(http, principal, account, currentPassword, 'changeEmailRefused');
    }
    enforceAttempt(await this.throttle.byMail(request.context.address), reply, TOO_MANY_MAILS);
    const linkOf = (token: string) => `${this.settings.baseUrl}/email#${token}`;
    await this.changes.run(request.context, async (tx) => {
      await changeEmail(tx, { userId: user.id, email, verified: account.hash, linkOf });
      return { result: undefined, touched: [{ kind: 'user', id: user.id }] };
    });
  }

  /** Confirms the new address. Throws what `confirmEmail` throws. Wrong tokens are counted like those of sign-in links. */
  async confirm(
    { request, reply }: RequestReply,
    { user, token: credential }: Principal,
    token: string,
  ): Promise<Email> {
    const attempt = await this.throttle.byLink(request.context.address);
    enforceAttempt(attempt, reply);
    // A malformed token has a hash that no change has.
    const hash = hashOfSecret(isWellFormedSecret(token) ? token : '');
    const email = await this.changes.run(request.context, async (tx) => ({
      result: await confirmEmail(tx, user.id, hash),
      touched: [{ kind: 'user', id: user.id }],
    }));
    await attempt.succeeded();
    this.authenticator.forget(credential.id);
    return email;
  }

  /** Forgets a change that was not confirmed. */
  async cancel({ request }: RequestReply, { user }: Principal): Promise<void> {
    await this.changes.run(request.context, (tx) => {
      tx.emailChanges.remove(user.id);
      return Promise.resolve({ result: undefined, touched: [{ kind: 'user', id: user.id }] });
    });
  }
}

const TOO_MANY_MAILS = 'Too many mails were asked for: try again later.';
