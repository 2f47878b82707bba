import type { OrganizationId, ProjectId, UserId, WorkItemId } from '../identity/ids.js';
import { deletedAlong } from './deletion.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('A Work Item below one that is deleted', () => {
  it('goes along, as one revision and one event', () => {
    const id = 'item' as WorkItemId;
    const place = { organizationId: 'organization' as OrganizationId, projectId: 'project' as ProjectId, id };
    expect(deletedAlong({ ...place, revision: 6 }, ADA, NOW)).toEqual({
      ...place,
      revision: 7,
      deletedAt: NOW,
      updatedAt: NOW,
      event: { workItemId: id, revision: 7, at: NOW, actor: ADA, change: { action: 'work_item_deleted' } },
    });
  });
});
