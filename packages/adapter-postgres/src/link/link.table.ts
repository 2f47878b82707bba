import type { LinkRecord } from '@worktrack/domain';
import { tableOf } from '../engine/table.js';

/** A row is a `LinkRecord`. */
export const LinkTable = tableOf<LinkRecord>('WorkItemLink', 'work_item_links', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  relation: { type: 'text' },
  sourceProjectId: { type: 'uuid' },
  sourceId: { type: 'uuid' },
  targetProjectId: { type: 'uuid' },
  targetId: { type: 'uuid' },
  createdBy: { type: 'uuid' },
  createdAt: { type: 'timestamptz', precision: 3 },
  deletedAt: { type: 'timestamptz', precision: 3, nullable: true },
});
