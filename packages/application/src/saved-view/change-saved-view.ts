import type { ExpectedRevision, SavedViewId } from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { readSqueakQL } from '../squeakql/read-query.js';
import type { SavedViewPorts } from './ports.js';
import type { ViewInput } from './save-view.js';
import type { SavedViewView } from './saved-view.views.js';
import { factsInPlace, visibleView } from './visible-view.js';

type Ports = Pick<MemberPorts, 'members'> & Pick<SavedViewPorts, 'savedViews'>;

/** The view to change, and its expected revision. */
export interface NamedSavedView {
  readonly id: SavedViewId;
  readonly expected: ExpectedRevision;
}

/** The command to change a view. An absent member stays. */
export interface ChangeSavedView extends NamedSavedView {
  readonly changes: { readonly [Member in keyof ViewInput]?: ViewInput[Member] | undefined };
}

/**
 * Changes a view that the actor can read; equal values change nothing. When it is shared no longer, the pins of everybody else end. Throws
 * `FORBIDDEN` unless the actor is the owner or an administrator; name and sharing are the owner's alone, because a name must be free among
 * the owner's views, private ones included. Throws `REVISION_CONFLICT`, and else as `saveView` does.
 */
export async function changeSavedView(
  tx: Ports & RequestClock & Pick<SavedViewPorts, 'savedViewViews'>,
  scope: OrganizationScope,
  { id, expected, changes: { project, ...changes } }: ChangeSavedView,
): Promise<SavedViewView> {
  if (changes.query !== undefined) readSqueakQL(changes.query, 'query');
  const view = await visibleView(tx, scope, id);
  const before = view.record;
  Access.requireUploader(scope, before.ownerId);
  if (changes.name !== undefined || changes.shared !== undefined) Access.requireAuthor(scope, before.ownerId);
  view.expect(expected);
  const stays = project === undefined;
  const facts = await (stays
    ? tx.savedViews.factsFor(scope, before.ownerId, null)
    : factsInPlace(tx, scope, before.ownerId, project));
  view.change({ ...changes, projectId: stays ? undefined : facts.projectId }, facts, await tx.instant());
  tx.savedViews.save(view);
  if (before.shared && changes.shared === false) tx.savedViews.unpinForOthers(view);
  return tx.savedViewViews.one(scope, id);
}

/** Deletes a view with all its pins. Throws `FORBIDDEN` unless the actor is the owner or an administrator, and `REVISION_CONFLICT`. */
export async function deleteSavedView(
  tx: Ports,
  scope: OrganizationScope,
  { id, expected }: NamedSavedView,
): Promise<void> {
  const view = await visibleView(tx, scope, id);
  Access.requireUploader(scope, view.record.ownerId);
  view.expect(expected);
  tx.savedViews.delete(view);
}
