import {
  DEFAULT_SPRINT_REPORT_SETTINGS,
  DomainError,
  SavedSprintReport,
  assertRoomForPin,
  type NewSavedSprintReport,
  type OrganizationId,
  type ProjectId,
  type SavedSprintReportFacts,
  type SavedSprintReportId,
  type SprintId,
  type UserId,
} from '../index.js';
import { refusalOf } from '../testing/index.js';

const BORN = new Date('2026-03-02T10:00:00.000Z');
const LATER = new Date('2026-03-03T10:00:00.000Z');
const ADA = '10000000-0000-4000-8000-000000000001' as UserId;
const BOB = '10000000-0000-4000-8000-000000000002' as UserId;
const SPRINT = '20000000-0000-4000-8000-000000000001' as SprintId;
const ROOM: SavedSprintReportFacts = { ofOwner: 0, shared: 0, isSprintOfProject: true };

const created = (more: Partial<NewSavedSprintReport> = {}, facts: Partial<SavedSprintReportFacts> = {}) =>
  SavedSprintReport.create(
    {
      id: '30000000-0000-4000-8000-000000000001' as SavedSprintReportId,
      organizationId: '40000000-0000-4000-8000-000000000001' as OrganizationId,
      projectId: '50000000-0000-4000-8000-000000000001' as ProjectId,
      ownerId: ADA,
      name: 'Standup',
      sprint: 'active',
      settings: DEFAULT_SPRINT_REPORT_SETTINGS,
      shared: false,
      ...more,
    },
    { ...ROOM, ...facts },
    BORN,
  );

const stored = () => SavedSprintReport.restore(created().record);

/** The member that a refusal names. */
function memberOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
  } catch (error) {
    if (error instanceof DomainError) return Object.keys(error.more.fieldErrors ?? {})[0];
    throw error;
  }
  return undefined;
}

describe('A saved Sprint report', () => {
  it('begins with revision 1, its name trimmed', () => {
    const report = created({ name: ' \u3000Our standup\n' });
    expect(report.record).toMatchObject({ name: 'Our standup', revision: 1, createdAt: BORN, updatedAt: BORN });
    expect(report.loadedRevision).toBe(0);
    expect(report.hasChanged).toBe(true);
  });

  it('has a name of 1 to 100 code points', () => {
    expect(created({ name: '😀'.repeat(100) }).record.name).toBe('😀'.repeat(100));
    for (const name of ['', ' \t ', '😀'.repeat(101), 'a\u0000b', 'a\ud800']) {
      expect(memberOf(() => created({ name }))).toBe('name');
      expect(
        memberOf(() => {
          stored().change({ name }, ROOM, LATER);
        }),
      ).toBe('name');
    }
  });

  it('has no control character in a new name', () => {
    for (const name of ['a\nb', 'a\u001b[2Jb', 'a\u009bb', 'a\u2028b']) {
      expect(memberOf(() => created({ name }))).toBe('name');
      expect(
        memberOf(() => {
          stored().change({ name }, ROOM, LATER);
        }),
      ).toBe('name');
    }
  });

  it('keeps a name that is older than this rule, while everything else of it changes', () => {
    const older = SavedSprintReport.restore({ ...created().record, name: 'a\nb' });
    older.change({ name: ' a\nb ', shared: true }, ROOM, LATER);
    expect(older.record).toMatchObject({ name: 'a\nb', shared: true, revision: 2 });
  });

  it('shows a Sprint of its Project', () => {
    expect(created({ sprint: SPRINT }).record.sprint).toBe(SPRINT);
    expect(memberOf(() => created({ sprint: SPRINT }, { isSprintOfProject: false }))).toBe('sprint');
    const changed = () => {
      stored().change({ sprint: SPRINT }, { ...ROOM, isSprintOfProject: false }, LATER);
    };
    expect(memberOf(changed)).toBe('sprint');
  });

  it('names one section or more, each once, in any order', () => {
    const withSections = (sections: NewSavedSprintReport['settings']['sections']) => () =>
      created({ settings: { unit: 'items', sections, theme: 'dark' } });
    expect(withSections(['feed', 'burndown'])().record.settings.sections).toEqual(['feed', 'burndown']);
    expect(memberOf(withSections([]))).toBe('settings.sections');
    expect(memberOf(withSections(['feed', 'burndown', 'feed']))).toBe('settings.sections');
  });

  it('is visible to its owner, and when it is shared to everybody', () => {
    expect([ADA, BOB].map((user) => created({ shared: false }).isVisibleTo(user))).toEqual([true, false]);
    expect([ADA, BOB].map((user) => created({ shared: true }).isVisibleTo(user))).toEqual([true, true]);
  });

  it('changes the given members as one revision, and keeps the others', () => {
    const report = stored();
    report.change({ name: ' Review ', shared: true }, ROOM, LATER);
    expect(report.record).toEqual({
      ...stored().record,
      name: 'Review',
      shared: true,
      revision: 2,
      updatedAt: LATER,
    });
    expect(report.loadedRevision).toBe(1);
    expect(report.hasChanged).toBe(true);
  });

  it('keeps its revision when nothing differs', () => {
    const report = stored();
    const { name, sprint, settings, shared } = report.record;
    report.change({}, ROOM, LATER);
    report.change({ name: ` ${name} `, sprint, settings: { ...settings }, shared }, ROOM, LATER);
    expect(report.record).toEqual(stored().record);
    expect(report.hasChanged).toBe(false);
  });

  it.each([
    { unit: 'items' as const },
    { theme: 'light' as const },
    { sections: ['feed', 'summary', 'burndown', 'statuses'] as const },
  ])('counts a revision for the setting %j', (setting) => {
    const report = stored();
    report.change({ settings: { ...DEFAULT_SPRINT_REPORT_SETTINGS, ...setting } }, ROOM, LATER);
    expect(report.record).toMatchObject({ revision: 2, settings: setting });
  });

  it('is changed only over the revision that the writer has seen', () => {
    const report = stored();
    report.change({ name: 'Review' }, ROOM, LATER);
    expect(
      refusalOf(() => {
        report.expect(1);
      }),
    ).toBe('REVISION_CONFLICT');
    expect(
      [2, '*' as const].map((expected) =>
        refusalOf(() => {
          report.expect(expected);
        }),
      ),
    ).toEqual([undefined, undefined]);
  });
});

describe('The saved Sprint reports of a Project', () => {
  it('are at most 100 of one owner', () => {
    expect(refusalOf(() => created({}, { ofOwner: 99 }))).toBeUndefined();
    expect(refusalOf(() => created({}, { ofOwner: 100 }))).toBe('CONFLICT');
  });

  it('are at most 200 that are shared', () => {
    const share = (report: SavedSprintReport, shared: number) => () => {
      report.change({ shared: true }, { ...ROOM, shared }, LATER);
    };
    expect(refusalOf(() => created({ shared: true }, { shared: 199 }))).toBeUndefined();
    expect(refusalOf(share(stored(), 199))).toBeUndefined();
    expect(refusalOf(() => created({ shared: true }, { shared: 200 }))).toBe('CONFLICT');
    expect(refusalOf(share(stored(), 200))).toBe('CONFLICT');
    expect(refusalOf(() => created({ shared: false }, { shared: 200 }))).toBeUndefined();
    // A report that is shared already may be changed.
    expect(refusalOf(share(SavedSprintReport.restore(created({ shared: true }).record), 200))).toBeUndefined();
  });

  it('are pinned at most 20 times by one user', () => {
    const pin = (pins: number) => () => {
      assertRoomForPin(pins);
    };
    expect(refusalOf(pin(19))).toBeUndefined();
    expect([20, 21].map((pins) => refusalOf(pin(pins)))).toEqual(['CONFLICT', 'CONFLICT']);
  });
});
