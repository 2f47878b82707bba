import type { ExpectedRevision, Label, LabelChanges, LabelId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import { refuse } from '../shared/refusals.js';
import type { RevisedLabelView } from './label.views.js';
import type { LabelPorts } from './ports.js';

/** The label to change or delete, and its expected revision. */
export interface NamedLabel {
  readonly id: LabelId;
  readonly expected: ExpectedRevision;
}

/** The command to change a label. */
export interface ChangeLabel extends NamedLabel {
  readonly changes: LabelChanges;
}

/**
 * Renames or recolours a label; equal values change nothing. Needs the administrator's role; the Project can be archived. Throws
 * `NOT_FOUND`, `REVISION_CONFLICT`, and `CONFLICT` when the name is taken.
 */
export async function changeLabel(
  tx: LabelPorts,
  scope: ProjectScope,
  { changes, ...named }: ChangeLabel,
): Promise<RevisedLabelView> {
  const label = await lockedLabel(tx, scope, named);
  label.change(changes);
  tx.labels.save(label);
  return tx.labelViews.revised(scope, named.id);
}

/**
 * Deletes a label. Needs the administrator's role. Throws `NOT_FOUND`, `REVISION_CONFLICT`, and `CONFLICT` when the label is or was on a
 * Work Item.
 */
export async function deleteLabel(
  tx: Pick<LabelPorts, 'labels'>,
  scope: ProjectScope,
  named: NamedLabel,
): Promise<void> {
  const label = await lockedLabel(tx, scope, named);
  label.assertCanBeDeleted(await tx.labels.wasAttached(label));
  tx.labels.delete(label);
}

async function lockedLabel(
  tx: Pick<LabelPorts, 'labels'>,
  scope: ProjectScope,
  { id, expected }: NamedLabel,
): Promise<Label> {
  scope.require('admin');
  const label = (await tx.labels.findToChange(scope, id)) ?? refuse('NOT_FOUND');
  label.expect(expected);
  return label;
}
