import type { SprintId, UserId } from '../index.js';
import { aSprint } from '../testing/fixtures.js';
import { carriedOver } from './carryover.js';

const NOW = new Date('2026-03-02T10:00:00.000Z');
const ACTOR = '10000000-0000-4000-8000-000000000003' as UserId;
const TARGET = '10000000-0000-4000-8000-000000000009' as SprintId;

describe('The unfinished Work Items of a completed Sprint', () => {
  it.each([
    ['the backlog', null],
    ['another Sprint', TARGET],
  ])('go to %s by one change for all of them', (_where, destination) => {
    const { id, organizationId, projectId } = aSprint().record;
    expect(carriedOver({ id, organizationId, projectId }, 3, destination, ACTOR, NOW)).toEqual({
      organizationId,
      projectId,
      from: id,
      to: destination,
      items: 3,
      at: NOW,
      actor: ACTOR,
      change: { action: 'sprint_changed', from: id, to: destination },
    });
  });
});
