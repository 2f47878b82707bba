import type { Brand } from '../shared/brand.js';
import { assertKinds } from '../shared/wrong-use.js';

/** An Organization's name in paths: 1–63 of `a-z0-9-`, no hyphen at either end. Case-sensitive. */
export type Slug = Brand<string, 'Slug'>;

/** Leaves room for a number. */
const LONGEST_STEM = 46;

const SLUG = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

export const Slug = {
  /** Returns `undefined` when the text is not a slug. */
  parse(text: string): Slug | undefined {
    return SLUG.test(text) ? (text as Slug) : undefined;
  },

  /**
   * Derives a slug from the name of an Organization: its words in ASCII and lower case with hyphens between, at most 46 characters; `team`
   * where that is shorter than two.
   */
  stem(name: string): Slug {
    assertKinds('Slug.stem', { name }, { name: 'text' });
    const stem = stemOf(name);
    return (stem.length < 2 ? 'team' : stem) as Slug;
  },

  /** Returns the stem when it is free, else the stem with the first free number from 2. */
  firstFree(stem: Slug, taken: ReadonlySet<string>): Slug {
    assertKinds('Slug.firstFree', { stem, taken }, { stem: 'text', taken: 'object' });
    return firstFree(stem, taken) as Slug;
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

  /** Derives a username from the name of a person, as `Slug.stem` does: `ada-lovelace`; `undefined` for a name without Latin letters or digits. */
  stem(name: string): Username | undefined {
    assertKinds('Username.stem', { name }, { name: 'text' });
    return (stemOf(name) || undefined) as Username | undefined;
  },

  /** Returns the stem when it is free, else the stem with the first free number from 2. */
  firstFree(stem: Username, taken: ReadonlySet<string>): Username {
    assertKinds('Username.firstFree', { stem, taken }, { stem: 'text', taken: 'object' });
    return firstFree(stem, taken) as Username;
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

/** The words of a name in ASCII and lower case, with hyphens between. Letters that have no ASCII form separate words. */
function stemOf(name: string): string {
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  return ascii
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join('-')
    .slice(0, LONGEST_STEM)
    .replace(/-$/, '');
}

function firstFree(stem: string, taken: ReadonlySet<string>): string {
  let free = stem;
  for (let number = 2; taken.has(free); number += 1) free = `${stem}-${number}`;
  return free;
}
