import type { UserId } from '../identity/ids.js';
import { deletedAlong } from './deletion.js';

const NOW = new Date('2026-05-04T10:00:00.000Z');
const ADA = 'ada' as UserId;

describe('The Work Items below one that is deleted', () => {
  it('go along by one change that is the same for each', () => {
    expect(deletedAlong(ADA, NOW)).toEqual({ at: NOW, actor: ADA, change: { action: 'work_item_deleted' } });
  });
});
