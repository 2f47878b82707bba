import type { WorkItemId } from '../identity/ids.js';
import type { WorkItemRecord } from '../work-item/record.js';

/** The members of a Work Item that a row shows, but no figure and no order of a report needs. */
export type WorkItemFace = Pick<WorkItemRecord, 'projectKey' | 'number' | 'title' | 'type' | 'priority'>;

/** Returns the face of a Work Item; `undefined` when it was not read, because its row is not shown. */
export type FaceOf = (id: WorkItemId) => WorkItemFace | undefined;

/** Returns the face of the item of a row that is shown. Throws `RangeError` when it was not read. */
export function shownFace(faceOf: FaceOf, id: WorkItemId): WorkItemFace {
  const face = faceOf(id);
  if (!face) throw new RangeError(`The Work Item ${id} was not read.`);
  return face;
}
