import { randomUUID } from 'node:crypto';
import { SavedView, type ProjectKey, type SavedViewContent, type SavedViewId } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { readSqueakQL } from '../squeakql/read-query.js';
import type { SavedViewPorts } from './ports.js';
import type { SavedViewView } from './saved-view.views.js';
import { factsInPlace, lockViews } from './visible-view.js';

/** The members of a view, with the Project by its key; `null`: the whole Organization. */
export type ViewInput = Omit<SavedViewContent, 'projectId'> & { readonly project: ProjectKey | null };

/**
 * Saves a query as a view of the actor, who needs no role. Throws `VALIDATION_ERROR` on `query`, `project`, `name` or `columns`, `CONFLICT`
 * when the actor has another view with this name, and `LIMIT_REACHED`.
 */
export async function saveView(
  tx: RequestClock & Pick<MemberPorts, 'members'> & SavedViewPorts,
  scope: OrganizationScope,
  { project, ...content }: ViewInput,
): Promise<SavedViewView> {
  readSqueakQL(content.query, 'query');
  await lockViews(tx, scope);
  const { organizationId, actorId: ownerId } = scope;
  const facts = await factsInPlace(tx, scope, ownerId, project);
  const id = randomUUID() as SavedViewId;
  const view = { ...content, id, organizationId, projectId: facts.projectId, ownerId };
  tx.savedViews.add(SavedView.create(view, facts, await tx.instant()));
  return tx.savedViewViews.one(scope, id);
}
