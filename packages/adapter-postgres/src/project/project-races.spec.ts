import {
  archiveProject,
  createProject,
  createWorkItem,
  updateProject,
  type CreateProject,
  type ProjectScope,
} from '@worktrack/application';
import { Color, type ProjectKey } from '@worktrack/domain';
import { CONTENT } from '../../test/content.js';
import { codesOf, type Attempt, type Outcomes } from '../../test/races.js';
import { racingSuite } from '../../test/racing-suite.js';

jest.setTimeout(60_000);

describe('Two requests about Projects at once', () => {
  const races = racingSuite();
  const { suite } = races;
  let keys = 0;

  const organization = () => {
    const { organizationId, actorId } = suite.scope;
    return suite.world.scope(organizationId, actorId);
  };
  const create =
    (facts: Partial<CreateProject>): Attempt<unknown> =>
    (tx) =>
      createProject(tx, organization(), {
        name: 'Website',
        key: undefined,
        description: null,
        color: Color.default,
        ...facts,
      });
  const stored = (like: string) =>
    suite.database.sql<{ key: string; revision: number; archived: boolean }>(
      `select key, revision, archived_at is not null as archived from projects
       where organization_id = $1 and key like $2 order by key`,
      [suite.scope.organizationId, like],
    );

  describe('that create one with the same key', () => {
    const given = () => {
      const key = `RACE${(keys += 1)}` as ProjectKey;
      const check = async (outcomes: Outcomes<unknown>) => {
        expect(codesOf(outcomes).sort()).toEqual(['CONFLICT', 'done']);
        expect(await stored(key)).toEqual([{ key, revision: 1, archived: false }]);
      };
      return Promise.resolve({ works: [create({ key }), create({ key })] as const, check });
    };

    it('leave one Project, in every order of their round trips', () => races.inEveryOrder(given));
  });

  describe('of which one derives the key that the other gives', () => {
    const given = () => {
      const letters = String.fromCharCode(...[26 * 26, 26, 1].map((of) => 65 + (Math.floor(keys / of) % 26)));
      keys += 1;
      const stem = `D${letters}` as ProjectKey;
      const check = async (outcomes: Outcomes<unknown>) => {
        const [derived, asked] = codesOf(outcomes);
        // The derived key gives way, unless it was there first.
        expect(derived).toBe('done');
        expect(['done', 'CONFLICT']).toContain(asked);
        const made = asked === 'done' ? [stem, `${stem}2`] : [stem];
        expect((await stored(`${stem}%`)).map(({ key }) => key)).toEqual(made);
      };
      return Promise.resolve({ works: [create({ name: stem }), create({ key: stem })] as const, check });
    };

    it('never refuse the derived one, in every order of their round trips', () => races.inEveryOrder(given));
  });

  const project = async (): Promise<ProjectScope> =>
    suite.world.project(suite.scope.organizationId, suite.scope.actorId);

  describe('of which one updates a revision that the other archives', () => {
    const given = async () => {
      const scope = await project();
      const update: Attempt<unknown> = (tx) => updateProject(tx, scope, { expected: 1, changes: { name: 'Renamed' } });
      const archive: Attempt<unknown> = (tx) => archiveProject(tx, scope, 1);
      const check = async (outcomes: Outcomes<unknown>) => {
        const codes = codesOf(outcomes);
        expect([...codes].sort()).toEqual(['REVISION_CONFLICT', 'done']);
        const archived = codes[1] === 'done';
        expect(await stored(scope.projectKey)).toEqual([{ key: scope.projectKey, revision: 2, archived }]);
      };
      return { works: [update, archive] as const, check };
    };

    it('one of them succeeds, in every order of their round trips', () => races.inEveryOrder(given));
  });

  describe('of which one creates a Work Item in what the other archives', () => {
    const given = async () => {
      const scope = await project();
      const fill: Attempt<unknown> = (tx) => createWorkItem(tx, scope, CONTENT);
      const archive: Attempt<unknown> = (tx) => archiveProject(tx, scope, '*');
      const check = async (outcomes: Outcomes<unknown>) => {
        const [filled, archived] = codesOf(outcomes);
        expect(archived).toBe('done');
        expect(['done', 'PROJECT_ARCHIVED']).toContain(filled);
        const [late] = await suite.database.sql<{ items: number; behind: number }>(
          `select count(*)::integer as items, count(*) filter (where item.created_at > project.archived_at)::integer as behind
           from work_items item join projects project on project.id = item.project_id where project.id = $1`,
          [scope.projectId],
        );
        expect(late).toEqual({ items: filled === 'done' ? 1 : 0, behind: 0 });
      };
      return { works: [fill, archive] as const, check };
    };

    it('nothing is created behind the archive, in every order of their round trips', () => races.inEveryOrder(given));
  });
});
