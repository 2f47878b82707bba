import type {
  ChosenSprint,
  OrganizationId,
  ProjectKey,
  SavedSprintReportId,
  Slug,
  SprintReportSettings,
  UserId,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { PublicUserSummaryView, SprintSummaryView } from '../work-item/work-item.views.js';

/** The maximum number of pins that `pinned` returns. */
export const MOST_PINS_LISTED = 100;

/** A saved Sprint report as one viewer sees it. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface SavedSprintReportView {
  readonly id: SavedSprintReportId;
  readonly name: string;
  readonly sprint: ChosenSprint;
  /** The Sprint that the report shows now; `null` when no Sprint is active, or none was completed. */
  readonly currentSprint: SprintSummaryView | null;
  readonly settings: SprintReportSettings;
  readonly shared: boolean;
  /** `null` when the account of the owner was removed. */
  readonly owner: PublicUserSummaryView | null;
  /** True when the viewer has pinned the report. */
  readonly pinned: boolean;
  readonly revision: number;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A pinned report outside of its Project. */
export interface PinnedSprintReportView {
  readonly organization: { readonly slug: Slug; readonly name: string };
  readonly project: { readonly key: ProjectKey; readonly name: string };
  readonly report: SavedSprintReportView;
}

/** The views of saved Sprint reports. They show a viewer the shared reports and the viewer's own. */
export abstract class SavedSprintReportViews {
  /** Throws `NOT_FOUND` when the Project has no such report, or it is another user's and private. */
  abstract one(scope: ProjectScope, id: SavedSprintReportId): Promise<SavedSprintReportView>;
  /**
   * Lists all reports of the Project that the viewer can read: first the pinned ones in the order in which they were pinned, then the
   * others by name. `MOST_SAVED_SPRINT_REPORTS` bounds the list.
   */
  abstract list(scope: ProjectScope): Promise<readonly SavedSprintReportView[]>;
  /** Lists the pinned reports of a viewer in these Organizations, the oldest pin first, at most `MOST_PINS_LISTED`. */
  abstract pinned(viewer: UserId, organizations: readonly OrganizationId[]): Promise<readonly PinnedSprintReportView[]>;
}
