import { assertRoomForViewPin, type SavedViewId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import type { SavedViewPorts } from './ports.js';
import { visibleView } from './visible-view.js';

type Ports = Pick<MemberPorts, 'members'> & Pick<SavedViewPorts, 'savedViews'>;

/** The view to pin or unpin. */
export interface PinView {
  readonly id: SavedViewId;
}

/**
 * Pins a view for the actor; a repeat changes nothing and keeps the place of the pin. Throws `NOT_FOUND`, and `LIMIT_REACHED` when the actor
 * has pinned `MOST_SAVED_VIEWS.pins` views of the Organization.
 */
export async function pinView(tx: Ports & RequestClock, scope: OrganizationScope, { id }: PinView): Promise<void> {
  await visibleView(tx, scope, id);
  const { count, isPinned } = await tx.savedViews.pins(scope, id);
  if (isPinned) return;
  assertRoomForViewPin(count);
  tx.savedViews.pin(scope, id, await tx.instant());
}

/** Ends the actor's pin of a view; a repeat changes nothing. Throws `NOT_FOUND`. */
export async function unpinView(tx: Ports, scope: OrganizationScope, { id }: PinView): Promise<void> {
  await visibleView(tx, scope, id);
  tx.savedViews.unpin(scope, id);
}
