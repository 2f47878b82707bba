import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import { reassigned } from './reassignment.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;
const BEA = 'bea' as UserId;

describe('A Work Item whose assignee has gone', () => {
  it.each([
    ['nobody, by an operator', { from: ADA, to: null, actor: null }],
    ['another member, by an administrator', { from: ADA, to: BEA, actor: 'cid' as UserId }],
  ])('is given to %s, as one revision and one event', (_, handover) => {
    const id = 'item' as WorkItemId;
    const place = { organizationId: 'organization' as OrganizationId, projectId: 'project' as ProjectId, id };
    const work = { status: 'todo', storyPoints: 3, sprintId: 'sprint' as SprintId } as const;
    const { from, to, actor } = handover;
    expect(reassigned({ ...place, ...work, revision: 6 }, handover, NOW)).toEqual({
      ...place,
      ...work,
      revision: 7,
      updatedAt: NOW,
      assigneeId: to,
      event: { workItemId: id, revision: 7, at: NOW, actor, change: { action: 'assigned', from, to } },
    });
  });
});
