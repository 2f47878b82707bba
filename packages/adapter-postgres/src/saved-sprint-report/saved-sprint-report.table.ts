import {
  fold,
  isMovingSprint,
  type ChosenSprint,
  type MovingSprint,
  type OrganizationId,
  type SavedSprintReportId,
  type SavedSprintReportRecord,
  type SprintId,
  type UserId,
} from '@worktrack/domain';
import { JSON_TEXT, revisedTableOf, tableOf } from '../engine/table.js';

/** A stored saved report. `sprint` is `one` when `sprintId` names the Sprint. `foldedName` is the name for comparisons. */
export interface SavedSprintReportRow extends Omit<SavedSprintReportRecord, 'sprint'> {
  readonly foldedName: string;
  readonly sprint: 'one' | MovingSprint;
  readonly sprintId: SprintId | null;
}

export const SavedSprintReportTable = revisedTableOf<SavedSprintReportRow>(
  'SavedSprintReport',
  'saved_sprint_reports',
  {
    organizationId: { type: 'uuid', primary: true },
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', update: false },
    ownerId: { type: 'uuid', nullable: true, update: false },
    name: { type: 'text' },
    foldedName: { type: 'text' },
    sprint: { type: 'text' },
    sprintId: { type: 'uuid', nullable: true },
    settings: { type: 'jsonb', transformer: JSON_TEXT },
    shared: { type: 'boolean' },
    revision: { type: 'integer' },
    createdAt: { type: 'timestamptz', precision: 3, update: false },
    updatedAt: { type: 'timestamptz', precision: 3 },
  },
);

/** A pin of a viewer. */
export interface SavedSprintReportPin {
  readonly organizationId: OrganizationId;
  readonly reportId: SavedSprintReportId;
  readonly userId: UserId;
  readonly pinnedAt: Date;
}

export const SavedSprintReportPinTable = tableOf<SavedSprintReportPin>(
  'SavedSprintReportPin',
  'saved_sprint_report_pins',
  {
    organizationId: { type: 'uuid', primary: true },
    reportId: { type: 'uuid', primary: true },
    userId: { type: 'uuid', primary: true },
    pinnedAt: { type: 'timestamptz', precision: 3 },
  },
);

export function rowOf({ sprint, ...record }: SavedSprintReportRecord): SavedSprintReportRow {
  return { ...record, foldedName: fold(record.name), ...columnsOfSprint(sprint) };
}

export function recordOf(row: SavedSprintReportRow): SavedSprintReportRecord {
  const { id, organizationId, projectId, ownerId, name, settings, shared, revision, createdAt, updatedAt } = row;
  const sprint = chosenSprint(row.sprint, row.sprintId);
  return { id, organizationId, projectId, ownerId, name, sprint, settings, shared, revision, createdAt, updatedAt };
}

/** Joins the two columns of the choice. */
export function chosenSprint(sprint: 'one' | MovingSprint, sprintId: SprintId | null): ChosenSprint {
  if (sprint !== 'one') return sprint;
  if (sprintId === null) throw new Error('A saved report of one Sprint names no Sprint.');
  return sprintId;
}

function columnsOfSprint(sprint: ChosenSprint): Pick<SavedSprintReportRow, 'sprint' | 'sprintId'> {
  return isMovingSprint(sprint) ? { sprint, sprintId: null } : { sprint: 'one', sprintId: sprint };
}
