import { openSession } from '../kit/session.js';
import type { World } from '../kit/world.js';
import { HOST, head } from './socket-cases.js';

/** A token or a session, as it goes on the wire. */
export interface Credential {
  /** Headers that authenticate a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns the path at which an operation accepts the credential. */
  readonly at: (target: string) => string;
}

export const tokenOf = (world: World, name: string): Credential => ({
  headers: { authorization: `Bearer ${world.token(name).token}` },
  at: (target) => target,
});

/** Returns that many tokens of a user of the world `shares`. */
export const tokensOf = (world: World, user: 'member' | 'colleague', count: number): Credential[] =>
  Array.from({ length: count }, (_, n) => tokenOf(world, `${user} ${n + 1}`));

/** Opens that many sessions of a user. */
export function sessionsOf(world: World, user: string, count: number): Promise<Credential[]> {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const { browser } = await openSession(world, user);
      const headers = {
        cookie: `worktrack=${browser.secret ?? ''}`,
        'sec-fetch-site': 'same-origin',
        'worktrack-user': browser.user ?? '',
      };
      return { headers, at: (target: string) => target.replace(/^\/api\/v1\//, '/app$&') };
    }),
  );
}

/** Returns 20 tokens and 20 sessions of one member. */
export async function onePerson(world: World): Promise<Credential[]> {
  return [...tokensOf(world, 'member', 20), ...(await sessionsOf(world, 'member', 20))];
}

/** Returns the head of a request with a credential. */
export function headOf({ headers, at }: Credential, request: string, ...more: readonly string[]): string {
  const [method = '', target = ''] = request.split(' ');
  const own = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return head(`${method} ${at(target)} HTTP/1.1`, HOST, ...own, ...more);
}
