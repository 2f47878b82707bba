import type { OrganizationId, ProjectId, SprintId, UserId, WorkItemId } from '../identity/ids.js';
import { deletedAlong } from './deletion.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('A Work Item below one that is deleted', () => {
  it('goes along, as one revision and one event', () => {
    const id = 'item' as WorkItemId;
    const place = { organizationId: 'organization' as OrganizationId, projectId: 'project' as ProjectId, id };
    const work = { status: 'todo', storyPoints: 3, sprintId: 'sprint' as SprintId } as const;
    expect(deletedAlong({ ...place, ...work, revision: 6 }, ADA, NOW)).toEqual({
      ...place,
      ...work,
      revision: 7,
      deletedAt: NOW,
      updatedAt: NOW,
      event: { workItemId: id, revision: 7, at: NOW, actor: ADA, change: { action: 'work_item_deleted' } },
    });
  });
});
