import { OVERLAP_HOURS, REMOVAL_DAYS, TOKEN_DAYS } from '@worktrack/application';
import {
  DisplayName,
  Email,
  ProjectKey,
  ROLES,
  ALL_SCOPES,
  Slug,
  TimeZone,
  Username,
  isCleanText,
  isUuid,
  lengthOf,
  type AccessTokenId,
  type Role,
  type AnyScope,
} from '@worktrack/domain';

/* What administrators type, in options or in the file of `provision`, becomes a value of the domain here. Each function throws `Malformed`. */

/** A text that is not a valid value. The message says what is valid: `must be …`. */
export class Malformed extends Error {
  override readonly name = 'Malformed';
  /** The code by which the command line parser recognises an invalid value and names its option. */
  readonly code = 'commander.invalidArgument';
}

/** Throws `Malformed`: the value must be what is expected. */
export function malformed(expected: string): never {
  throw new Malformed(`must be ${expected}`);
}

export const slugIn = (text: string): Slug =>
  Slug.parse(text) ?? malformed('1 to 63 lower-case letters, digits and inner hyphens');

export const timeZoneIn = (text: string): TimeZone =>
  TimeZone.parse(text) ?? malformed('a time zone of the IANA database, such as Europe/Berlin');

export const emailIn = (text: string): Email => Email.parse(text) ?? malformed('an e-mail address');

export const nameIn = (text: string): DisplayName =>
  DisplayName.parse(text) ??
  malformed('1 to 255 characters, without control characters and overrides of the writing direction');

export const usernameIn = (text: string): Username =>
  Username.parse(text) ?? malformed('1 to 64 letters, digits and inner dots, hyphens or underscores');

export const projectKeyIn = (text: string): ProjectKey =>
  ProjectKey.parse(text) ?? malformed('a letter and up to 9 letters or digits');

export const roleIn = (text: string): Role =>
  ROLES.find((role) => role === text) ?? malformed('owner, admin or member');

const LONGEST_DESCRIPTION = 10_000;

export const descriptionIn = (text: string): string =>
  lengthOf(text) <= LONGEST_DESCRIPTION && isCleanText(text) ? text : malformed('at most 10000 characters');

const LONGEST_MESSAGE = 500;

export const messageIn = (text: string): string =>
  lengthOf(text) <= LONGEST_MESSAGE && isCleanText(text) ? text : malformed('at most 500 characters');

/** `all`, or words of the list. */
export function scopesIn(words: readonly string[]): readonly AnyScope[] {
  if (words.length === 1 && words[0] === 'all') return ALL_SCOPES;
  if (words.length === 0) malformed('all, or at least one scope');
  return words.map(
    (word) => ALL_SCOPES.find((scope) => scope === word) ?? malformed(`all, or some of ${ALL_SCOPES.join(', ')}`),
  );
}

export function daysIn(value: number): number {
  const { fewest, most } = TOKEN_DAYS;
  return Number.isInteger(value) && value >= fewest && value <= most
    ? value
    : malformed(`an integer from ${fewest} to ${most}`);
}

/** Days until the deletion of an Organization. */
export function daysToDeletionIn(text: string): number {
  const days = /^[0-9]{1,2}$/.test(text) ? Number(text) : Number.NaN;
  return days >= 1 && days <= REMOVAL_DAYS ? days : malformed(`an integer from 1 to ${REMOVAL_DAYS}`);
}

export function overlapHoursIn(text: string): number {
  const { fewest, most } = OVERLAP_HOURS;
  const hours = /^[0-9]{1,3}$/.test(text) ? Number(text) : Number.NaN;
  return hours >= fewest && hours <= most ? hours : malformed(`an integer from ${fewest} to ${most}`);
}

/** Milliseconds up to a minute. */
export function pauseIn(text: string): number {
  return /^(?:0|[1-9][0-9]{0,4})$/.test(text) && Number(text) <= LONGEST_PAUSE
    ? Number(text)
    : malformed(`an integer from 0 to ${LONGEST_PAUSE}`);
}

const LONGEST_PAUSE = 60_000;

/** Bytes in at most fifteen digits, or the word `default`. */
export function quotaBytesIn(text: string): number | 'default' {
  if (text === 'default') return text;
  return /^(?:0|[1-9][0-9]{0,14})$/.test(text)
    ? Number(text)
    : malformed('an integer from 0 to 999999999999999, or default');
}

/** The id of a key of cursors: a UUID, or the word for the first one. */
export const keyIdIn = (text: string): string =>
  text === 'original' || isUuid(text) ? text.toLowerCase() : malformed('original, or a UUID');

export const credentialIdIn = (text: string): AccessTokenId =>
  isUuid(text) ? (text.toLowerCase() as AccessTokenId) : malformed('a credential id: a UUID');

const DAY_OR_INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,3})?Z)?$/;

/** A day, which begins at midnight UTC, or an instant in UTC. Neither can be later than now. */
export function pastInstantIn(text: string): Date {
  const instant = new Date(DAY_OR_INSTANT.test(text) ? text : Number.NaN);
  // A day that no month has, such as 31 February, would become one of the next month.
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== text.slice(0, 10)) {
    return malformed('a day such as 2026-01-31, or an instant such as 2026-01-31T12:00:00Z');
  }
  return instant.getTime() <= Date.now() ? instant : malformed('in the past');
}
