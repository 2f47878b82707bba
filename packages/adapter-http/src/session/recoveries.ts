import { Injectable } from '@nestjs/common';
import { MailStates, SignInThrottle, recoverPassword, refuse } from '@worktrack/application';
import type { Email } from '@worktrack/domain';
import { enforceAttempt } from '../checks/quota.js';
import { AccountChanges } from '../run/account-changes.js';
import { ApiSettings } from '../settings.js';
import type { RequestReply } from './sign-ins.js';

/** Mails links to people who forgot their password. Nothing in a response depends on whether there is an account. */
@Injectable()
export class Recoveries {
  constructor(
    private readonly changes: AccountChanges,
    private readonly mails: MailStates,
    private readonly settings: ApiSettings,
    private readonly throttle: SignInThrottle,
  ) {}

  /** Begins a recovery. Throws `CONFLICT` where no mail is sent, and `RATE_LIMITED` when the network has asked too often. */
  async begin({ request, reply }: RequestReply, email: Email): Promise<void> {
    const { context } = request;
    if (!this.settings.passwordSignIn) {
      refuse('FORBIDDEN', 'Passwords are switched off here: sign in with one of the other ways of the sign-in page.');
    }
    if (!this.mails.isConfigured) {
      refuse('CONFLICT', 'This server sends no mail: ask your administrator for a link.');
    }
    enforceAttempt(
      await this.throttle.byMail(context.address),
      reply,
      'Too many mails were asked for: try again later.',
    );
    const linkOf = (secret: string) => `${this.settings.baseUrl}/welcome#${secret}`;
    await this.changes.run(context, async (tx) => {
      const id = await recoverPassword(tx, { email, linkOf });
      return { result: undefined, touched: id === undefined ? [] : [{ kind: 'user', id }] };
    });
  }
}
