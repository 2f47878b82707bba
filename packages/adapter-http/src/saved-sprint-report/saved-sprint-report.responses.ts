import type { PinnedSprintReportView, SavedSprintReportView } from '@worktrack/application';
import {
  SPRINT_REPORT_SECTIONS,
  SPRINT_REPORT_THEMES,
  SPRINT_REPORT_UNITS,
  type ChosenSprint,
  type ProjectKey,
  type SavedSprintReportId,
  type Slug,
  type SprintReportSection,
  type SprintReportSettings,
} from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { PublicUserSummary } from '../identity/user.responses.js';
import { SprintSummary } from '../work-item/work-item.responses.js';

export class ShownSprintReportSettings implements SprintReportSettings {
  @Shows.word(SPRINT_REPORT_UNITS) readonly unit!: SprintReportSettings['unit'];
  @Shows.words(SPRINT_REPORT_SECTIONS) readonly sections!: readonly SprintReportSection[];
  @Shows.word(SPRINT_REPORT_THEMES) readonly theme!: SprintReportSettings['theme'];
}

export class SavedSprintReport implements SavedSprintReportView {
  @Shows.uuid() readonly id!: SavedSprintReportId;
  @Shows.text() readonly name!: string;
  @Shows.text({ description: 'The id of a Sprint, `active` or `last-completed`.' }) readonly sprint!: ChosenSprint;
  @Shows.one(SprintSummary, { nullable: true, description: 'The Sprint that the report shows now.' })
  readonly currentSprint!: SprintSummary | null;
  @Shows.one(ShownSprintReportSettings) readonly settings!: ShownSprintReportSettings;
  @Shows.flag() readonly shared!: boolean;
  @Shows.one(PublicUserSummary, { nullable: true, description: '`null`: the account was removed.' })
  readonly owner!: PublicUserSummary | null;
  @Shows.flag() readonly pinned!: boolean;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

export class SavedSprintReportList {
  @Shows.many(SavedSprintReport) readonly items!: readonly SavedSprintReport[];
}

export class OrganizationOfPin {
  @Shows.text() readonly slug!: Slug;
  @Shows.text() readonly name!: string;
}

export class ProjectOfPin {
  @Shows.text() readonly key!: ProjectKey;
  @Shows.text() readonly name!: string;
}

export class PinnedSprintReport implements PinnedSprintReportView {
  @Shows.one(OrganizationOfPin) readonly organization!: OrganizationOfPin;
  @Shows.one(ProjectOfPin) readonly project!: ProjectOfPin;
  @Shows.one(SavedSprintReport) readonly report!: SavedSprintReport;
}

export class PinnedSprintReportList {
  @Shows.many(PinnedSprintReport) readonly items!: readonly PinnedSprintReport[];
}
