import type { Color } from '../shared/color.js';
import { aProject, refusalOf } from '../testing/index.js';
import type { OrganizationId, ProjectId } from '../identity/ids.js';
import { Project, type NewProject } from './project.js';
import type { ProjectKey } from './project-key.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const EARLIER = new Date('2026-05-01T10:00:00.000Z');

const facts: NewProject = {
  id: 'p' as ProjectId,
  organizationId: 'o' as OrganizationId,
  key: 'WEB' as ProjectKey,
  name: 'Website',
  description: null,
  color: '#3b82f6' as Color,
};

describe('A new Project', () => {
  it('is open, at revision 1, and yet to be stored', () => {
    const project = Project.create(facts, NOW);
    const born = { workLimits: {}, revision: 1, archivedAt: null, createdAt: NOW, updatedAt: NOW };
    expect(project.record).toEqual({ ...facts, ...born });
    expect(project).toMatchObject({ loadedRevision: 0, hasChanged: true });
  });

  it('takes nothing from its maker but the facts it asks for', () => {
    const more = { ...facts, revision: 9, archivedAt: EARLIER, secret: true };
    expect(Project.create(more, NOW).record).toEqual(Project.create(facts, NOW).record);
  });
});

describe('A Project', () => {
  it('has nothing to store when it was only loaded', () => {
    expect(aProject({ revision: 7 })).toMatchObject({ loadedRevision: 7, hasChanged: false });
  });

  it('changes all that differs as one revision, and updatedAt with it', () => {
    const project = aProject({ revision: 3, updatedAt: EARLIER });
    const before = project.record;
    project.update({ name: 'Shop', description: 'Sells', color: '#ff0000' as Color }, NOW);
    const changed = { name: 'Shop', description: 'Sells', color: '#ff0000', revision: 4, updatedAt: NOW };
    expect(project.record).toEqual({ ...before, ...changed });
    expect(project).toMatchObject({ loadedRevision: 3, hasChanged: true });
  });

  it.each([[{ name: 'Shop' }], [{ description: 'Sells' }], [{ description: '' }], [{ color: '#ff0000' as Color }]])(
    'changes by %j alone',
    (changes) => {
      const project = aProject({ revision: 3 });
      project.update(changes, NOW);
      expect(project.record).toMatchObject({ ...changes, revision: 4, updatedAt: NOW });
    },
  );

  it('limits the work in each status but the last, changes what differs as one revision, and clears a limit by null', () => {
    const project = aProject({ revision: 3, updatedAt: EARLIER, workLimits: { todo: 5, in_progress: 3 } });
    project.limitWork({ todo: null, in_progress: 3, in_review: 999, backlog: undefined }, NOW);
    const changed = { workLimits: { in_progress: 3, in_review: 999 }, revision: 4, updatedAt: NOW };
    expect(project.record).toMatchObject(changed);
    expect(project.record.workLimits).toEqual(changed.workLimits);
  });

  it('has nothing to store when its limits stay as they are', () => {
    const project = aProject({ workLimits: { todo: 5 } });
    project.limitWork({ todo: 5, in_review: null }, NOW);
    expect(project.hasChanged).toBe(false);
  });

  it.each([0, 1_000, -1, 1.5, NaN, '3' as unknown as number])(
    'refuses %p as a limit, and names the status',
    (limit) => {
      const fieldErrors = { in_progress: ['must be an integer from 1 to 999'] };
      expect(() => {
        aProject().limitWork({ in_progress: limit }, NOW);
      }).toThrow(expect.objectContaining({ code: 'VALIDATION_ERROR', more: { fieldErrors } }));
    },
  );

  it('loses its description by null', () => {
    const project = aProject({ description: 'Sells' });
    project.update({ description: null }, NOW);
    expect(project.record).toMatchObject({ description: null, revision: 2 });
  });

  it.each([
    [{}],
    [{ name: undefined, description: undefined, color: undefined }],
    [{ name: 'Website', description: null, color: '#6366f1' as Color }],
    // The name is compared after trimming.
    [{ name: ' Website\u0085' }],
  ])('stays as it is after %j', (changes) => {
    const project = aProject({ name: 'Website', description: null, updatedAt: EARLIER });
    const before = project.record;
    project.update(changes, NOW);
    expect(project.record).toBe(before);
    expect(project.hasChanged).toBe(false);
  });

  it('keeps its key and its revision when a command has more than changes', () => {
    const project = aProject({ revision: 3 });
    const body = { name: 'Shop', key: 'SHOP', revision: 9, archivedAt: EARLIER };
    project.update(body, NOW);
    expect(project.record).toMatchObject({ name: 'Shop', key: 'WEB', revision: 4, archivedAt: null });
  });

  it('changes while it is archived, too', () => {
    const project = aProject({ archivedAt: EARLIER });
    project.update({ name: 'Shop' }, NOW);
    expect(project.record).toMatchObject({ name: 'Shop', archivedAt: EARLIER, revision: 2 });
  });

  it('expects its current revision, or any', () => {
    const project = aProject({ revision: 3 });
    project.update({ name: 'Shop' }, NOW);
    expect(
      [3, 4, 5, '*' as const].map((expected) =>
        refusalOf(() => {
          project.expect(expected);
        }),
      ),
    ).toEqual(['REVISION_CONFLICT', undefined, 'REVISION_CONFLICT', undefined]);
  });
});

describe('The texts of a Project', () => {
  const long = (count: number) => '😀'.repeat(count);
  const made = (text: Partial<NewProject>) => refusalOf(() => Project.create({ ...facts, ...text }, NOW));
  const updated = (text: Partial<NewProject>) =>
    refusalOf(() => {
      aProject().update(text, NOW);
    });

  it.each([
    ['name', 'x', undefined],
    ['name', long(255), undefined],
    ['name', ` ${long(255)} `, undefined],
    ['name', long(256), 'VALIDATION_ERROR'],
    ['name', '', 'VALIDATION_ERROR'],
    ['name', ' \u0085\u3000', 'VALIDATION_ERROR'],
    ['name', 'a\u0000b', 'VALIDATION_ERROR'],
    ['name', 'a\ud800b', 'VALIDATION_ERROR'],
    ['description', '', undefined],
    ['description', long(10_000), undefined],
    ['description', long(10_001), 'VALIDATION_ERROR'],
    ['description', 'a\u0000b', 'VALIDATION_ERROR'],
  ])('%s of the given length', (member, text, refusal) => {
    expect(made({ [member]: text })).toBe(refusal);
    expect(updated({ [member]: text })).toBe(refusal);
  });

  it('are kept trimmed, if it is the name, and as sent, if it is the description', () => {
    const texts = { name: ' Web\u3000', description: ' as sent\n' };
    expect(Project.create({ ...facts, ...texts }, NOW).record).toMatchObject({
      name: 'Web',
      description: ' as sent\n',
    });
  });

  it('name the member that is wrong', () => {
    expect(() => Project.create({ ...facts, name: '' }, NOW)).toThrow(
      expect.objectContaining({ more: { fieldErrors: { name: ['must have 1 to 255 characters'] } } }),
    );
  });
});

describe('The archive of Projects', () => {
  it('takes an open one, as a revision', () => {
    const project = aProject({ revision: 5, updatedAt: EARLIER });
    const before = project.record;
    project.archive(NOW);
    expect(project.record).toEqual({ ...before, archivedAt: NOW, revision: 6, updatedAt: NOW });
  });

  it('gives one back, as a revision', () => {
    const project = aProject({ revision: 5, archivedAt: EARLIER, updatedAt: EARLIER });
    const before = project.record;
    project.unarchive(NOW);
    expect(project.record).toEqual({ ...before, archivedAt: null, revision: 6, updatedAt: NOW });
  });

  it('leaves as it is what already is where it is sent', () => {
    const archived = aProject({ archivedAt: EARLIER });
    archived.archive(NOW);
    expect(archived).toMatchObject({ hasChanged: false, record: { archivedAt: EARLIER, revision: 1 } });

    const open = aProject();
    open.unarchive(NOW);
    expect(open).toMatchObject({ hasChanged: false, record: { archivedAt: null, revision: 1 } });
  });

  it('shuts a Project to new work, and only while it is in it', () => {
    const project = aProject();
    const refusals = [
      () => undefined,
      () => {
        project.archive(NOW);
      },
      () => {
        project.unarchive(NOW);
      },
    ].map((step) => {
      step();
      return refusalOf(() => {
        project.admitNewWork();
      });
    });
    expect(refusals).toEqual([undefined, 'PROJECT_ARCHIVED', undefined]);
  });
});
