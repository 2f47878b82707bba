import type { ChangeSavedSprintReport, SaveSprintReport } from '@worktrack/application';
import {
  DEFAULT_SPRINT_REPORT_SETTINGS,
  MOVING_SPRINTS,
  SAVED_SPRINT_REPORT_BOUNDS,
  SPRINT_REPORT_SECTIONS,
  SPRINT_REPORT_THEMES,
  SPRINT_REPORT_UNITS,
  type ChosenSprint,
  type ExpectedRevision,
  type SavedSprintReportId,
  type SprintId,
  type SprintReportSection,
  type SprintReportSettings,
} from '@worktrack/domain';
import { AtLeastOneMember, Flag, Nested, OneOf, Parsed, Text, WordsOf, type Presence } from '../body/fields.js';
import { UUID_PATTERN, parseUuid } from '../body/uuid.js';

/** Reads the choice of a Sprint. A UUID is compared in lower case. */
function parseChosenSprint(text: string): ChosenSprint | undefined {
  return MOVING_SPRINTS.find((moving) => moving === text) ?? (parseUuid(text) as SprintId | undefined);
}

const Sprint = (presence: Presence = {}) =>
  Parsed(
    parseChosenSprint,
    `a UUID or one of ${MOVING_SPRINTS.join(', ')}`,
    { type: 'string', pattern: `^(?:${MOVING_SPRINTS.join('|')}|${UUID_PATTERN.replaceAll(/[$^]/g, '')})$` },
    presence,
  );

/** The form of a saved Sprint report: all members together. */
export class SprintReportSettingsBody implements SprintReportSettings {
  @OneOf(SPRINT_REPORT_UNITS) unit!: SprintReportSettings['unit'];
  @WordsOf(SPRINT_REPORT_SECTIONS) sections!: SprintReportSection[];
  @OneOf(SPRINT_REPORT_THEMES) theme!: SprintReportSettings['theme'];

  toSettings(): SprintReportSettings {
    const { unit, sections, theme } = this;
    return { unit, sections, theme };
  }
}

export class SaveSprintReportBody {
  @Text(SAVED_SPRINT_REPORT_BOUNDS.name, { trimmed: true }) name!: string;
  @Sprint() sprint!: ChosenSprint;
  @Nested(SprintReportSettingsBody, { optional: true }) settings?: SprintReportSettingsBody;
  @Flag({ optional: true, default: false }) shared?: boolean;

  toCommand(): SaveSprintReport {
    const { name, sprint, settings, shared = false } = this;
    return { name, sprint, settings: settings?.toSettings() ?? DEFAULT_SPRINT_REPORT_SETTINGS, shared };
  }
}

@AtLeastOneMember()
export class ChangeSavedSprintReportBody {
  @Text(SAVED_SPRINT_REPORT_BOUNDS.name, { trimmed: true, optional: true }) name?: string;
  @Sprint({ optional: true }) sprint?: ChosenSprint;
  @Nested(SprintReportSettingsBody, { optional: true }) settings?: SprintReportSettingsBody;
  @Flag({ optional: true }) shared?: boolean;

  toCommand(id: SavedSprintReportId, expected: ExpectedRevision): ChangeSavedSprintReport {
    const { name, sprint, settings, shared } = this;
    return { id, expected, changes: { name, sprint, settings: settings?.toSettings(), shared } };
  }
}
