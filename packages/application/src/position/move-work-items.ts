import { invalid, type WorkItemId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import { invariant } from '../shared/invariant.js';
import type { WorkItemReference } from '../work-item/work-item.repository.js';
import { BEFORE_ALL_POSITIONS, placeBetween, widerThan, type Placed } from './position.js';
import type { FoundAround, FoundPosition, PositionPorts, PositionView } from './positions.js';

/** The most Work Items of one move. */
export const MOST_MOVED = 100;

/** The command to move Work Items, as a block in this order. */
export interface MoveWorkItems {
  readonly workItems: readonly WorkItemReference[];
  readonly to: MoveTarget;
}

/** A place in the order of a Project: next to a Work Item, at its end (`before` nothing) or at its start (`after` nothing). */
export interface MoveTarget {
  readonly side: 'before' | 'after';
  readonly anchor: WorkItemReference | null;
}

/**
 * Moves Work Items within the manual order of their Project, and returns their positions. A move does not change a Work Item: no revision,
 * no `updatedAt` and no history, so no `If-Match` of v1 fails by it. Throws `VALIDATION_ERROR` on a Work Item that is not of the
 * Project, is deleted, or is named twice.
 */
export async function moveWorkItems(
  { positions }: PositionPorts,
  scope: ProjectScope,
  { workItems, to: { side, anchor } }: MoveWorkItems,
): Promise<readonly PositionView[]> {
  positions.hold(scope);
  const found = await positions.find(scope, anchor ? [...workItems, anchor] : workItems);
  const block = workItems.map((_, index) => existing(found[index], `workItems[${index}]`));
  const ids = block.map(({ id }) => id);
  ids.forEach((id, index) => {
    if (ids.indexOf(id) < index) invalid(`workItems[${index}]`, 'must not be named twice');
  });
  const next = anchor && existing(found.at(-1), side);
  if (next && ids.includes(next.id)) invalid(side, 'must not be one of workItems');

  const { around, placed } = await placesAt(positions, scope, startOf(side, next), ids);
  const places = new Map([
    ...pairsOf(around.idsBefore, placed.before),
    ...pairsOf(ids, placed.block),
    ...pairsOf(around.idsAfter, placed.after),
  ]);
  positions.save(scope, places);
  return block.map(({ id, key }) => ({
    id,
    key,
    position: invariant(places.get(id), 'A moved Work Item has no position.'),
  }));
}

/** The first of these Work Items, each with its position. */
function pairsOf(ids: readonly WorkItemId[], positions: readonly number[]): [WorkItemId, number][] {
  return positions.map((position, at) => [invariant(ids[at], 'A position has no Work Item.'), position]);
}

function existing(found: FoundPosition | undefined, member: string): FoundPosition {
  return found && !found.isDeleted ? found : invalid(member, 'must be a Work Item of this Project');
}

/** The position that parts those before the place from those after it. */
function startOf(side: MoveTarget['side'], anchor: PositionView | null): number {
  if (anchor) return side === 'before' ? anchor.position : anchor.position + 1;
  return side === 'before' ? Number.MAX_SAFE_INTEGER : BEFORE_ALL_POSITIONS;
}

/** Finds places for the block, and looks further around where neighbors must make room. */
async function placesAt(
  positions: PositionPorts['positions'],
  scope: ProjectScope,
  at: number,
  ids: readonly WorkItemId[],
): Promise<{ readonly around: FoundAround; readonly placed: Placed }> {
  for (let width = 0; ; width = widerThan(width)) {
    const around = await positions.around(scope, at, ids, width + 1);
    const placed = placeBetween(around, ids.length, width);
    if (placed) return { around, placed };
  }
}
