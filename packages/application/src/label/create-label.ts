import { randomUUID } from 'node:crypto';
import { assertRoomForLabel, type LabelId, type LabelRecord } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import type { ProjectLabelView } from './label.views.js';
import type { LabelPorts } from './ports.js';

/** The command to create a label. */
export type CreateLabel = Pick<LabelRecord, 'name' | 'color'>;

/**
 * Creates a label. Needs the administrator's role; the Project can be archived. Throws `CONFLICT` when the Project has
 * `MOST_LABELS.inProject` labels, or the name is taken.
 */
export async function createLabel(
  tx: RequestClock & LabelPorts,
  scope: ProjectScope,
  { name, color }: CreateLabel,
): Promise<ProjectLabelView> {
  scope.require('admin');
  const { organizationId, projectId } = scope;
  assertRoomForLabel(await tx.labels.countToAdd(scope));
  const id = randomUUID() as LabelId;
  tx.labels.add({ id, organizationId, projectId, name, color, createdAt: await tx.instant(), revision: 1 });
  return tx.labelViews.one(scope, id);
}
