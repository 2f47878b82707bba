import { Caller } from '../kit/client.js';
import type { Operation } from '../kit/operations.js';
import type { World } from '../kit/world.js';
import type { OrganizationOfTarget } from './authorisation-targets.js';

/** A credential of a request, and the facts about its user. */
export interface Credential {
  readonly name: string;
  /** The token is not accepted, whatever is asked. */
  readonly refusal?: 'AUTH_REQUIRED' | 'INVALID_TOKEN';
  /** All that may be seen; others are not there for this caller. */
  readonly organization?: OrganizationOfTarget;
  readonly role?: 'member' | 'admin' | 'owner';
  /** The grant is of this Project alone. */
  readonly onlyProject?: string;
  /** True when this user is the author of the comments and files of the tests. */
  readonly isAuthor?: true;
  /** The token has all scopes except the operation's; only for operations that have a scope. */
  readonly lacksScope?: true;
  /** The token for this operation; `undefined` when there is nothing to be tested with it. */
  readonly token: (row: Operation) => string | null | undefined;
}

/** Well formed, its checksum right, and never given to anybody. */
const UNKNOWN = `wtp_${'0'.repeat(36)}49U7S3`;

const withOtherEnd = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');

/** Everybody who asks. The suite has ended what is to be ended. */
export function credentialsOf(world: World): readonly Credential[] {
  const named = (name: string) => (): string => world.token(name).token;
  const ofScope =
    (words: 'only' | 'all but') =>
    ({ scope }: Operation): string | undefined =>
      scope === null ? undefined : world.token(`${words} ${scope}`).token;
  const owner = { organization: 'home', role: 'owner' } as const;
  return [
    { name: 'nobody', refusal: 'AUTH_REQUIRED', token: () => null },
    { name: 'a malformed token', refusal: 'INVALID_TOKEN', token: () => 'wtp_malformed' },
    { name: 'a wrong checksum', refusal: 'INVALID_TOKEN', token: () => withOtherEnd(world.token('owner').token) },
    { name: 'an unknown token', refusal: 'INVALID_TOKEN', token: () => UNKNOWN },
    { name: 'a revoked token', refusal: 'INVALID_TOKEN', token: named('to revoke') },
    { name: 'an expired token', refusal: 'INVALID_TOKEN', token: named('to expire') },
    { name: 'an owner without the scope', ...owner, lacksScope: true, token: ofScope('all but') },
    { name: 'an owner with that scope alone', ...owner, token: ofScope('only') },
    { name: 'an owner of another Organization', organization: 'foreign', role: 'owner', token: named('stranger') },
    { name: 'an owner by a grant of another Project', ...owner, onlyProject: 'HAM', token: named('owner of HAM only') },
    { name: 'an owner by a grant of this Project', ...owner, onlyProject: 'WEB', token: named('owner of WEB only') },
    { name: 'a former member', token: named('former member') },
    {
      name: 'a member of a suspended Organization',
      organization: 'asleep',
      role: 'member',
      token: named('member there'),
    },
    { name: 'a member', organization: 'home', role: 'member', isAuthor: true, token: named('member') },
    { name: 'an admin', organization: 'home', role: 'admin', token: named('admin') },
    { name: 'the owner', ...owner, token: named('owner') },
  ];
}

/** Returns a caller with this token; `null`: without a token. */
export const callerWith = (world: World, token: string | null): Caller => new Caller(world.baseUrl, token ?? undefined);
