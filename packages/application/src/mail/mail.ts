import type { Email, OrganizationId, Role } from '@worktrack/domain';

/** Mails by their kind, each with the values that its text shows. A `url` can hold a secret. */
interface MailValues {
  readonly invitation: {
    readonly organizationName: string;
    readonly inviterName: string;
    readonly role: Role;
    /** The words of the inviter. */
    readonly message: string | null;
    readonly url: string;
  };
  /** To a new address, which its owner confirms by the link. */
  readonly emailConfirmation: { readonly name: string; readonly url: string };
  readonly passwordRecovery: { readonly name: string; readonly url: string };
  /** To the old address, after the account got a new one. */
  readonly emailChanged: { readonly name: string; readonly newAddress: Email };
  readonly digest: {
    readonly name: string;
    readonly entries: readonly DigestEntry[];
    readonly url: string;
    /** One POST to it ends the digests. */
    readonly unsubscribeUrl: string;
  };
  readonly test: { readonly url: string };
}

/** One line of a digest. */
export interface DigestEntry {
  readonly title: string;
  /** Says in one sentence what happened. */
  readonly text: string;
  readonly url: string;
}

/** The kind of a mail. */
export type MailKind = keyof MailValues;

/** The members that every mail has. */
interface MailEnvelope {
  /** A UUID of what causes the mail. Of one cause there is one mail, whose Message-ID follows from it. */
  readonly cause: string;
  readonly address: Email;
  /** The Organization whose removal also removes the mail. */
  readonly organizationId: OrganizationId | null;
  /** When its link ends: a mail that cannot be sent before that fails. `null` for a mail that is never too late. */
  readonly expiresAt: Date | null;
}

/** A mail to one address. */
export type Mail = {
  [Kind in MailKind]: MailEnvelope & { readonly kind: Kind } & MailValues[Kind];
}[MailKind];
