import { confirmByMail, hashOfSecret, newSecret, type LinkPurpose } from '@worktrack/application';
import type { Email, UserId } from '@worktrack/domain';
import { databaseSuite } from '../../test/suite.js';

describe('The first use of a link that was mailed to the address of an account', () => {
  const suite = databaseSuite();

  /** An account as somebody made it who knew its address: with all that signs in. */
  async function account(isConfirmed: boolean): Promise<UserId> {
    const { world, database } = suite;
    const id = await world.user();
    await database.sql('update users set email_confirmed_at = case when $2 then now() end where id = $1', [
      id,
      isConfirmed,
    ]);
    await world.session(id);
    await world.token(id, []);
    await suite.run(async (tx) => {
      tx.passwords.save(id, 'hash of a password', await tx.instant());
      const expiresAt = new Date(Date.now() + 60_000);
      const link = { userId: id, purpose: 'sign-in' as LinkPurpose, byMail: false };
      tx.signInLinks.add({ ...link, hash: hashOfSecret(newSecret()), expiresAt });
      tx.emailChanges.put({
        userId: id,
        email: 'eve@example.org' as Email,
        hash: hashOfSecret(newSecret()),
        expiresAt,
      });
    });
    return id;
  }

  const LEFT = /* sql */ `
    select (select count(*) from passwords where user_id = $1)::integer as passwords,
      (select count(*) from sessions where user_id = $1 and ended_at is null)::integer as sessions,
      (select count(*) from sign_in_links where user_id = $1 and used_at is null)::integer as links,
      (select count(*) from access_tokens where user_id = $1 and revoked_at is null)::integer as tokens,
      (select count(*) from email_changes where user_id = $1)::integer as changes,
      (select email_confirmed_at is not null from users where id = $1) as "isConfirmed"`;
  const leftOf = async (id: UserId) => (await suite.database.sql(LEFT, [id]))[0];

  it('confirms the address, and ends all that could sign in before: somebody else might have made the account', async () => {
    const id = await account(false);
    await suite.run((tx) => confirmByMail(tx, id));
    expect(await leftOf(id)).toEqual({ passwords: 0, sessions: 0, links: 0, tokens: 0, changes: 0, isConfirmed: true });
  });

  it('ends nothing of an account that has confirmed its address', async () => {
    const id = await account(true);
    const before = await leftOf(id);
    await suite.run((tx) => confirmByMail(tx, id));
    expect(await leftOf(id)).toEqual(before);
    expect(before).toMatchObject({ passwords: 1, sessions: 1, links: 1, tokens: 1, changes: 1 });
  });
});
