import {
  Access,
  changeSavedSprintReport,
  deleteSavedSprintReport,
  isRefusal,
  pinSprintReport,
  removeUser,
  saveSprintReport,
  unpinSprintReport,
  type ChangeSavedSprintReport,
  type ProjectScope,
  type SaveSprintReport,
} from '@worktrack/application';
import {
  DEFAULT_SPRINT_REPORT_SETTINGS,
  type Email,
  type Role,
  type SavedSprintReportId,
  type UserId,
} from '@worktrack/domain';
import { codesOf, inTurn } from '../../test/races.js';
import { databaseSuite } from '../../test/suite.js';

jest.setTimeout(60_000);

const CONTENT: SaveSprintReport = {
  name: 'Standup',
  sprint: 'active',
  settings: DEFAULT_SPRINT_REPORT_SETTINGS,
  shared: false,
};

describe('The saved Sprint reports of a Project', () => {
  const suite = databaseSuite();
  /** The right of an administrator, and that of two members, in the same Project. */
  let admin: ProjectScope;
  let ada: ProjectScope;
  let bob: ProjectScope;

  const scopeOf = async (role: Role, name: string): Promise<ProjectScope> => {
    const { organizationId, projectId, projectKey } = suite.scope;
    const user = await suite.world.user({ name });
    await suite.world.member(organizationId, user, role);
    return Access.project(Access.onBehalfOf(organizationId, user, role), { id: projectId, key: projectKey });
  };

  beforeEach(async () => {
    await suite.makeProject();
    admin = await scopeOf('admin', 'Alma');
    ada = await scopeOf('member', 'Ada');
    bob = await scopeOf('member', 'Bob');
  });

  const save = (scope: ProjectScope, content: Partial<SaveSprintReport> = {}) =>
    suite.run((tx) => saveSprintReport(tx, scope, { ...CONTENT, ...content }));
  const change = (
    scope: ProjectScope,
    id: SavedSprintReportId,
    changes: ChangeSavedSprintReport['changes'],
    expected: number | '*' = '*',
  ) => suite.run((tx) => changeSavedSprintReport(tx, scope, { id, expected, changes }));
  const remove = (scope: ProjectScope, id: SavedSprintReportId, expected: number | '*' = '*') =>
    suite.run((tx) => deleteSavedSprintReport(tx, scope, { id, expected }));
  const pin = (scope: ProjectScope, id: SavedSprintReportId) => suite.run((tx) => pinSprintReport(tx, scope, { id }));
  const unpin = (scope: ProjectScope, id: SavedSprintReportId) =>
    suite.run((tx) => unpinSprintReport(tx, scope, { id }));
  const list = (scope: ProjectScope) => suite.ports.savedSprintReportViews.list(scope);
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: unknown) => (isRefusal(error) ? error.code : Promise.reject(error as Error)),
    );
  const emailOf = async (user: UserId) =>
    (await suite.database.sql<{ email: Email }>('select email from users where id = $1', [user]))[0]!.email;

  it('are listed as pins across Projects and Organizations that the viewer may use, the oldest pin first', async () => {
    const other = await suite.world.project(ada.organizationId, ada.actorId);
    const organization = await suite.world.organization({ name: 'Zeta', slug: 'zeta' });
    await suite.world.member(organization, ada.actorId);
    const far = await suite.world.project(organization, ada.actorId, 'FAR');
    for (const [scope, name] of [
      [far, 'far'],
      [ada, 'here'],
      [other, 'there'],
    ] as const) {
      await pin(scope, (await save(scope, { name })).id);
    }
    const pins = await suite.ports.savedSprintReportViews.pinned(ada.actorId, [ada.organizationId, organization]);
    expect(pins.map(({ project, report }) => [project.key, report.name, report.pinned])).toEqual([
      ['FAR', 'far', true],
      [ada.projectKey, 'here', true],
      [other.projectKey, 'there', true],
    ]);
    expect(pins[0]).toEqual({
      organization: { slug: 'zeta', name: 'Zeta' },
      project: { key: 'FAR', name: 'FAR' },
      report: (await list(far))[0],
    });
    expect(await suite.ports.savedSprintReportViews.pinned(ada.actorId, [organization])).toHaveLength(1);
    expect(await suite.ports.savedSprintReportViews.pinned(bob.actorId, [ada.organizationId, organization])).toEqual(
      [],
    );
  });

  describe('when the account of their owner is removed', () => {
    it('go if they are private, and stay without owner if they are shared, as a new revision', async () => {
      const [mine, ours] = [await save(ada, { name: 'Mine' }), await save(ada, { name: 'Ours', shared: true })];
      const theirs = await save(bob, { name: 'Theirs', shared: true });
      for (const [scope, { id }] of [
        [ada, mine],
        [ada, theirs],
        [bob, ours],
      ] as const)
        await pin(scope, id);
      const email = await emailOf(ada.actorId);
      await suite.ports.administration.run((tx) => removeUser(tx, email));

      expect(await suite.database.sql('select from saved_sprint_reports where id = $1', [mine.id])).toEqual([]);
      expect(
        await suite.database.sql('select from saved_sprint_report_pins where user_id = $1', [ada.actorId]),
      ).toEqual([]);
      expect(
        (await list(bob)).map(({ name, owner, pinned, revision }) => [name, owner?.name ?? null, pinned, revision]),
      ).toEqual([
        ['Ours', null, true, 2],
        ['Theirs', 'Bob', false, 1],
      ]);
      expect(await codeOf(change(admin, ours.id, { name: 'New' }))).toBe('FORBIDDEN');
      expect(await codeOf(remove(admin, ours.id, 2))).toBe('done');
    });

    it('cannot be saved or stop being shared any more, whichever comes first', async () => {
      const { id } = await save(ada, { name: 'Ours', shared: true });
      const email = await emailOf(ada.actorId);
      const removal = () => suite.ports.administration.run((tx) => removeUser(tx, email));
      let late: Promise<string> | undefined;
      await suite.run(async (tx) => {
        await changeSavedSprintReport(tx, ada, { id, expected: 1, changes: { shared: false } });
        late = codeOf(removal());
        await suite.database.untilSomebodyWaits();
      });
      expect(await late).toBe('done');
      expect(await suite.database.sql('select from saved_sprint_reports where id = $1', [id])).toEqual([]);
      expect(await codeOf(save(ada, { name: 'After' }))).toBe('NOT_FOUND');
    });
  });

  describe('at once', () => {
    it('let one of two with one name win, whichever comes first', async () => {
      for (let round = 0; round < 10; round += 1) {
        const names = [`Name ${round}`, `NAME ${round}`];
        const codes = await Promise.all(names.map((name) => codeOf(save(ada, { name }))));
        expect(codes.sort()).toEqual(['CONFLICT', 'done']);
      }
      const [named] = await list(ada);
      const outcomes = await inTurn(
        suite.database,
        suite.ports.unitOfWork,
        (tx) => saveSprintReport(tx, ada, { ...CONTENT, name: 'Both' }),
        (tx) => changeSavedSprintReport(tx, ada, { id: named!.id, expected: '*', changes: { name: 'BOTH' } }),
      );
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
    });

    it('let 20 of 21 pins of one viewer win', async () => {
      const ids: SavedSprintReportId[] = [];
      for (let count = 0; count < 21; count += 1) ids.push((await save(ada, { name: `Report ${count}` })).id);
      const codes = await Promise.all(ids.map((id) => codeOf(pin(ada, id))));
      expect(codes.filter((code) => code === 'done')).toHaveLength(20);
      expect(codes.filter((code) => code === 'CONFLICT')).toHaveLength(1);
      expect((await list(ada)).filter(({ pinned }) => pinned)).toHaveLength(20);
      await unpin(ada, ids[codes.indexOf('done')]!);
      await pin(ada, ids[codes.indexOf('CONFLICT')]!);
      expect((await list(ada)).filter(({ pinned }) => pinned)).toHaveLength(20);
      // Pins in another Project have a limit of their own.
      const other = await suite.world.project(ada.organizationId, ada.actorId);
      expect(await codeOf(pin(other, (await save(other)).id))).toBe('done');
    });

    it('let one of two pins of one report win, and both succeed', async () => {
      const { id } = await save(ada);
      expect(await Promise.all([codeOf(pin(ada, id)), codeOf(pin(ada, id))])).toEqual(['done', 'done']);
    });

    it('let a pin and the end of sharing leave no pin behind', async () => {
      for (let round = 0; round < 10; round += 1) {
        const { id } = await save(ada, { name: `Round ${round}`, shared: true });
        const [, pinned] = await Promise.all([codeOf(change(ada, id, { shared: false })), codeOf(pin(bob, id))]);
        expect(['done', 'NOT_FOUND']).toContain(pinned);
        expect(await suite.database.sql('select from saved_sprint_report_pins where report_id = $1', [id])).toEqual([]);
      }
    });

    const rows = (owner: UserId, count: number, shared: boolean) =>
      suite.database.sql(
        `insert into saved_sprint_reports (organization_id, id, project_id, owner_id, name, folded_name, sprint, settings,
           shared, revision, created_at, updated_at)
         select $1, gen_random_uuid(), $2, $3, 'r' || number || $5, 'r' || number || $5, 'active', '{}', $5::boolean, 1, now(), now()
         from generate_series(1, $4::integer) number`,
        [ada.organizationId, ada.projectId, owner, count, shared],
      );

    it('count the one that an earlier request is about to save', async () => {
      await rows(ada.actorId, 99, false);
      const outcomes = await inTurn<unknown>(
        suite.database,
        suite.ports.unitOfWork,
        (tx) => saveSprintReport(tx, ada, { ...CONTENT, name: 'Earlier' }),
        (tx) => saveSprintReport(tx, ada, { ...CONTENT, name: 'Later' }),
      );
      expect(codesOf(outcomes)).toEqual(['done', 'CONFLICT']);
    });

    it('stop at 100 of one owner and at 200 that are shared, however many come', async () => {
      await rows(ada.actorId, 98, false);
      const saved = await Promise.all([1, 2, 3, 4].map((count) => codeOf(save(ada, { name: `New ${count}` }))));
      expect(saved.sort()).toEqual(['CONFLICT', 'CONFLICT', 'done', 'done']);
      await rows(bob.actorId, 99, true);
      await rows(admin.actorId, 99, true);
      const shared = await list(ada).then((all) => all.filter(({ name }) => name.startsWith('New ')));
      const third = await save(bob, { name: 'Third' });
      const codes = await Promise.all([
        ...shared.map(({ id }) => codeOf(change(ada, id, { shared: true }))),
        codeOf(change(bob, third.id, { shared: true })),
      ]);
      expect(codes.sort()).toEqual(['CONFLICT', 'done', 'done']);
    });
  });
});
