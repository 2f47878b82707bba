import type { Email, UserId } from '@worktrack/domain';

/** Connects somebody's identity at a provider to an account. */
export interface ExternalIdentityRecord {
  readonly issuer: string;
  readonly subject: string;
  readonly userId: UserId;
  readonly createdAt: Date;
}

/** The account of an identity. Its address is `null` after its removal. */
export interface IdentifiedAccount {
  readonly userId: UserId;
  readonly email: Email | null;
}

/** The identities of one transaction. */
export interface ExternalIdentities {
  /** Finds the account of an identity, a removed one too: whoever it belonged to does not get another one. */
  find(issuer: string, subject: string): Promise<IdentifiedAccount | undefined>;
  /** True when an identity is connected to the account. */
  areOf(userId: UserId): Promise<boolean>;
  /** Registers the identity. Throws `CONFLICT` at the next flush when it was connected meanwhile. */
  add(identity: ExternalIdentityRecord): void;
}
