import { changeEmail, confirmEmail, createSignInLink, hashOfSecret } from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import { codesOf } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';
import { postgresAdapters } from '../adapters.js';

const HASH = 'hash of the password';
let count = 0;

describe('A change of an e-mail address', () => {
  const races = racingSuite();
  const { suite } = races;
  beforeAll(async () => {
    suite.ports = postgresAdapters(await suite.database.open(), { sendsMail: true });
  });

  const newAddress = (): Email => `address-${(count += 1)}@example.org` as Email;
  const emailOf = async (id: UserId) => {
    const [row] = await suite.database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    return row!.email;
  };
  const mailsTo = (address: Email) =>
    suite.database.sql<{ kind: string }>('select kind from outbox where address = $1', [address]);

  async function account(): Promise<UserId> {
    const id = await suite.world.user();
    await suite.run((tx) => {
      tx.passwords.save(id, HASH, new Date());
      return Promise.resolve();
    });
    return id;
  }

  /** Asks for the address, and returns the hash of the token in the mail. */
  async function asked(userId: UserId, email: Email, verified = HASH): Promise<Buffer> {
    let token = '';
    const linkOf = (secret: string) => (token = secret);
    await suite.run((tx) => changeEmail(tx, { userId, email, verified, linkOf }));
    return hashOfSecret(token);
  }
  const confirm = (userId: UserId, hash: Buffer) => suite.run((tx) => confirmEmail(tx, userId, hash));

  it('is effective when the token of the mail confirms it, once; the old address is told, and its links end', async () => {
    const [id, address] = [await account(), newAddress()];
    const old = await emailOf(id);
    await suite.run((tx) => createSignInLink(tx, { userId: id, purpose: 'set-password', expiresInMinutes: 60 }));
    const hash = await asked(id, address);
    expect(await emailOf(id)).toBe(old);
    expect(await confirm(id, hash)).toBe(address);
    expect(await emailOf(id)).toBe(address);
    expect([await mailsTo(address), await mailsTo(old)]).toEqual([
      [{ kind: 'emailConfirmation' }],
      [{ kind: 'emailChanged' }],
    ]);
    expect(await suite.database.sql('select from sign_in_links where user_id = $1', [id])).toEqual([]);
    await expect(confirm(id, hash)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has one answer for a token that is unknown, replaced, expired, or of another account', async () => {
    const [id, other] = [await account(), await account()];
    const replaced = await asked(id, newAddress());
    const hash = await asked(id, newAddress());
    const refusals: unknown[] = [];
    const refused = (work: Promise<unknown>) => work.catch((error: unknown) => refusals.push(error));
    await refused(confirm(id, hashOfSecret('unknown')));
    await refused(confirm(id, replaced));
    await refused(confirm(other, hash));
    await suite.database.sql(`update email_changes set expires_at = now() where user_id = $1`, [id]);
    await refused(confirm(id, hash));
    const [first] = refusals;
    expect(first).toMatchObject({ code: 'NOT_FOUND' });
    expect(refusals.map(String)).toEqual(Array.from({ length: 4 }, () => String(first)));
  });

  it('needs the password as it was verified', async () => {
    const id = await account();
    await expect(asked(id, newAddress(), 'hash of an older password')).rejects.toMatchObject({
      code: 'INVALID_CREDENTIALS',
    });
  });

  it('mails a taken address too, so that only its owner learns of it, and refuses the confirmation', async () => {
    const [id, owner] = [await account(), await account()];
    const taken = await emailOf(owner);
    const hash = await asked(id, taken);
    expect(await mailsTo(taken)).toEqual([{ kind: 'emailConfirmation' }]);
    await expect(confirm(id, hash)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The e-mail address is taken.',
    });
    expect(await emailOf(owner)).toBe(taken);
  });

  it('gives an address to one of two accounts that confirm it at the same time, in every order of their round trips', () =>
    races.inEveryOrder(async () => {
      const [one, other, address] = [await account(), await account(), newAddress()];
      const hashes = [await asked(one, address), await asked(other, address)] as const;
      const works = [
        (tx: Parameters<typeof confirmEmail>[0]) => confirmEmail(tx, one, hashes[0]),
        (tx: Parameters<typeof confirmEmail>[0]) => confirmEmail(tx, other, hashes[1]),
      ] as const;
      const check = async (outcomes: Parameters<typeof codesOf>[0]) => {
        expect(codesOf(outcomes).sort()).toEqual(['CONFLICT', 'done']);
        expect([await emailOf(one), await emailOf(other)].filter((each) => each === address)).toHaveLength(1);
      };
      return { works, check };
    }));

  it('mails an address at most three times in an hour, whoever asks', async () => {
    const address = newAddress();
    for (let time = 0; time < 3; time += 1) await asked(await account(), address);
    await expect(asked(await account(), address)).rejects.toMatchObject({ name: 'QuotaExhausted' });
    expect(await mailsTo(address)).toHaveLength(3);
  });

  it('ends with its account', async () => {
    const id = await account();
    await asked(id, newAddress());
    await suite.run((tx) => {
      tx.users.remove(id, new Date());
      return Promise.resolve();
    });
    expect(await suite.database.sql('select from email_changes where user_id = $1', [id])).toEqual([]);
  });
});
