import {
  fold,
  type OrganizationId,
  type SavedViewId,
  type SavedViewRecord,
  type UserId,
  type ViewColumn,
} from '@worktrack/domain';
import { revisedTableOf, tableOf } from '../engine/table.js';

/** A stored view. `foldedName` is the name for comparisons. */
export interface SavedViewRow extends Omit<SavedViewRecord, 'columns'> {
  readonly foldedName: string;
  readonly columns: ViewColumn[];
}

export const SavedViewTable = revisedTableOf<SavedViewRow>('SavedView', 'saved_views', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', nullable: true },
  ownerId: { type: 'uuid', nullable: true, update: false },
  name: { type: 'text' },
  foldedName: { type: 'text' },
  query: { type: 'text' },
  layout: { type: 'text' },
  groupBy: { type: 'text', nullable: true },
  columns: { type: 'text', array: true },
  shared: { type: 'boolean' },
  revision: { type: 'integer' },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  updatedAt: { type: 'timestamptz', precision: 3 },
});

/** A pin of a viewer. */
export interface SavedViewPin {
  readonly organizationId: OrganizationId;
  readonly viewId: SavedViewId;
  readonly userId: UserId;
  readonly pinnedAt: Date;
}

export const SavedViewPinTable = tableOf<SavedViewPin>('SavedViewPin', 'saved_view_pins', {
  organizationId: { type: 'uuid', primary: true },
  viewId: { type: 'uuid', primary: true },
  userId: { type: 'uuid', primary: true },
  pinnedAt: { type: 'timestamptz', precision: 3 },
});

export const rowOf = (record: SavedViewRecord): SavedViewRow => ({
  ...record,
  foldedName: fold(record.name),
  columns: [...record.columns],
});

export const recordOf = ({ foldedName: _foldedName, ...record }: SavedViewRow): SavedViewRecord => record;
