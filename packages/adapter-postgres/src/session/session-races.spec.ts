import {
  beginSession,
  changePassword,
  createSignInLink,
  endSessionsOf,
  findUser,
  hashOfSecret,
  removeUser,
  type AdministrationTransaction,
  type NewSession,
  type Transaction,
} from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import { codesOf, inTurn, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

const ROUNDS = 10;
const OLD_HASH = 'hash of the old password';

/** Ways to sign in while something else ends all sessions of the account. */
const SIGN_INS = ['by link', 'by password'] as const;

// Each order of two requests is a round of its own.
jest.setTimeout(60_000);

describe('A sign-in at the same time as the end of all sessions', () => {
  const races = racingSuite();
  const { suite } = races;
  /** The number of transactions that began, each one that was repeated after a deadlock too. */
  let began = 0;

  beforeEach(() => {
    began = 0;
  });

  /** A user with a password, a session and a link. */
  interface Account {
    readonly id: UserId;
    readonly email: Email;
    readonly link: string;
  }

  async function account(): Promise<Account> {
    const id = await suite.world.user();
    await suite.world.session(id);
    const rows = await suite.database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    const { secret } = await suite.run((tx) => {
      tx.passwords.save(id, OLD_HASH, new Date());
      return createSignInLink(tx, { userId: id, purpose: 'set-password', expiresInMinutes: 60 });
    });
    return { id, email: rows[0]!.email, link: secret };
  }

  /** Signs in as the service does. Returns `undefined` when the link or the password is not accepted. */
  const signingIn =
    ({ id, link }: Account, way: (typeof SIGN_INS)[number]): Attempt<NewSession | undefined> =>
    async (tx) => {
      began += 1;
      if (way === 'by link') {
        const used = await tx.signInLinks.use(hashOfSecret(link));
        if (!used || !(await tx.passwords.lock(used.userId))) return undefined;
      } else if ((await tx.passwords.lock(id))?.hash !== OLD_HASH) return undefined;
      return beginSession(tx, { userId: id, byLink: way === 'by link' ? 'set-password' : null, userAgent: null });
    };
  const signIn = (one: Account, way: (typeof SIGN_INS)[number]) => suite.run(signingIn(one, way));

  const livingSessions = (id: UserId) =>
    suite.database.sql('select from sessions where user_id = $1 and ended_at is null', [id]);
  const unusedLinks = (id: UserId) =>
    suite.database.sql('select from sign_in_links where user_id = $1 and used_at is null', [id]);

  describe.each(SIGN_INS)('%s', (way) => {
    it('leaves no session to a removed account, and no password or link', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const one = await account();
        const removal = () =>
          suite.ports.administration.run((tx) => {
            began += 1;
            return removeUser(tx, one.email);
          });
        await Promise.all(round % 2 === 0 ? [signIn(one, way), removal()] : [removal(), signIn(one, way)]);
        expect(await livingSessions(one.id)).toHaveLength(0);
        expect(await unusedLinks(one.id)).toHaveLength(0);
        expect(await suite.database.sql('select from passwords where user_id = $1', [one.id])).toHaveLength(0);
        expect(await signIn(one, way)).toBeUndefined();
      }
      expect(began).toBe(3 * ROUNDS);
    });

    it('leaves no session from before a change of the password, and no link', async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const one = await account();
        const change = () =>
          suite.run((tx) => {
            began += 1;
            return changePassword(tx, { userId: one.id, hash: 'hash of the new password' });
          });
        await Promise.all(round % 2 === 0 ? [signIn(one, way), change()] : [change(), signIn(one, way)]);
        expect(await livingSessions(one.id)).toHaveLength(0);
        expect(await unusedLinks(one.id)).toHaveLength(0);
        expect(await signIn(one, way)).toBeUndefined();
      }
      expect(began).toBe(3 * ROUNDS);
    });

    it('comes before a change of the password or after it, in every order of their round trips', () =>
      races.inEveryOrder(async () => {
        const one = await account();
        began = 0;
        const change: Attempt<unknown> = (tx) => {
          began += 1;
          return changePassword(tx, { userId: one.id, hash: 'hash of the new password' });
        };
        const check = async (outcomes: Outcomes<unknown>) => {
          const left = { sessions: await livingSessions(one.id), links: await unusedLinks(one.id) };
          expect({ codes: codesOf(outcomes), sessions: left.sessions.length, links: left.links.length, began }).toEqual(
            {
              codes: ['done', 'done'],
              sessions: 0,
              links: 0,
              began: 2,
            },
          );
        };
        return { works: [signingIn(one, way), change] as const, check };
      }));

    it('comes before a removal of the account, which waits for it and ends its session', async () => {
      const one = await account();
      const removal = (tx: AdministrationTransaction) => removeUser(tx, one.email);
      const both = [signingIn(one, way), removal] as const;
      const outcomes = await inTurn<unknown, AdministrationTransaction>(
        suite.database,
        suite.ports.administration,
        ...both,
      );
      const sessions = await livingSessions(one.id);
      expect({ codes: codesOf(outcomes), sessions: sessions.length }).toEqual({ codes: ['done', 'done'], sessions: 0 });
    });
  });

  it('with a new password leaves no session to a provider that ends the one before, in every order of their round trips', () =>
    races.inEveryOrder(async () => {
      const [issuer, subject] = ['https://issuer.test', null];
      const one = await account();
      const sid = one.id;
      const begin = (tx: Transaction) =>
        beginSession(tx, { userId: one.id, byLink: null, userAgent: null, provider: { issuer, sid } });
      await suite.run(begin);
      // As the service does: a session that has ended gets no new one.
      const change: Attempt<unknown> = async (tx) => {
        const ended = await changePassword(tx, { userId: one.id, hash: 'hash of the new password' });
        return ended.length === 2 ? begin(tx) : undefined;
      };
      const logout: Attempt<unknown> = async (tx) =>
        tx.sessions.endOfProvider({ issuer, sid, subject }, await tx.instant());
      const check = async (outcomes: Outcomes<unknown>) => {
        const sessions = await livingSessions(one.id);
        expect({ codes: codesOf(outcomes), sessions: sessions.length }).toEqual({
          codes: ['done', 'done'],
          sessions: 0,
        });
      };
      return { works: [change, logout] as const, check };
    }));

  it('by link leaves no session and no link to an account that is signed out', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await account();
      const signOut = () =>
        suite.ports.administration.run(async (tx) => {
          began += 1;
          const { id } = await findUser(tx, one.email);
          tx.signInLinks.removeAllOf(id);
          return endSessionsOf(tx, id);
        });
      const [begun, ended] = await Promise.all([signIn(one, 'by link'), signOut()]);
      // The link was used before the sign-out, which ended its session, or it was deleted.
      expect(ended).toHaveLength(begun ? 2 : 1);
      expect(await livingSessions(one.id)).toHaveLength(0);
      expect(await unusedLinks(one.id)).toHaveLength(0);
      expect(await signIn(one, 'by link')).toBeUndefined();
    }
    expect(began).toBe(3 * ROUNDS);
  });

  it('with the same link succeeds once', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const one = await account();
      const begun = await Promise.all(Array.from({ length: 4 }, () => signIn(one, 'by link')));
      expect(begun.filter((session) => session !== undefined)).toHaveLength(1);
      expect(await livingSessions(one.id)).toHaveLength(2);
    }
    expect(began).toBe(4 * ROUNDS);
  });
});
