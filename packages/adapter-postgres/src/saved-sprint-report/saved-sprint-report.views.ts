import {
  MOST_PINS_LISTED,
  SavedSprintReportViews,
  refuse,
  type PinnedSprintReportView,
  type ProjectScope,
  type SavedSprintReportView,
} from '@worktrack/application';
import type {
  MovingSprint,
  OrganizationId,
  ProjectKey,
  PublicUserId,
  SavedSprintReportId,
  Slug,
  SprintId,
  SprintState,
  UserId,
} from '@worktrack/domain';
import { comparing, rowsByOrganization } from '../engine/keyset.js';
import { type ReaderOfSeveral, viewStatement } from '../engine/statement.js';
import { chosenSprint } from './saved-sprint-report.table.js';

const COLUMNS = `report.id, report.name, report.sprint, report.sprint_id as "sprintId", report.settings, report.shared,
    report.revision, report.created_at as "createdAt", report.updated_at as "updatedAt",
    owner.public_id as "ownerPublicId", owner.name as "ownerName", pin.pinned_at is not null as pinned,
    current.id as "currentId", current.name as "currentName", current.state as "currentState"`;

/** A report with its owner and its Sprint of the moment. A Project has one active Sprint at most. */
const JOINS = `
  left join users owner on owner.id = report.owner_id
  left join sprints current on current.organization_id = $1 and current.project_id = report.project_id
    and current.id = case report.sprint
      when 'one' then report.sprint_id
      when 'active' then (
        select id from sprints
        where organization_id = $1 and project_id = report.project_id and state = 'active'
      )
      else (
        select sprint_id from sprint_summaries
        where organization_id = $1 and project_id = report.project_id
        order by completed_at desc, sprint_id desc limit 1
      )
    end`;

/** The reports that the viewer `$3` can read. */
const SELECT = `select ${COLUMNS} from saved_sprint_reports report
  left join saved_sprint_report_pins pin on pin.organization_id = $1 and pin.report_id = report.id
    and pin.user_id = $3 ${JOINS}
  where report.organization_id = $1 and report.project_id = $2 and (report.shared or report.owner_id = $3)`;

const SELECT_ONE = viewStatement('saved-report-view.one', `${SELECT} and report.id = $4`);

const SELECT_ALL = viewStatement(
  'saved-report-view.list',
  `${SELECT} order by pin.pinned_at nulls last, report.folded_name, report.id`,
);

const SELECT_PINNED = viewStatement(
  'saved-report-view.pinned',
  `select organization.slug as "organizationSlug", organization.name as "organizationName",
     project.key as "projectKey", project.name as "projectName", pin.pinned_at as "pinnedAt", ${COLUMNS}
   from saved_sprint_report_pins pin
   join saved_sprint_reports report on report.organization_id = $1 and report.id = pin.report_id
   join projects project on project.organization_id = $1 and project.id = report.project_id
   join organizations organization on organization.id = $1 ${JOINS}
   where pin.organization_id = $1 and pin.user_id = $2 and (report.shared or report.owner_id = $2)
   order by pin.pinned_at, report.id limit ${MOST_PINS_LISTED}`,
);

interface SavedSprintReportViewRow extends Omit<SavedSprintReportView, 'currentSprint' | 'owner' | 'sprint'> {
  readonly sprint: 'one' | MovingSprint;
  readonly sprintId: SprintId | null;
  readonly ownerPublicId: PublicUserId | null;
  readonly ownerName: string | null;
  readonly currentId: SprintId | null;
  readonly currentName: string | null;
  readonly currentState: SprintState | null;
}

interface PinnedRow extends SavedSprintReportViewRow {
  readonly pinnedAt: string;
  readonly organizationSlug: Slug;
  readonly organizationName: string;
  readonly projectKey: ProjectKey;
  readonly projectName: string;
}

/** The order of `SELECT_PINNED`. */
const FIRST_PINNED_FIRST = comparing<PinnedRow>({ of: 'pinnedAt', descending: false }, { of: 'id', descending: false });

export class PostgresSavedSprintReportViews extends SavedSprintReportViews {
  constructor(private readonly reader: ReaderOfSeveral) {
    super();
  }

  async one(
    { organizationId, projectId, actorId }: ProjectScope,
    id: SavedSprintReportId,
  ): Promise<SavedSprintReportView> {
    const values = [organizationId, projectId, actorId, id];
    const [row] = await this.reader.rows<SavedSprintReportViewRow>(SELECT_ONE, values);
    return row ? viewOf(row) : refuse('NOT_FOUND');
  }

  async list({ organizationId, projectId, actorId }: ProjectScope): Promise<readonly SavedSprintReportView[]> {
    const rows = await this.reader.rows<SavedSprintReportViewRow>(SELECT_ALL, [organizationId, projectId, actorId]);
    return rows.map(viewOf);
  }

  async pinned(viewer: UserId, organizations: readonly OrganizationId[]): Promise<readonly PinnedSprintReportView[]> {
    const statements = organizations.map((organization) => ({
      statement: SELECT_PINNED,
      values: [organization, viewer],
    }));
    const rows = await rowsByOrganization(this.reader, statements, FIRST_PINNED_FIRST, MOST_PINS_LISTED);
    return rows.map(
      ({ organizationSlug, organizationName, projectKey, projectName, pinnedAt: _pinnedAt, ...report }) => ({
        organization: { slug: organizationSlug, name: organizationName },
        project: { key: projectKey, name: projectName },
        report: viewOf(report),
      }),
    );
  }
}

function viewOf({
  sprint,
  sprintId,
  ownerPublicId,
  ownerName,
  currentId,
  currentName,
  currentState,
  ...row
}: SavedSprintReportViewRow): SavedSprintReportView {
  const { id, name, settings, shared, pinned, revision, createdAt, updatedAt } = row;
  const hasCurrent = currentId !== null && currentName !== null && currentState !== null;
  return {
    id,
    name,
    sprint: chosenSprint(sprint, sprintId),
    currentSprint: hasCurrent ? { id: currentId, name: currentName, state: currentState } : null,
    settings,
    shared,
    owner: ownerPublicId !== null && ownerName !== null ? { publicId: ownerPublicId, name: ownerName } : null,
    pinned,
    revision,
    createdAt,
    updatedAt,
  };
}
