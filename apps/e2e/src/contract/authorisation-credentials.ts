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
  /** The operation is not there, whatever is asked. */
  readonly isAbsentFor?: (row: Operation) => boolean;
  /** The caller for this operation; `undefined` when there is nothing to be tested with it. */
  readonly caller: (row: Operation) => Caller | undefined;
}

/** Well formed, its checksum right, and never given to anybody. */
const UNKNOWN = `wtp_${'0'.repeat(36)}49U7S3`;

const withOtherEnd = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A');

/** Everybody who asks. The suite has ended what is to be ended. */
export function credentialsOf(world: World): readonly Credential[] {
  const by = (token?: string): Caller => new Caller(world.baseUrl, token);
  const named = (name: string) => (): Caller => world.caller(name);
  const ofScope =
    (words: 'only' | 'all but') =>
    ({ scope }: Operation): Caller | undefined =>
      scope === null ? undefined : world.caller(`${words} ${scope}`);
  const owner = { organization: 'home', role: 'owner' } as const;
  return [
    { name: 'nobody', refusal: 'AUTH_REQUIRED', caller: () => by() },
    { name: 'a malformed token', refusal: 'INVALID_TOKEN', caller: () => by('wtp_malformed') },
    { name: 'a wrong checksum', refusal: 'INVALID_TOKEN', caller: () => by(withOtherEnd(world.token('owner').token)) },
    { name: 'an unknown token', refusal: 'INVALID_TOKEN', caller: () => by(UNKNOWN) },
    { name: 'a revoked token', refusal: 'INVALID_TOKEN', caller: named('to revoke') },
    { name: 'an expired token', refusal: 'INVALID_TOKEN', caller: named('to expire') },
    { name: 'an owner without the scope', ...owner, lacksScope: true, caller: ofScope('all but') },
    { name: 'an owner with that scope alone', ...owner, caller: ofScope('only') },
    { name: 'an owner of another Organization', organization: 'foreign', role: 'owner', caller: named('stranger') },
    {
      name: 'an owner by a grant of another Project',
      ...owner,
      onlyProject: 'HAM',
      caller: named('owner of HAM only'),
    },
    { name: 'an owner by a grant of this Project', ...owner, onlyProject: 'WEB', caller: named('owner of WEB only') },
    { name: 'a former member', caller: named('former member') },
    {
      name: 'a member of a suspended Organization',
      organization: 'asleep',
      role: 'member',
      caller: named('member there'),
    },
    { name: 'a member', organization: 'home', role: 'member', isAuthor: true, caller: named('member') },
    { name: 'an admin', organization: 'home', role: 'admin', caller: named('admin') },
    { name: 'the owner', ...owner, caller: named('owner') },
  ];
}
