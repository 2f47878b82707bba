import {
  changeMember,
  changeOwnUsername,
  removeMember,
  removeUser,
  type AdministrationTransaction,
} from '@worktrack/application';
import { Username, type Email, type OrganizationId, type Slug, type UserId } from '@worktrack/domain';
import { codesOf, inTurn, type Attempt } from '../../test/races.js';
import { databaseSuite } from '../../test/suite.js';
import { verifyRecords } from '../owner-tasks.js';

jest.setTimeout(60_000);

describe('Two requests about the members of an Organization at once', () => {
  // Registered before the removal of the database: jest runs these hooks in the order of their registration.
  afterAll(async () => {
    expect((await verifyRecords(suite.database.url)).violations).toEqual([]);
  });
  const suite = databaseSuite();
  let org: Slug;
  let organizationId: OrganizationId;
  let organizations = 0;

  interface Person {
    readonly id: UserId;
    readonly email: Email;
  }

  beforeEach(async () => {
    org = `acme-${(organizations += 1)}` as Slug;
    organizationId = await suite.world.organization({ slug: org });
  });

  const owner = async (): Promise<Person> => {
    const id = await suite.world.user();
    await suite.world.member(organizationId, id, 'owner');
    const [user] = await suite.database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    return { id, email: user!.email };
  };
  const members = () =>
    suite.database.sql('select role, username from memberships where organization_id = $1 order by role', [
      organizationId,
    ]);

  type Change = Attempt<unknown, AdministrationTransaction>;
  const endMembership =
    ({ email }: Person): Change =>
    (tx) =>
      removeMember(tx, { org, email });
  const removeAccount =
    ({ email }: Person): Change =>
    (tx) =>
      removeUser(tx, email);
  const demote =
    ({ email }: Person): Change =>
    (tx) =>
      changeMember(tx, { org, email, role: 'member', makeDefault: false });
  const takeUsername =
    ({ id }: Person): Change =>
    (tx) =>
      changeOwnUsername(tx, suite.world.scope(organizationId, id), { username: Username.parse('ada')! });

  const codes = async (first: Change, second: Change) =>
    codesOf(await inTurn(suite.database, suite.ports.administration, first, second));

  it('that end the memberships of its two owners leave one', async () => {
    expect(await codes(endMembership(await owner()), endMembership(await owner()))).toEqual(['done', 'LAST_OWNER']);
    expect(await members()).toEqual([{ role: 'owner', username: null }]);
  });

  it('that remove the accounts of its two owners leave one', async () => {
    expect(await codes(removeAccount(await owner()), removeAccount(await owner()))).toEqual(['done', 'LAST_OWNER']);
    expect(await members()).toEqual([{ role: 'owner', username: null }]);
  });

  it('of which one changes the username and the other the role of a member both have their effect', async () => {
    const ada = await owner();
    await owner();
    expect(await codes(takeUsername(ada), demote(ada))).toEqual(['done', 'done']);
    expect(await members()).toEqual([
      { role: 'member', username: 'ada' },
      { role: 'owner', username: null },
    ]);
  });
});
