import { Injectable } from '@nestjs/common';
import {
  Authenticator,
  CommonPasswords,
  InvitationViews,
  SignInThrottle,
  acceptInvitation,
  hashOfSecret,
  isRefusal,
  isWellFormedSecret,
  normalPassword,
  problemOfPassword,
  refuse,
  type Accepted,
  type NewAccount,
  type Principal,
  type ShownInvitation,
} from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { enforceAttempt } from '../checks/quota.js';
import { secretOf } from '../checks/session-cookie.js';
import { refuseOtherUser } from '../checks/user-of-page.js';
import { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import { inSlot } from '../limits/work-slots.js';
import { refuseFields } from '../reply/errors.js';
import { Hashing } from '../session/hashing.js';
import { SignIns, type RequestReply } from '../session/sign-ins.js';
import { ApiSettings } from '../settings.js';
import type { AcceptInvitationBody } from './invitations.requests.js';
import type { AcceptedInvitation } from './invitations.responses.js';

/** Lets visitors and sessions accept invitations and follow join links. Attempts with wrong tokens are counted like those with sign-in links. */
@Injectable()
export class Acceptances {
  constructor(
    private readonly authenticator: Authenticator,
    private readonly common: CommonPasswords,
    private readonly hashing: Hashing,
    private readonly invitations: InvitationViews,
    private readonly limits: Limits,
    private readonly settings: ApiSettings,
    private readonly signIns: SignIns,
    private readonly throttle: SignInThrottle,
  ) {}

  /** Shows what a token stands for. Throws `NOT_FOUND` for one that is unknown, used, revoked or expired. */
  async read({ request, reply }: RequestReply, token: string): Promise<ShownInvitation> {
    const attempt = await this.throttle.byLink(request.context.address);
    enforceAttempt(attempt, reply);
    const found = await this.invitationOf(request, token);
    await attempt.succeeded();
    return found;
  }

  /** Joins. Throws what `acceptInvitation` throws, and `NOT_FOUND` where it finds nothing. */
  async accept(http: RequestReply, body: AcceptInvitationBody): Promise<AcceptedInvitation> {
    const { request, reply } = http;
    const attempt = await this.throttle.byLink(request.context.address);
    enforceAttempt(attempt, reply);
    const { token } = body;
    // A stranger without a token hashes no password.
    const shown = await this.invitationOf(request, token);
    const accepted = await this.join(http, shown, body).catch(async (error: unknown) => {
      // A member that has to be corrected is not a guess.
      if (isRefusal(error) && error.code === 'VALIDATION_ERROR') await attempt.takeBack();
      throw error;
    });
    await attempt.succeeded();
    return { outcome: accepted.outcome, slug: accepted.outcome === 'joined' ? shown.organization.slug : null };
  }

  private async join(http: RequestReply, shown: ShownInvitation, body: AcceptInvitationBody): Promise<Accepted> {
    const { request, reply } = http;
    const { token, withAnotherAddress = false } = body;
    const principal = await this.principalOf(request);
    const newAccount = principal ? undefined : await this.newAccount(request, shown, body);
    if (shown.domains.length > 0) {
      const mail = await this.throttle.byMail(request.context.address);
      enforceAttempt(mail, reply, 'Too many mails were asked for: try again later.');
    }
    const command = {
      hash: hashOfSecret(token),
      account: principal && { id: principal.user.id, email: principal.user.email },
      ...{ withAnotherAddress, newAccount },
      linkOf: (secret: string) => `${this.settings.baseUrl}/invitation#${secret}`,
    };
    const accepted = await this.signIns.byAcceptance(http, principal, (tx) => acceptInvitation(tx, command));
    if (!accepted) return refuseToken();
    if (principal) this.authenticator.forget(principal.token.id);
    return accepted;
  }

  private async invitationOf({ context }: FastifyRequest, token: string): Promise<ShownInvitation> {
    const read = () => inSlot(this.limits, context, () => this.invitations.ofToken(hashOfSecret(token)));
    const found = isWellFormedSecret(token) ? await read() : undefined;
    return found ?? refuseToken();
  }

  /** The principal of the session that the browser has, if it has one. */
  private async principalOf(request: FastifyRequest): Promise<Principal | undefined> {
    const secret = secretOf(request, this.settings);
    const principal = secret === undefined ? undefined : await this.authenticator.authenticateSession(secret);
    if (principal) refuseOtherUser(request, principal);
    return principal;
  }

  /** Reads the account that a visitor wants. Throws `VALIDATION_ERROR` for a password that cannot be one. */
  private async newAccount(
    request: FastifyRequest,
    { email: invited, domains }: ShownInvitation,
    { email, name, password }: AcceptInvitationBody,
  ): Promise<NewAccount | undefined> {
    const address = invited ?? email;
    if (address === undefined) refuseFields({ email: ['is required'] });
    // The address is proven first: the account is made with the invitation that goes to it.
    if (domains.length > 0) return { email: address };
    if (!this.settings.passwordSignIn) refuse('AUTH_REQUIRED', 'Sign in with a provider of identities, then accept.');
    if (name === undefined) refuseFields({ name: ['is required'] });
    if (password === undefined) refuseFields({ password: ['is required'] });
    const text = normalPassword(password);
    const problem = await problemOfPassword(text, { email: address, name }, this.common);
    if (problem !== undefined) refuseFields({ password: [problem] });
    const passwordHash = await this.hashing.hash(ownerOf(request.context), text);
    return { email: address, person: { name, passwordHash } };
  }
}

function refuseToken(): never {
  refuse('NOT_FOUND', 'This invitation cannot be used: it is unknown, used, revoked or expired.');
}
