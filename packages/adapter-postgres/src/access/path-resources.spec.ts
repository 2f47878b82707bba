import { createComment, createLink, createWorkItem, type ProjectScope } from '@worktrack/application';
import type { LabelId, ProjectKey, SavedSprintReportId, SprintId } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { postgresAdapters } from '../adapters.js';
import type { Reader } from '../engine/statement.js';
import { PostgresPathResources } from './path-resources.js';

describe('What a path names', () => {
  let database: TestDatabase;
  let world: World;
  let ports: Awaited<ReturnType<TestDatabase['ports']>>;
  let web: ProjectScope;

  beforeAll(async () => {
    database = await TestDatabase.create();
    world = new World(database);
    ports = await database.ports();
    web = await world.project(await world.organization(), await world.user(), 'WEB');
  });

  afterAll(() => database.drop());

  const whole = () => ({ actorId: web.actorId, organizationId: web.organizationId, onlyProjects: undefined });

  it('is known without a round trip when it is a Project that was found before, and nothing below it', async () => {
    const seen: string[] = [];
    const { pathResources } = postgresAdapters(await database.open({ observe: (names) => seen.push(...names) }));
    const named = { projectKey: web.projectKey };
    const found = await pathResources.find(whole(), named);
    seen.length = 0;
    expect(await pathResources.find(whole(), named)).toEqual(found);
    expect(seen).toEqual([]);
    const child = { kind: 'sprint', id: String(web.projectId) as SprintId } as const;
    await pathResources.find(whole(), { ...named, workItemNumber: 1 });
    await pathResources.find(whole(), { ...named, child });
    expect(await pathResources.find({ ...whole(), onlyProjects: new Set() }, named)).toBeUndefined();
    const elsewhere = { ...whole(), organizationId: await world.organization() };
    expect(await pathResources.find(elsewhere, named)).toBeUndefined();
    expect(seen).toHaveLength(4);
  });

  it('is known of ten thousand Projects, and the oldest is forgotten for one more', async () => {
    let asked = 0;
    const reader: Reader = {
      rows: (_, [, key]) => {
        asked += 1;
        return Promise.resolve([{ projectId: `id of ${key as string}`, projectKey: key }] as never);
      },
    };
    const pathResources = new PostgresPathResources(reader);
    const named = (number: number) => ({ projectKey: `P${number}` as ProjectKey });
    const isKnown = async (number: number) => {
      const before = asked;
      await pathResources.find(whole(), named(number));
      return asked === before;
    };
    for (let number = 0; number < 10_000; number += 1) await pathResources.find(whole(), named(number));
    expect([await isKnown(0), await isKnown(9_999)]).toEqual([true, true]);
    await pathResources.find(whole(), named(10_000));
    expect([await isKnown(1), await isKnown(10_000), await isKnown(0)]).toEqual([true, true, false]);
  });

  describe('to a scope of single Projects', () => {
    it('costs the same statements and rows, hidden or missing, whatever was looked up before', async () => {
      const seen: string[] = [];
      const observed = await database.open({ observe: (names) => seen.push(...names) });
      const { pathResources } = postgresAdapters(observed);
      const shown = await world.project(web.organizationId, web.actorId, 'SHOWN');
      const hidden = await world.project(web.organizationId, web.actorId, 'HIDDEN');
      const { id } = await ports.unitOfWork.run((tx) => createWorkItem(tx, hidden, CONTENT));
      const comment = await ports.unitOfWork.run((tx) =>
        createComment(tx, hidden, { workItemId: id, body: 'Why?', parentCommentId: null }),
      );
      const scope = { ...whole(), onlyProjects: new Set([shown.projectId]) };
      const costOf = async (projectKey: string, more: object = {}) => {
        seen.length = 0;
        const found = await pathResources.find(scope, { projectKey: projectKey as ProjectKey, ...more });
        return { found, statements: [...seen] };
      };
      // A token of the whole Organization finds the Project, so that the Project is cached.
      await pathResources.find(whole(), { projectKey: hidden.projectKey });
      const child = { kind: 'comment', id: comment.id } as const;
      for (const more of [{}, { workItemNumber: 1 }, { workItemNumber: 1, child }]) {
        for (let time = 0; time < 3; time += 1) {
          const missing = await costOf('NOTHING', more);
          expect(await costOf('HIDDEN', more)).toEqual(missing);
          expect(missing).toEqual({ found: undefined, statements: [expect.stringMatching(/^path-resources\.find/)] });
        }
      }
      expect((await costOf('SHOWN')).found?.project.id).toBe(shown.projectId);
    });

    it('is no link with a Work Item that it does not show', async () => {
      const shown = await world.project(web.organizationId, web.actorId, 'OPEN');
      const hidden = await world.project(web.organizationId, web.actorId, 'CLOSED');
      const [one, other] = await Promise.all(
        [shown, hidden].map((project) => ports.unitOfWork.run((tx) => createWorkItem(tx, project, CONTENT))),
      );
      const link = await ports.unitOfWork.run((tx) =>
        createLink(tx, world.scope(web.organizationId, web.actorId), {
          workItemId: one!.id,
          relation: 'blocks',
          target: { kind: 'id', id: other!.id },
        }),
      );
      const named = { projectKey: shown.projectKey, workItemNumber: 1, child: { kind: 'link', id: link.id } } as const;
      expect((await ports.pathResources.find(whole(), named))?.child?.id).toBe(link.id);
      const scope = { ...whole(), onlyProjects: new Set([shown.projectId]) };
      expect((await ports.pathResources.find(scope, named))?.child).toBeUndefined();
    });
  });

  it('is a Work Item by its number, also when it is deleted', async () => {
    const project = await world.project(web.organizationId, web.actorId, 'ITEMS');
    const item = await ports.unitOfWork.run((tx) => createWorkItem(tx, project, CONTENT));
    const found = async (workItemNumber: number) =>
      (await ports.pathResources.find(whole(), { projectKey: project.projectKey, workItemNumber }))?.workItem;
    expect(await found(1)).toEqual({ id: item.id, deleted: false });
    expect(await found(2)).toBeUndefined();
  });

  it('is a saved Sprint report of the actor, or one that is shared', async () => {
    const other = await world.user();
    const [own, theirs, shared] = await Promise.all(
      [
        [web.actorId, false],
        [other, false],
        [other, true],
      ].map(async ([owner, isShared]) => {
        const [{ id }] = (await database.sql<{ id: SavedSprintReportId }>(
          `insert into saved_sprint_reports (id, organization_id, project_id, owner_id, name, folded_name, sprint, settings, shared, revision,
             created_at, updated_at)
           values (gen_random_uuid(), $1, $2, $3, $5, $5, 'active', '{}', $4, 1, now(), now()) returning id`,
          [web.organizationId, web.projectId, owner, isShared, `Report ${String(isShared)}`],
        )) as [{ id: SavedSprintReportId }];
        return id;
      }),
    );
    const found = async (id: SavedSprintReportId | undefined) => {
      const child = { kind: 'saved-sprint-report', id: id! } as const;
      return (await ports.pathResources.find(whole(), { projectKey: web.projectKey, child }))?.child?.id;
    };
    expect([await found(own), await found(theirs), await found(shared)]).toEqual([own, undefined, shared]);
  });

  it('is a label of the Project, by its id first, then by its name', async () => {
    const one = await world.label(web, 'one');
    const namesake = await world.label(web, one);
    const foreign = await world.label(await world.project(web.organizationId, web.actorId), 'foreign');
    const label = async (name: string, id?: LabelId) => {
      const child = { kind: 'label', id, name } as const;
      const found = await ports.pathResources.find(whole(), { projectKey: web.projectKey, child });
      return found?.child;
    };
    expect(await label('one')).toEqual({ id: one, deleted: false, ownerId: null });
    expect(await label(one, one)).toMatchObject({ id: one });
    expect(await label(one)).toMatchObject({ id: namesake });
    expect(await label('one', foreign)).toMatchObject({ id: one });
    expect(await label('foreign', foreign)).toBeUndefined();
  });
});
