import { carriedOver, type SprintId, type UserId } from '../index.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const ACTOR = '10000000-0000-4000-8000-000000000003' as UserId;
const SPRINT = '10000000-0000-4000-8000-000000000004' as SprintId;
const TARGET = '10000000-0000-4000-8000-000000000009' as SprintId;

describe('The unfinished Work Items of a Sprint that is completed', () => {
  it.each([
    ['the backlog', null],
    ['another Sprint', TARGET],
  ])('go to %s by one change that is the same for each', (_where, destination) => {
    expect(carriedOver(SPRINT, destination, ACTOR, NOW)).toEqual({
      from: SPRINT,
      to: destination,
      at: NOW,
      actor: ACTOR,
      change: { action: 'sprint_changed', from: SPRINT, to: destination },
    });
  });
});
