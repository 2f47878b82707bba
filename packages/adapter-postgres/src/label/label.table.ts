import { LabelName, type LabelRecord } from '@worktrack/domain';
import { revisedTableOf } from '../engine/table.js';

/** A stored label. `foldedName` is the name for comparisons. */
type LabelRow = LabelRecord & { readonly foldedName: string };

export const LabelTable = revisedTableOf<LabelRow>('Label', 'labels', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  projectId: { type: 'uuid', update: false },
  name: { type: 'text' },
  foldedName: { type: 'text', select: false },
  color: { type: 'text' },
  createdAt: { type: 'timestamptz', precision: 3, update: false },
  revision: { type: 'integer' },
});

export function rowOf(label: LabelRecord): LabelRow {
  return { ...label, foldedName: LabelName.fold(label.name) };
}
