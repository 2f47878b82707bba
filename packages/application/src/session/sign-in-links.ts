import type { UserId } from '@worktrack/domain';

/** The purpose of a link: only to sign in, or also to set a password without the current one. */
export type LinkPurpose = 'sign-in' | 'set-password';

/** Every purpose of a link. */
export const LINK_PURPOSES: readonly LinkPurpose[] = ['sign-in', 'set-password'];

/** The lifetime of a link in minutes. */
export const LINK_MINUTES = { usual: 60, fewest: 1, most: 10_080 } as const;

/** The stored record of a link, with its secret only as a hash. */
export interface SignInLinkRecord {
  /** SHA-256 of the secret. */
  readonly hash: Buffer;
  readonly userId: UserId;
  readonly purpose: LinkPurpose;
  /** True: it went to the address of the account by mail, and was shown to nobody. */
  readonly byMail: boolean;
  readonly expiresAt: Date;
}

/** The links of one transaction. */
export interface SignInLinks {
  add(link: SignInLinkRecord): void;
  /** Uses a link up. Returns `undefined` when it is unknown, used or expired, or when its account was removed. */
  use(hash: Buffer): Promise<Pick<SignInLinkRecord, 'userId' | 'purpose' | 'byMail'> | undefined>;
  /** Deletes all unused links of the user. */
  removeAllOf(user: UserId): void;
}
