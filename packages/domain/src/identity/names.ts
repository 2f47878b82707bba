import type { Brand } from '../shared/brand.js';

/** An Organization's name in paths. Case-sensitive. */
export type Slug = Brand<string, 'Slug'>;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const Slug = {
  parse(text: string): Slug | undefined {
    return SLUG.test(text) ? (text as Slug) : undefined;
  },
};

/** A person's e-mail address in lower case: how administration names a user, never a public identifier. */
export type Email = Brand<string, 'Email'>;

const EMAIL = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u;

export const Email = {
  parse(text: string): Email | undefined {
    return EMAIL.test(text) ? (text.toLowerCase() as Email) : undefined;
  },
};

/** An optional name of a member, unique in one Organization, lower case. */
export type Username = Brand<string, 'Username'>;

const USERNAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]{0,62}[A-Za-z0-9])?$/;

export const Username = {
  parse(text: string): Username | undefined {
    return USERNAME.test(text) ? (text.toLowerCase() as Username) : undefined;
  },
};

/** `usr_` and 22 characters of unpadded Base64URL: 128 random bits. Opaque, not secret, case-sensitive. */
export type PublicUserId = Brand<string, 'PublicUserId'>;

const PUBLIC_USER_ID = /^usr_[A-Za-z0-9_-]{21}[AQgw]$/;

export const PublicUserId = {
  parse(text: string): PublicUserId | undefined {
    return PUBLIC_USER_ID.test(text) ? (text as PublicUserId) : undefined;
  },
};
