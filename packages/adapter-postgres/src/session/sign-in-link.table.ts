import type { SignInLinkRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** The stored form of a link: with the instant of its use. */
export interface SignInLinkRow extends SignInLinkRecord {
  readonly usedAt: Date | null;
}

/** A row is a `SignInLinkRow`. */
export const SignInLinkTable = tableOf<SignInLinkRow>('SignInLink', 'sign_in_links', {
  hash: { name: 'token_hash', type: 'bytea', primary: true },
  userId: { type: 'uuid' },
  purpose: { type: 'text' },
  byMail: { type: 'boolean' },
  expiresAt: { type: 'timestamptz', precision: 3 },
  usedAt: { type: 'timestamptz', precision: 3, nullable: true },
});
