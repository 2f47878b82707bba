import type { ProjectScope, SavedSprintReportRepository } from '@worktrack/application';
import {
  MOST_SAVED_SPRINT_REPORTS,
  SavedSprintReport,
  type ChosenSprint,
  type OrganizationId,
  type SavedSprintReportFacts,
  type SavedSprintReportId,
  type UserId,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { Locks } from '../recording/locks.js';
import {
  SavedSprintReportPinTable,
  SavedSprintReportTable,
  recordOf,
  rowOf,
  type SavedSprintReportRow,
} from './saved-sprint-report.table.js';

/** A separate statement: what follows must be read in a snapshot that is later than the lock. */
const LOCK = statement(
  'saved-report.lock-project',
  `select pg_advisory_xact_lock(hashtextextended('saved reports of project:' || $1::text || ':' || $2::text, 0))`,
);

const FIND = statement(
  'saved-report.find',
  `select ${SavedSprintReportTable.columns} from saved_sprint_reports
   where organization_id = $1 and project_id = $2 and id = $3`,
);

const FACTS = statement(
  'saved-report.facts',
  `select (
     select count(*)::integer from (
       select from saved_sprint_reports where organization_id = $1 and project_id = $2 and owner_id = $3
       limit ${MOST_SAVED_SPRINT_REPORTS.ofOwner}
     ) own
   ) as "ofOwner", (
     select count(*)::integer from (
       select from saved_sprint_reports where organization_id = $1 and project_id = $2 and shared
       limit ${MOST_SAVED_SPRINT_REPORTS.shared}
     ) common
   ) as shared,
   $4 in ('active', 'last-completed')
     or exists (select from sprints where organization_id = $1 and project_id = $2 and id::text = $4)
     as "isSprintOfProject"`,
);

const DELETE = statement(
  'saved-report.delete',
  `delete from saved_sprint_reports where organization_id = $1 and id = $2`,
);

const UNPIN_FOR_OTHERS = statement(
  'saved-report.unpin-for-others',
  `delete from saved_sprint_report_pins where organization_id = $1 and report_id = $2 and user_id is distinct from $3`,
);

const PINS = statement(
  'saved-report.pins',
  `select count(*)::integer as count, coalesce(bool_or(report.id = $4), false) as "isPinned"
   from saved_sprint_report_pins pin
   join saved_sprint_reports report on report.organization_id = $1 and report.id = pin.report_id
   where pin.organization_id = $1 and pin.user_id = $2 and report.project_id = $3`,
);

const PIN = SavedSprintReportPinTable.insertAs('saved-report.pin');

const UNPIN = statement(
  'saved-report.unpin',
  `delete from saved_sprint_report_pins where organization_id = $1 and report_id = $2 and user_id = $3`,
);

const DELETE_PINS = statement(
  'saved-report.delete-pins',
  `delete from saved_sprint_report_pins where organization_id = $1 and user_id = $2`,
);

const DELETE_PRIVATE = statement(
  'saved-report.delete-private',
  `delete from saved_sprint_reports where organization_id = $1 and owner_id = $2 and not shared`,
);

/** A client that has read the report with its owner must not change it unseen: the revision counts this change too. */
const CLEAR_OWNER = statement(
  'saved-report.clear-owner',
  `update saved_sprint_reports set owner_id = null, revision = revision + 1, updated_at = $3
   where organization_id = $1 and owner_id = $2`,
);

export class PostgresSavedSprintReportRepository implements SavedSprintReportRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
  ) {}

  lock({ organizationId, projectId }: ProjectScope): void {
    this.locks.takeWithNext(LOCK, [organizationId, projectId]);
  }

  async find(
    { organizationId, projectId }: ProjectScope,
    id: SavedSprintReportId,
  ): Promise<SavedSprintReport | undefined> {
    const [row] = await this.transaction.rows<SavedSprintReportRow>(FIND, [organizationId, projectId, id]);
    return row && SavedSprintReport.restore(recordOf(row));
  }

  async factsFor(
    { organizationId, projectId, actorId }: ProjectScope,
    sprint: ChosenSprint,
  ): Promise<SavedSprintReportFacts> {
    const values = [organizationId, projectId, actorId, sprint];
    const [facts] = await this.locks.takeLast<SavedSprintReportFacts>(organizationId, FACTS, values);
    if (!facts) throw new Error('The saved reports of the Project were not counted.');
    return facts;
  }

  add({ record }: SavedSprintReport): void {
    this.transaction.write(SavedSprintReportTable.insert, SavedSprintReportTable.insertValues(rowOf(record)));
  }

  save(report: SavedSprintReport): void {
    if (!report.hasChanged) return;
    this.transaction.writeRevised(SavedSprintReportTable, rowOf(report.record), report.loadedRevision);
  }

  delete({ record: { organizationId, id } }: SavedSprintReport): void {
    this.transaction.write(DELETE, [organizationId, id]);
  }

  unpinForOthers({ record: { organizationId, id, ownerId } }: SavedSprintReport): void {
    this.transaction.write(UNPIN_FOR_OTHERS, [organizationId, id, ownerId]);
  }

  async pins(
    { organizationId, projectId, actorId }: ProjectScope,
    id: SavedSprintReportId,
  ): Promise<{ readonly count: number; readonly isPinned: boolean }> {
    const values = [organizationId, actorId, projectId, id];
    const [pins] = await this.locks.takeLast<{ count: number; isPinned: boolean }>(organizationId, PINS, values);
    if (!pins) throw new Error('The pins of the actor were not counted.');
    return pins;
  }

  pin({ organizationId, actorId }: ProjectScope, reportId: SavedSprintReportId, pinnedAt: Date): void {
    this.transaction.write(
      PIN,
      SavedSprintReportPinTable.insertValues({ organizationId, reportId, userId: actorId, pinnedAt }),
    );
  }

  unpin({ organizationId, actorId }: ProjectScope, id: SavedSprintReportId): void {
    this.transaction.write(UNPIN, [organizationId, id, actorId]);
  }

  unpinAll(organization: OrganizationId, user: UserId): void {
    this.transaction.write(DELETE_PINS, [organization, user]);
  }

  releaseOwner(owner: UserId, organizations: readonly OrganizationId[], at: Date): void {
    for (const organization of organizations) {
      this.transaction.write(DELETE_PINS, [organization, owner]);
      this.transaction.write(DELETE_PRIVATE, [organization, owner]);
      this.transaction.write(CLEAR_OWNER, [organization, owner, at]);
    }
  }
}
