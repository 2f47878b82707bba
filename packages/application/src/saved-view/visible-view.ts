import {
  invalid,
  type ProjectId,
  type ProjectKey,
  type SavedView,
  type SavedViewId,
  type UserId,
} from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import { refuse } from '../shared/refusals.js';
import type { SavedViewPorts } from './ports.js';
import type { FactsForView } from './saved-view.repository.js';

type Ports = Pick<MemberPorts, 'members'> & Pick<SavedViewPorts, 'savedViews'>;

/**
 * Locks the views of the Organization. Before that it holds the membership of the actor: the account cannot be removed meanwhile, which
 * would leave a private view that nobody can read. Throws `NOT_FOUND` when the membership has ended.
 */
export async function lockViews(tx: Ports, scope: OrganizationScope): Promise<void> {
  const member = await tx.members.find(scope.organizationId, { kind: 'id', id: scope.actorId });
  if (!member?.active) refuse('NOT_FOUND');
  tx.savedViews.lock(scope);
}

/** Locks the views of the Organization and finds one that the actor can read. Throws `NOT_FOUND`. */
export async function visibleView(tx: Ports, scope: OrganizationScope, id: SavedViewId): Promise<SavedView> {
  await lockViews(tx, scope);
  const view = await tx.savedViews.find(scope, id);
  return view?.isVisibleTo(scope.actorId) && seesPlace(scope, view.record.projectId) ? view : refuse('NOT_FOUND');
}

/** Reads the facts about a view of this owner in this Project. Throws `VALIDATION_ERROR` on `project` for one that the actor does not see. */
export async function factsInPlace(
  tx: Ports,
  scope: OrganizationScope,
  owner: UserId | null,
  project: ProjectKey | null,
): Promise<FactsForView> {
  const facts = await tx.savedViews.factsFor(scope, owner, project);
  const isKnown = project === null || facts.projectId !== null;
  if (!isKnown || !seesPlace(scope, facts.projectId))
    invalid('project', 'must be the key of a Project that you can see');
  return facts;
}

/** True when the actor sees the Project; the whole Organization, `null`, is seen by whoever sees all of its Projects. */
const seesPlace = (scope: OrganizationScope, project: ProjectId | null): boolean =>
  project === null ? scope.onlyProjects === undefined : Access.sees(scope, project);
