import { Access, type Principal } from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
import { allPages } from '../../test/pages.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';

type Ports = Awaited<ReturnType<TestDatabase['ports']>>;

describe('The views of Organizations', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Ports;
  let ada: UserId;
  let acme: OrganizationId;
  let beta: OrganizationId;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    ada = await world.user();
    acme = await world.organization({ name: 'Acme', slug: 'acme' });
    beta = await world.organization({ name: 'Beta', slug: 'beta', suspended: true });
    await world.organization({ name: 'Not hers' });
    await world.member(acme, ada, 'owner');
    await world.member(beta, ada);
    await database.sql(
      `update organizations set description = 'text', created_at = '2026-03-02T09:00:00Z', updated_at = '2026-03-02T10:00:00.5Z'`,
    );
  });

  afterAll(() => database.drop());

  const principalOf = async (...[grants]: [Parameters<World['token']>[1]]): Promise<Principal> =>
    (await ports.authenticator.authenticate(await world.token(ada, grants)))!;

  it('list those that the token touches, suspended ones included', async () => {
    const principal = await principalOf([{ organization: acme }, { organization: beta }]);
    const shared = {
      description: 'text',
      plan: 'self_hosted',
      createdAt: '2026-03-02T09:00:00.000Z',
      updatedAt: '2026-03-02T10:00:00.500Z',
    };
    expect(await ports.organizationViews.page(principal, { limit: 50, cursor: undefined })).toEqual({
      items: [
        { id: acme, slug: 'acme', name: 'Acme', role: 'owner', isDefault: true, suspended: false, ...shared },
        { id: beta, slug: 'beta', name: 'Beta', role: 'member', isDefault: false, suspended: true, ...shared },
      ],
      page: { limit: 50, hasMore: false, nextCursor: null },
    });
  });

  it('show four members of an Organization that is granted by Projects only', async () => {
    const { projectId } = await world.project(acme, ada);
    const principal = await principalOf([{ organization: acme, projects: [projectId] }]);
    const { items } = await ports.organizationViews.page(principal, { limit: 50, cursor: undefined });
    expect(items).toEqual([{ id: acme, slug: 'acme', name: 'Acme', suspended: false }]);
    const scope = Access.organization(principal, 'acme');
    await expect(ports.organizationViews.one(principal, scope)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('show one to its member', async () => {
    const principal = await principalOf([{ organization: acme }]);
    expect(await ports.organizationViews.one(principal, Access.organization(principal, 'acme'))).toMatchObject({
      id: acme,
      role: 'owner',
      isDefault: true,
    });
  });

  it('are paged by name, then id, each once', async () => {
    const zoe = await world.user();
    const grants = [];
    for (const name of ['b', 'a', 'a', 'c', 'a', 'é', 'a', 'Z']) {
      const organization = await world.organization({ name });
      await world.member(organization, zoe);
      grants.push({ organization });
    }
    const principal = (await ports.authenticator.authenticate(await world.token(zoe, grants)))!;
    for (const limit of [1, 2, 7, 8, 100]) {
      const shown = await allPages(limit, (request) => ports.organizationViews.page(principal, request));
      expect(shown.map(({ id }) => id)).toEqual(principal.organizations.map(({ id }) => id));
    }
  });
});
