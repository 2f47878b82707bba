import type { ProjectId, ProjectKey, SavedViewId, ViewColumn, ViewGrouping, ViewLayout } from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';
import type { PublicUserSummaryView } from '../work-item/work-item.views.js';

/** The Project of a view. */
export interface ProjectOfView {
  readonly id: ProjectId;
  readonly key: ProjectKey;
  readonly name: string;
}

/** A saved view as one viewer sees it. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface SavedViewView {
  readonly id: SavedViewId;
  readonly name: string;
  /** `null`: the whole Organization. */
  readonly project: ProjectOfView | null;
  readonly query: string;
  readonly layout: ViewLayout;
  readonly groupBy: ViewGrouping | null;
  readonly columns: readonly ViewColumn[];
  readonly shared: boolean;
  /** `null` when the account of the owner was removed. */
  readonly owner: PublicUserSummaryView | null;
  /** True when the viewer has pinned the view. */
  readonly pinned: boolean;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The views that are listed, and the page of them. */
export interface ListSavedViews extends PageRequest {
  /** True: only those that the viewer has pinned. */
  readonly pinned: boolean;
}

/**
 * Saved views as a viewer reads them: the shared ones and the viewer's own, but none of a Project that the viewer does not see. A credential
 * that is limited to some Projects sees the views of these Projects only: a query on the whole Organization can name the others.
 */
export abstract class SavedViewViews {
  /** Throws `NOT_FOUND` when the Organization has no such view that the viewer can read. */
  abstract one(scope: OrganizationScope, id: SavedViewId): Promise<SavedViewView>;
  /** Lists the views by name. Throws `INVALID_CURSOR`. */
  abstract list(scope: OrganizationScope, request: ListSavedViews): Promise<Page<SavedViewView>>;
}
