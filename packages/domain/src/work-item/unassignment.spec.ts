import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import { unassigned } from './unassignment.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('A Work Item whose assignee has gone', () => {
  it('is unassigned by nobody, as one revision and one event', () => {
    const id = 'item' as WorkItemId;
    const place = { organizationId: 'organization' as OrganizationId, projectId: 'project' as ProjectId, id };
    const work = { status: 'todo', storyPoints: 3, sprintId: 'sprint' as SprintId } as const;
    expect(unassigned({ ...place, ...work, revision: 6 }, ADA, NOW)).toEqual({
      ...place,
      ...work,
      revision: 7,
      updatedAt: NOW,
      event: { workItemId: id, revision: 7, at: NOW, actor: null, change: { action: 'assigned', from: ADA, to: null } },
    });
  });
});
