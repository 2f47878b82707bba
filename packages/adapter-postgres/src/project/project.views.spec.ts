import type { OrganizationScope, PageRequest } from '@worktrack/application';
import type { ProjectId } from '@worktrack/domain';
import { allPages } from '../../test/pages.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The pages of Projects', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let acme: OrganizationScope;
  /** The unarchived Projects, in the expected order. */
  let expected: ProjectId[];
  let archived: ProjectId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    acme = world.scope(await world.organization(), await world.user());
    const made: { id: ProjectId; name: string }[] = [];
    for (const name of ['Web', 'App', 'Web', 'web', 'Éclair', 'Web', 'Zoo', 'Web', '\u{1F600}', '\uFF5A']) {
      const { projectId: id } = await world.project(acme.organizationId, acme.actorId);
      await database.sql('update projects set name = $2 where id = $1', [id, name]);
      made.push({ id, name });
    }
    const bytes = (name: string) => Buffer.from(name, 'utf8');
    made.sort((a, b) => Buffer.compare(bytes(a.name), bytes(b.name)) || (a.id < b.id ? -1 : 1));
    expected = made.map(({ id }) => id);
    archived = (await world.project(acme.organizationId, acme.actorId)).projectId;
    await database.sql('update projects set archived_at = now() where id = $1', [archived]);
    await world.project(await world.organization(), acme.actorId);
  });

  afterAll(() => database.drop());

  const read =
    (scope = acme, onlyArchived = false) =>
    (request: PageRequest) =>
      ports.projectViews.page(scope, { ...request, archived: onlyArchived });

  it.each([1, 2, 7, 10, 100])('show each once, by name, then id, in pages of %i', async (limit) => {
    const shown = await allPages(limit, read());
    expect(shown.map(({ id }) => id)).toEqual(expected);
  });

  it('show archived ones only when asked for them', async () => {
    expect((await allPages(10, read(acme, true))).map(({ id }) => id)).toEqual([archived]);
  });

  it('are narrowed to the granted ones', async () => {
    const some = new Set([expected[1]!, expected[4]!, expected[7]!, archived]);
    const scope = { ...acme, onlyProjects: some };
    expect((await allPages(2, read(scope))).map(({ id }) => id)).toEqual([expected[1], expected[4], expected[7]]);
    expect((await allPages(2, read(scope, true))).map(({ id }) => id)).toEqual([archived]);
    expect(await allPages(2, read({ ...acme, onlyProjects: new Set() }))).toEqual([]);
  });

  it('refuse the cursor of another Organization, one that was edited, and what never was one', async () => {
    const { nextCursor } = (await read()({ limit: 1, cursor: undefined })).page;
    const other = world.scope(await world.organization(), acme.actorId);
    const edited = `${nextCursor!.slice(0, -2)}${nextCursor!.endsWith('AA') ? 'BB' : 'AA'}`;
    for (const [scope, cursor] of [
      [other, nextCursor!],
      [acme, edited],
      [acme, 'x'],
      [acme, ''],
    ] as const) {
      await expect(read(scope)({ limit: 1, cursor })).rejects.toMatchObject({
        code: 'INVALID_CURSOR',
      });
    }
  });

  it('let a cursor go on under another filter and another limit: it carries a position only', async () => {
    const { nextCursor } = (await read()({ limit: 3, cursor: undefined })).page;
    const rest = await read()({ limit: 100, cursor: nextCursor! });
    expect(rest.items.map(({ id }) => id)).toEqual(expected.slice(3));
    await expect(read(acme, true)({ limit: 3, cursor: nextCursor! })).resolves.toBeDefined();
  });

  it('open cursors on another replica and after a restart', async () => {
    const { nextCursor } = (await read()({ limit: 3, cursor: undefined })).page;
    const replica = await database.ports();
    const { items } = await replica.projectViews.page(acme, { limit: 1, cursor: nextCursor!, archived: false });
    expect(items[0]?.id).toBe(expected[3]);
  });
});
