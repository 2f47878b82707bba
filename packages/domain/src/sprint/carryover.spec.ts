import { carriedOver, type SprintId, type UserId } from '../index.js';
import { aWorkItem } from '../testing/fixtures.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const ACTOR = '10000000-0000-4000-8000-000000000003' as UserId;
const SPRINT = '10000000-0000-4000-8000-000000000004' as SprintId;
const TARGET = '10000000-0000-4000-8000-000000000009' as SprintId;

describe('An unfinished Work Item of a Sprint that is completed', () => {
  const { organizationId, projectId, id, status, storyPoints } = aWorkItem({ status: 'todo', storyPoints: 3 }).record;
  const item = { organizationId, projectId, id, status, storyPoints, revision: 7, sprintId: SPRINT };

  it.each([
    ['the backlog', null],
    ['another Sprint', TARGET],
  ])('goes to %s as one revision with one event, its status and points kept', (_where, destination) => {
    expect(carriedOver(item, destination, ACTOR, NOW)).toEqual({
      ...item,
      revision: 8,
      sprintId: destination,
      updatedAt: NOW,
      event: {
        workItemId: id,
        revision: 8,
        at: NOW,
        actor: ACTOR,
        change: { action: 'sprint_changed', from: SPRINT, to: destination },
      },
    });
  });
});
