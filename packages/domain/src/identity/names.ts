import type { Brand } from '../shared/brand.js';

/** An Organization's name in paths: 1–63 of `a-z0-9-`, no hyphen at either end. Case-sensitive. */
export type Slug = Brand<string, 'Slug'>;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const Slug = {
  /** Returns `undefined` when the text is not a slug. */
  parse(text: string): Slug | undefined {
    return SLUG.test(text) ? (text as Slug) : undefined;
  },
};

/** A user's e-mail address in lower case. Administration identifies users by it; it is never a public identifier. */
export type Email = Brand<string, 'Email'>;

// The mailbox of RFC 5321 without quoted parts and address literals: a stored address is later sent as `format: email`.
const ATOM = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const DOMAIN_LABEL = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const EMAIL = new RegExp(`^(?=.{3,254}$)(?=[^@]{1,64}@)${ATOM}(?:\\.${ATOM})*@${DOMAIN_LABEL}(?:\\.${DOMAIN_LABEL})*$`);

export const Email = {
  /** Accepts both cases and returns lower case; at most 254 characters. Returns `undefined` when the text is not an address. */
  parse(text: string): Email | undefined {
    return EMAIL.test(text) ? (text.toLowerCase() as Email) : undefined;
  },
};

/** The optional name of a member: lower case, unique in an Organization. */
export type Username = Brand<string, 'Username'>;

const USERNAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;

export const Username = {
  /**
   * Accepts 1–64 of `A-Za-z0-9._-`, no punctuation at either end; returns lower case. Returns `undefined` when the text is not a username.
   */
  parse(text: string): Username | undefined {
    return USERNAME.test(text) ? (text.toLowerCase() as Username) : undefined;
  },
};

/**
 * The public id of a user: `usr_` and 22 characters of unpadded Base64URL, 128 random bits. Opaque, not secret, case-sensitive.
 */
export type PublicUserId = Brand<string, 'PublicUserId'>;

// 22 characters carry 132 bits: the last one holds two bits of the 128 and four padding bits that are zero, so it is A, Q, g or w.
const PUBLIC_USER_ID = /^usr_[A-Za-z0-9_-]{21}[AQgw]$/;

export const PublicUserId = {
  /** Returns `undefined` when the text is not a public user id. */
  parse(text: string): PublicUserId | undefined {
    return PUBLIC_USER_ID.test(text) ? (text as PublicUserId) : undefined;
  },
};
