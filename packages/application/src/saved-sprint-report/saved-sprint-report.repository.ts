import type {
  ChosenSprint,
  OrganizationId,
  SavedSprintReport,
  SavedSprintReportFacts,
  SavedSprintReportId,
  UserId,
} from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/**
 * The saved Sprint reports of one transaction. `lock` comes before everything else: changes of the saved reports and pins of a Project run
 * one after the other, so counts stay valid and nothing that was read goes stale.
 */
export interface SavedSprintReportRepository {
  /** Blocks other changes of the saved reports and pins of the Project until this transaction ends. Lock order: after the Project. */
  lock(scope: ProjectScope): void;
  /** Finds a report of the Project, also one that the caller cannot read. */
  find(scope: ProjectScope, id: SavedSprintReportId): Promise<SavedSprintReport | undefined>;
  /** Reads the facts about a report that the actor saves with this Sprint. */
  factsFor(scope: ProjectScope, sprint: ChosenSprint): Promise<SavedSprintReportFacts>;
  /** Registers a new report; the flush throws `CONFLICT` when the owner has another one with this name in the Project. */
  add(report: SavedSprintReport): void;
  /** Registers the change, if there is one. Throws at the flush as `add` does. */
  save(report: SavedSprintReport): void;
  /** Registers the deletion of a report with its pins. */
  delete(report: SavedSprintReport): void;
  /** Registers the end of all pins of a report but its owner's. */
  unpinForOthers(report: SavedSprintReport): void;
  /** Reads the actor's pins in the Project: their number, and whether this report is one of them. */
  pins(scope: ProjectScope, id: SavedSprintReportId): Promise<{ readonly count: number; readonly isPinned: boolean }>;
  /** Registers a pin of the actor. */
  pin(scope: ProjectScope, id: SavedSprintReportId, at: Date): void;
  /** Registers the end of a pin of the actor; without that pin it changes nothing. */
  unpin(scope: ProjectScope, id: SavedSprintReportId): void;
  /** Takes away all pins of a user in an Organization. */
  unpinAll(organization: OrganizationId, user: UserId): void;
  /**
   * Registers that an account leaves these Organizations: its pins and its private reports are deleted, and its shared reports stay
   * without an owner. Call it when the memberships of the account have ended: no report is saved or changed after that.
   */
  releaseOwner(owner: UserId, organizations: readonly OrganizationId[], at: Date): void;
}
