import {
  archiveWorkItem,
  completeHandover,
  createWorkItem,
  removeMember,
  removeUser,
  updateWorkItem,
  type AdministrationTransaction,
  type ProjectScope,
} from '@worktrack/application';
import type { Email, OrganizationId, Slug, UserId, WorkItemId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { atOnce, codesOf, inTurn, type Attempt } from '../../test/races.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { verifyRecords } from '../owner-tasks.js';

const ROUNDS = Array.from({ length: 25 }, (_, round) => round);

// There are many rounds, and each opens its own connections for direct set-up and checks.
jest.setTimeout(60_000);

const ORG = 'acme' as Slug;

interface Person {
  readonly id: UserId;
  readonly email: Email;
}

describe('Somebody who goes while work is assigned to them', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let acme: OrganizationId;
  let ada: UserId;
  let scope: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ada = await world.user();
    acme = await world.organization({ slug: ORG });
    await world.member(acme, ada, 'owner');
    scope = await world.project(acme, ada, 'WEB');
    ports = await database.ports();
  });

  afterAll(async () => {
    // After all races of the tests above the records keep their rules, and no item is assigned to a removed account.
    const { violations } = await verifyRecords(database.url);
    const orphans = await database.sql(
      `select from work_items join users on users.id = assignee_id where removed_at is not null and deleted_at is null`,
    );
    await database.drop();
    expect(violations).toEqual([]);
    expect(orphans).toEqual([]);
  });

  async function somebody(): Promise<Person> {
    const id = await world.user();
    await world.member(acme, id);
    const [user] = await database.sql<{ email: Email }>('select email from users where id = $1', [id]);
    return { id, email: user!.email };
  }

  /** Clears the assignments of a removed account, as the task does after the removal. */
  const complete = ({ id }: Person) => completeHandover(ports.unitOfWork, acme, id);

  const item = async (assignee?: Person) => {
    const references = assignee ? { assignee: { kind: 'id', id: assignee.id } as const } : {};
    return (await ports.unitOfWork.run((tx) => createWorkItem(tx, scope, { ...CONTENT, references }))).id;
  };

  const assign =
    (workItemId: WorkItemId, { id }: Person, by = scope): Attempt<unknown> =>
    (tx) =>
      updateWorkItem(tx, by, {
        workItemId,
        expected: '*',
        changes: {},
        references: { assignee: { kind: 'id', id } },
        namesStatus: false,
      });
  const create =
    ({ id }: Person): Attempt<unknown> =>
    (tx) =>
      createWorkItem(tx, scope, { ...CONTENT, references: { assignee: { kind: 'id', id } } });
  const repeat =
    (workItemId: WorkItemId, { id }: Person): Attempt<unknown> =>
    (tx) =>
      updateWorkItem(tx, scope, {
        workItemId,
        expected: '*',
        changes: { title: 'Still theirs' },
        references: { assignee: { kind: 'id', id } },
        namesStatus: false,
      });
  const rename =
    (workItemId: WorkItemId, by: ProjectScope): Attempt<unknown> =>
    (tx) =>
      updateWorkItem(tx, by, {
        workItemId,
        expected: '*',
        changes: { title: 'By whoever goes' },
        references: {},
        namesStatus: false,
      });
  const removeAccount =
    ({ email }: Person): Attempt<unknown, AdministrationTransaction> =>
    (tx) =>
      removeUser(tx, email);
  const endMembership =
    ({ id, email }: Person): Attempt<unknown, AdministrationTransaction> =>
    async (tx) => {
      await removeMember(tx, { org: ORG, email });
      // Reading sends the registered writes, as the commit would.
      await tx.memberships.of(id);
    };

  let begun = 0;
  /** Counts the attempts: a request that meets a deadlock starts again. */
  const counted =
    <Tx>(attempt: Attempt<unknown, Tx>): Attempt<unknown, Tx> =>
    (tx) => {
      begun += 1;
      return attempt(tx);
    };

  /** Reads an item's revision, its assignee, and the recorded assignments: by whom, from whom, to whom. */
  const stored = async (where: string, value: string) => {
    const [found] = await database.sql<{ revision: number; assignee: UserId | null; recorded: unknown }>(
      `select revision, assignee_id as assignee,
         (select json_agg(json_build_array(actor_id, detail->>'from', detail->>'to') order by sequence)
          from work_item_history where work_item_id = work_items.id and action = 'assigned') as recorded
       from work_items where ${where} = $1 order by number desc limit 1`,
      [value],
    );
    return found;
  };

  describe('account removed, work assigned', () => {
    it('clears with its history what was assigned just before', async () => {
      const bob = await somebody();
      const id = await item();
      const outcomes = await inTurn(database, ports.administration, assign(id, bob), removeAccount(bob));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      await complete(bob);
      expect(await stored('id', id)).toEqual({
        revision: 3,
        assignee: null,
        recorded: [
          [ada, null, bob.id],
          [null, bob.id, null],
        ],
      });
    });

    it('clears what was created for them just before', async () => {
      const bob = await somebody();
      const outcomes = await inTurn(database, ports.administration, create(bob), removeAccount(bob));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      await complete(bob);
      expect(await stored('project_id', scope.projectId)).toEqual({
        revision: 2,
        assignee: null,
        recorded: [[null, bob.id, null]],
      });
    });

    it('refuses the assignment that comes second', async () => {
      const bob = await somebody();
      const id = await item();
      const outcomes = await inTurn(database, ports.administration, removeAccount(bob), assign(id, bob));
      expect(codesOf(outcomes)).toEqual(['done', 'VALIDATION_ERROR']);
      expect(await stored('id', id)).toEqual({ revision: 1, assignee: null, recorded: null });
    });

    it('refuses the creation that comes second', async () => {
      const bob = await somebody();
      const outcomes = await inTurn(database, ports.administration, removeAccount(bob), create(bob));
      expect(codesOf(outcomes)).toEqual(['done', 'VALIDATION_ERROR']);
    });

    it.each(ROUNDS)('waits in no circle for what they do themselves: round %i', async () => {
      const bob = await somebody();
      const id = await item(bob);
      begun = 0;
      const own = rename(id, { ...scope, actorId: bob.id });
      const outcomes = await atOnce(ports.administration, counted(own), counted(removeAccount(bob)));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      await complete(bob);
      expect(await stored('id', id)).toEqual({ revision: 3, assignee: null, recorded: [[null, bob.id, null]] });
      expect(begun).toBe(2);
    });
  });

  describe('membership ended, work assigned', () => {
    it('leaves what was assigned just before', async () => {
      const bob = await somebody();
      const id = await item();
      const outcomes = await inTurn(database, ports.administration, assign(id, bob), endMembership(bob));
      expect(codesOf(outcomes)).toEqual(['done', 'done']);
      expect(await stored('id', id)).toEqual({ revision: 2, assignee: bob.id, recorded: [[ada, null, bob.id]] });
    });

    it('refuses the assignment that comes second', async () => {
      const bob = await somebody();
      const id = await item();
      const outcomes = await inTurn(database, ports.administration, endMembership(bob), assign(id, bob));
      expect(codesOf(outcomes)).toEqual(['done', 'VALIDATION_ERROR']);
      expect(await stored('id', id)).toEqual({ revision: 1, assignee: null, recorded: null });
    });
  });

  describe('account of a former member removed, their name repeated', () => {
    async function former(): Promise<{ bob: Person; id: WorkItemId }> {
      const bob = await somebody();
      const id = await item(bob);
      await ports.administration.run(endMembership(bob));
      return { bob, id };
    }

    it('clears what they were left with, in an Organization they belong to no more', async () => {
      const { bob, id } = await former();
      const archived = await former();
      await ports.unitOfWork.run((tx) => archiveWorkItem(tx, scope, { workItemId: archived.id, expected: '*' }));
      await ports.administration.run(removeAccount(bob));
      await ports.administration.run(removeAccount(archived.bob));
      for (const one of [bob, archived.bob]) await complete(one);
      for (const { one, revision } of [
        { one: { bob, id }, revision: 2 },
        { one: archived, revision: 3 },
      ]) {
        expect(await stored('id', one.id)).toEqual({
          revision,
          assignee: null,
          recorded: [[null, one.bob.id, null]],
        });
      }
    });

    it('refuses the repeat that comes second: it would be a new assignment', async () => {
      const { bob, id } = await former();
      await ports.administration.run(removeAccount(bob));
      await complete(bob);
      await expect(ports.administration.run(repeat(id, bob))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
      expect(await stored('id', id)).toEqual({ revision: 2, assignee: null, recorded: [[null, bob.id, null]] });
    });

    it('clears after a repeat that comes between the removal and the clearing', async () => {
      const { bob, id } = await former();
      await ports.administration.run(removeAccount(bob));
      let clearing: Promise<void> | undefined;
      await ports.administration.run(async (tx) => {
        await repeat(id, bob)(tx);
        clearing = complete(bob);
        await database.untilSomebodyWaits();
      });
      await clearing;
      expect(await stored('id', id)).toEqual({ revision: 3, assignee: null, recorded: [[null, bob.id, null]] });
    });
  });
});
