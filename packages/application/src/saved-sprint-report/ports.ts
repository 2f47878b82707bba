import type { SavedSprintReportRepository } from './saved-sprint-report.repository.js';
import type { SavedSprintReportViews } from './saved-sprint-report.views.js';

/** The ports of saved Sprint reports in a transaction. */
export interface SavedSprintReportPorts {
  readonly savedSprintReports: SavedSprintReportRepository;
  readonly savedSprintReportViews: SavedSprintReportViews;
}
