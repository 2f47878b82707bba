import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import type { ProjectKey } from '../project/project-key.js';
import { aWorkItem, refusalOf } from '../testing/index.js';
import type { NewWorkItem } from './record.js';
import { WorkItem } from './work-item.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const FRIDAY = new Date('2026-05-08T00:00:00.000Z');
const ADA = 'ada' as UserId;

const facts: NewWorkItem = {
  id: 'item' as WorkItemId,
  organizationId: 'organization' as OrganizationId,
  projectId: 'project' as ProjectId,
  projectKey: 'WEB' as ProjectKey,
  number: 42,
  title: 'Write the plan',
  description: 'All of it',
  type: 'story',
  status: 'in_review',
  priority: 'high',
  assigneeId: 'ben' as UserId,
  sprintId: 'sprint' as SprintId,
  parentId: 'parent' as WorkItemId,
  storyPoints: 3,
  dueDate: FRIDAY,
};

describe('A new Work Item', () => {
  const item = WorkItem.create(facts, ADA, NOW);

  it('has revision 1, a reporter, and a key', () => {
    const born = { revision: 1, reporterId: ADA, archivedAt: null, deletedAt: null, createdAt: NOW, updatedAt: NOW };
    expect(item.record).toEqual({ ...facts, ...born });
    expect(item.key).toBe('WEB-42');
    expect(item).toMatchObject({ loadedRevision: 0, hasChanged: true });
  });

  it('records one event, from which its history starts', () => {
    expect(item.events).toEqual([
      {
        workItemId: 'item',
        revision: 1,
        at: NOW,
        actor: ADA,
        change: {
          action: 'created',
          initial: {
            title: 'Write the plan',
            type: 'story',
            status: 'in_review',
            priority: 'high',
            assignee: 'ben',
            sprint: 'sprint',
            parent: 'parent',
            storyPoints: 3,
            dueDate: FRIDAY,
          },
        },
      },
    ]);
  });

  it('counts on from there', () => {
    const fresh = WorkItem.create(facts, ADA, NOW);
    fresh.transition('done', ADA, NOW);
    expect(fresh).toMatchObject({ loadedRevision: 0, record: { revision: 2, status: 'done' } });
    expect(fresh.events.map(({ revision, change }) => [revision, change.action])).toEqual([
      [1, 'created'],
      [2, 'status_changed'],
    ]);
  });

  it('takes nothing from its maker but the facts it asks for', () => {
    const more = { ...facts, revision: 9, reporterId: 'ben', archivedAt: NOW, deletedAt: NOW, extra: 1 };
    expect(WorkItem.create(more, ADA, NOW).record).toEqual(item.record);
  });

  it('has its title trimmed, in the record and in history, and its description as sent', () => {
    const texts = { title: ' Write\u3000', description: ' All\n' };
    const { record, events } = WorkItem.create({ ...facts, ...texts }, ADA, NOW);
    expect(record).toMatchObject({ title: 'Write', description: ' All\n' });
    expect(events).toMatchObject([{ change: { initial: { title: 'Write' } } }]);
  });
});

describe('The values of a Work Item', () => {
  const long = (count: number) => '😀'.repeat(count);
  const cases: [string, Partial<NewWorkItem>, string | undefined][] = [
    ['a title of 1', { title: 'x' }, undefined],
    ['a title of 500', { title: long(500) }, undefined],
    ['a title of 500 once trimmed', { title: `\u0085${long(500)} ` }, undefined],
    ['a title of 501', { title: long(501) }, 'VALIDATION_ERROR'],
    ['an empty title', { title: '' }, 'VALIDATION_ERROR'],
    ['a blank title', { title: ' \u3000' }, 'VALIDATION_ERROR'],
    ['a title with U+0000', { title: 'a\u0000b' }, 'VALIDATION_ERROR'],
    ['a title with half a pair', { title: 'a\udc00b' }, 'VALIDATION_ERROR'],
    ['no description', { description: null }, undefined],
    ['an empty description', { description: '' }, undefined],
    ['a description of 64,000', { description: long(64_000) }, undefined],
    ['a description of 64,001', { description: long(64_001) }, 'VALIDATION_ERROR'],
    ['a description with U+0000', { description: '\u0000' }, 'VALIDATION_ERROR'],
    ['no points', { storyPoints: null }, undefined],
    ['0 points', { storyPoints: 0 }, undefined],
    ['100,000 points', { storyPoints: 100_000 }, undefined],
    ['100,001 points', { storyPoints: 100_001 }, 'VALIDATION_ERROR'],
    ['-1 points', { storyPoints: -1 }, 'VALIDATION_ERROR'],
    ['half a point', { storyPoints: 0.5 }, 'VALIDATION_ERROR'],
    ['NaN points', { storyPoints: NaN }, 'VALIDATION_ERROR'],
    ['no due date', { dueDate: null }, undefined],
    ['the first instant', { dueDate: new Date('0001-01-01T00:00:00.000Z') }, undefined],
    ['the instant before', { dueDate: new Date('0000-12-31T23:59:59.999Z') }, 'VALIDATION_ERROR'],
    ['the last instant', { dueDate: new Date('9999-12-31T23:59:59.999Z') }, undefined],
    ['the instant after', { dueDate: new Date('+010000-01-01T00:00:00.000Z') }, 'VALIDATION_ERROR'],
    ['no instant at all', { dueDate: new Date(NaN) }, 'VALIDATION_ERROR'],
  ];

  it.each(cases)('may or may not be %s, at the start and later', (_, values, refusal) => {
    expect(refusalOf(() => WorkItem.create({ ...facts, ...values }, ADA, NOW))).toBe(refusal);
    expect(
      refusalOf(() => {
        aWorkItem().update(values, ADA, NOW);
      }),
    ).toBe(refusal);
  });

  it.each([
    [{ title: '' }, { title: ['must have 1 to 500 characters'] }],
    [{ description: '\ud800' }, { description: ['must hold neither U+0000 nor an unpaired surrogate'] }],
    [{ storyPoints: -1 }, { storyPoints: ['must be an integer from 0 to 100000'] }],
    [{ dueDate: new Date(NaN) }, { dueDate: ['must lie in the years 0001 to 9999'] }],
  ])('name the member that is wrong: %j', (values, fieldErrors) => {
    expect(() => {
      aWorkItem().update(values, ADA, NOW);
    }).toThrow(expect.objectContaining({ more: { fieldErrors } }));
  });
});
