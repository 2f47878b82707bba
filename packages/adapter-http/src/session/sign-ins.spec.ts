import {
  KnownBrowsers,
  Overloaded,
  RequestWork,
  isRefusal,
  type AccountWithPassword,
  type Attempt,
  type CommonPasswords,
  type PasswordAccounts,
  type PasswordHasher,
  type SessionViews,
  type SignInThrottle,
  type Transaction,
  type UnitOfWork,
} from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { AccountChanges } from '../run/account-changes.js';
import { limitsWith } from '../../test/limits.js';
import { ApiSettings } from '../settings.js';
import { Hashing } from './hashing.js';
import { SignIns, type RequestReply } from './sign-ins.js';

const ADA = { userId: 'ada' as UserId, hash: 'hash of right', setAt: new Date(0) };
const ACCOUNTS: Readonly<Record<string, AccountWithPassword | undefined>> = {
  'ada@example.org': ADA,
  'without@example.org': { ...ADA, hash: null, setAt: null },
};

const limits = limitsWith();

/** Sealed values, by their texts. */
const SEALED = new Map<string, readonly (string | number | boolean | null)[]>();
const BROWSERS = new KnownBrowsers({
  seal: (_context, position) => {
    const text = `text${SEALED.size}`;
    SEALED.set(text, position);
    return text;
  },
  open: (_context, text) => SEALED.get(text),
});
/** The text of a browser from which Ada signed in before. */
const KNOWN = BROWSERS.remember(ADA, undefined, new Date());
const ID = BROWSERS.idFor(ADA, KNOWN, new Date());

/** Counts what a sign-in costs: hashings, and transactions. */
function counted({ allowed = true, cookie = '' } = {}) {
  /** The known browser of each attempt. */
  const asked: (string | undefined)[] = [];
  const counts = { verified: 0, hashed: 0, transactions: 0, links: 0 };
  const hasher: PasswordHasher = {
    decoy: 'hash of nothing',
    hash: () => Promise.resolve(`hash ${(counts.hashed += 1)}`),
    verify: (hash, password) => {
      counts.verified += 1;
      return Promise.resolve(hash === `hash of ${password}`);
    },
    isOutdated: () => false,
  };
  const unitOfWork: UnitOfWork = {
    run: (work) => {
      counts.transactions += 1;
      return onDatabase(undefined).then(() => work({ audit: { record: () => undefined } } as unknown as Transaction));
    },
  };
  const taken = { back: 0 };
  const attempt: Attempt = {
    allowed,
    resetSeconds: 60,
    succeeded: () => Promise.resolve(),
    takeBack: () => {
      taken.back += 1;
      return Promise.resolve();
    },
  };
  const throttle: SignInThrottle = {
    byPassword: (_account, _address, browser) => {
      asked.push(browser);
      return Promise.resolve(attempt);
    },
    byLink: () => Promise.resolve(attempt),
    byMail: () => Promise.resolve(attempt),
  };
  const looked: string[] = [];
  /** The most of the work on the database that was under way at the same time. */
  const database = { atOnce: 0, most: 0 };
  const onDatabase = async <Result>(result: Result): Promise<Result> => {
    database.atOnce += 1;
    database.most = Math.max(database.most, database.atOnce);
    await new Promise(setImmediate);
    database.atOnce -= 1;
    return result;
  };
  const accounts: Pick<PasswordAccounts, 'find'> = {
    find: (email) => {
      looked.push(email);
      return onDatabase(ACCOUNTS[email]);
    },
  };
  const common: CommonPasswords = { has: () => Promise.resolve(false) };
  const sessions: Pick<SessionViews, 'ofLink'> = {
    ofLink: () => {
      counts.links += 1;
      return onDatabase(undefined);
    },
  };
  const signIns = new SignIns(
    accounts as PasswordAccounts,
    new AccountChanges(unitOfWork, limits),
    common,
    new Hashing(hasher, limits),
    limits,
    BROWSERS,
    sessions as SessionViews,
    new ApiSettings('http://localhost:3000', 1),
    throttle,
  );
  const operation = { id: 'signIn', authentication: 'visitor' };
  const work = Object.assign(new RequestWork(60_000), { beginChange: () => undefined });
  const context = { address: '192.0.2.1', operation, work };
  const exchange = {
    request: { context, headers: { cookie } },
    reply: { header: () => undefined },
  } as unknown as RequestReply;
  const signIn = (email: string, password: string) =>
    signIns
      .byPassword(exchange, { email, password })
      .catch((error: unknown) => (isRefusal(error) ? error.code : error));
  const previewLink = (token: string) =>
    signIns.previewLink(exchange, token).catch((error: unknown) => (isRefusal(error) ? error.code : error));
  return { asked, counts, database, looked, taken, hasher, signIn, previewLink };
}

describe('A refused sign-in', () => {
  it.each([
    ['a wrong password', 'ada@example.org', 'wrong'],
    ['an unknown account', 'nobody@example.org', 'right'],
    ['an account without a password', 'without@example.org', 'right'],
    ['an account without a password, by the password of the decoy', 'without@example.org', 'nothing'],
    ['an unknown account, by the password of the decoy', 'nobody@example.org', 'nothing'],
    ['a text that is no address', 'nobody', 'right'],
  ])('costs one hashing and one transaction: %s', async (_, email, password) => {
    const { counts, signIn } = counted();
    expect(await signIn(email, password)).toBe('INVALID_CREDENTIALS');
    expect(counts).toEqual({ verified: 1, hashed: 0, transactions: 1, links: 0 });
  });

  it('costs nothing over the limit', async () => {
    const { counts, signIn } = counted({ allowed: false });
    expect(await signIn('ada@example.org', 'right')).toBe('RATE_LIMITED');
    expect(counts).toEqual({ verified: 0, hashed: 0, transactions: 0, links: 0 });
  });
});

describe('A sign-in for which the server is too busy', () => {
  it('is no failure of the account', async () => {
    const { taken, hasher, signIn } = counted();
    hasher.verify = () => Promise.reject(new Overloaded('turn', 'Too many passwords wait.'));
    expect(await signIn('ada@example.org', 'right')).toBeInstanceOf(Overloaded);
    expect(taken.back).toBe(1);
  });
});

describe('A cookie that this server has not signed', () => {
  it('costs a refused attempt no look at the account', async () => {
    const { looked, signIn } = counted({ allowed: false, cookie: 'worktrack-browser=invented' });
    expect(await signIn('ada@example.org', 'right')).toBe('RATE_LIMITED');
    expect(looked).toEqual([]);
  });
});

describe('A flood of attempts from one network', () => {
  it('works on the database twice at the same time at most', async () => {
    const { database, signIn, previewLink } = counted();
    const attempts = Array.from({ length: 10 }, () => [
      signIn('ada@example.org', 'wrong'),
      previewLink('L'.repeat(43)),
    ]);
    expect(new Set(await Promise.all(attempts.flat()))).toEqual(new Set(['INVALID_CREDENTIALS']));
    expect(database).toEqual({ atOnce: 0, most: 2 });
  });
});

describe('A refused preview of a link', () => {
  it('costs one look at the links and one transaction', async () => {
    const { counts, previewLink } = counted();
    expect(await previewLink('L'.repeat(43))).toBe('INVALID_CREDENTIALS');
    expect(counts).toEqual({ verified: 0, hashed: 0, transactions: 1, links: 1 });
  });

  it('costs nothing over the limit', async () => {
    const { counts, previewLink } = counted({ allowed: false });
    expect(await previewLink('L'.repeat(43))).toBe('RATE_LIMITED');
    expect(counts).toEqual({ verified: 0, hashed: 0, transactions: 0, links: 0 });
  });
});

describe('A sign-in by a browser with a cookie', () => {
  const OLD = BROWSERS.remember(ADA, undefined, new Date(Date.now() - 401 * 86_400_000));
  const BEFORE = BROWSERS.remember({ ...ADA, setAt: new Date(1) }, undefined, new Date());

  it('is counted for that browser when it has signed in to the account before', async () => {
    const { asked, counts, signIn } = counted({ cookie: `worktrack=x; worktrack-browser=${KNOWN}` });
    expect(await signIn('ada@example.org', 'wrong')).toBe('INVALID_CREDENTIALS');
    expect(asked).toEqual([ID]);
    expect(counts).toEqual({ verified: 1, hashed: 0, transactions: 1, links: 0 });
  });

  it.each([
    ['that this server has not signed', 'worktrack-browser=forged'],
    ['that is 401 days old', `worktrack-browser=${OLD}`],
    ['of before all sessions ended', `worktrack-browser=${BEFORE}`],
    ['that is sent twice', `worktrack-browser=${KNOWN}; worktrack-browser=${KNOWN}`],
    ['of the name behind TLS', `__Host-worktrack-browser=${KNOWN}`],
    ['in a header of 20,000 characters', `worktrack-browser=${KNOWN}; x=${'x'.repeat(20_000)}`],
    ['of 12,000 characters', `worktrack-browser=${'x'.repeat(12_000)}`],
    ['that is empty', 'worktrack-browser='],
  ])('is that of a stranger by a cookie %s', async (_, cookie) => {
    const { asked, counts, signIn } = counted({ cookie });
    expect(await signIn('ada@example.org', 'wrong')).toBe('INVALID_CREDENTIALS');
    expect(asked).toEqual([undefined]);
    expect(counts).toEqual({ verified: 1, hashed: 0, transactions: 1, links: 0 });
  });

  it.each(['nobody@example.org', 'nobody'])(
    'is that of a stranger for an account that it never signed in to: %s',
    async (email) => {
      const { asked, counts, signIn } = counted({ cookie: `worktrack-browser=${KNOWN}` });
      expect(await signIn(email, 'wrong')).toBe('INVALID_CREDENTIALS');
      expect(asked).toEqual([undefined]);
      expect(counts).toEqual({ verified: 1, hashed: 0, transactions: 1, links: 0 });
    },
  );
});

describe('Hashings', () => {
  it('are four at once; the others wait, at most a hundred of them', async () => {
    let [atOnce, most] = [0, 0];
    const ends: (() => void)[] = [];
    const hasher: PasswordHasher = {
      decoy: '',
      hash: async () => {
        atOnce += 1;
        most = Math.max(most, atOnce);
        await new Promise<void>((end) => ends.push(end));
        atOnce -= 1;
        return '';
      },
      verify: () => Promise.resolve(false),
      isOutdated: () => false,
    };
    const hashing = new Hashing(hasher, limits);
    const asked = Array.from({ length: 110 }, (_, n) => hashing.hash({ network: `192.0.2.${n}` }, 'x'));
    const settled = Promise.allSettled(asked);
    for (let ended = 0; ended < 104;) {
      await new Promise((next) => setImmediate(next));
      for (const end of ends.splice(0)) {
        end();
        ended += 1;
      }
    }
    const refused = (await settled).filter(({ status }) => status === 'rejected');
    expect(most).toBe(4);
    expect(refused).toHaveLength(6);
  });
});
