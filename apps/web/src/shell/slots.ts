import type { ComponentType } from 'preact';
import { ItemCommands } from '../planning/everywhere.js';
import { PinnedReports } from '../reports/pinned-reports.js';
import { SaveReportButton } from '../reports/save-report-button.js';
import { SavedReports } from '../reports/saved-report-list.js';
import { SidebarPins } from '../reports/sidebar-pins.js';
import type { SprintUnit } from '../reports/sprint-sections.js';

interface OrganizationSlot {
  readonly organization: string;
}

/** Parts of all screens that are not seen until a key or a command opens them. Each part is one line here. */
export const EVERYWHERE_PARTS: readonly ComponentType[] = [ItemCommands];

/** Parts of the sidebar below the Projects, for the Organization that is shown. Each part is one line here. */
export const SIDEBAR_PARTS: readonly ComponentType<OrganizationSlot>[] = [SidebarPins];

/** Parts of My Work above the Projects. Each part is one line here. */
export const MY_WORK_PARTS: readonly ComponentType<OrganizationSlot>[] = [PinnedReports];

interface ProjectSlot extends OrganizationSlot {
  readonly project: string;
}

/** Parts of a Project page below its Work Items. Each part is one line here. */
export const PROJECT_PARTS: readonly ComponentType<ProjectSlot>[] = [];

/** Parts of the page of all reports, before the reports. Each part is one line here. */
export const REPORTS_PARTS: readonly ComponentType<ProjectSlot>[] = [SavedReports];

interface SprintReportSlot extends ProjectSlot {
  readonly sprint: { readonly id: string; readonly name: string };
  readonly unit: SprintUnit;
}

/** Actions of the page of a Sprint report, after its files. Each action is one line here. */
export const SPRINT_REPORT_ACTIONS: readonly ComponentType<SprintReportSlot>[] = [SaveReportButton];
