import type { ComponentType } from 'preact';
import { ItemCommands } from '../planning/everywhere.js';
import { PinnedReports } from '../reports/pinned-reports.js';
import { SidebarPins } from '../reports/sidebar-pins.js';

interface OrganizationSlot {
  readonly organization: string;
}

/** Parts of all screens that are not seen until a key or a command opens them. Each part is one line here. */
export const EVERYWHERE_PARTS: readonly ComponentType[] = [ItemCommands];

/** Parts of the sidebar below the Projects, for the Organization that is shown. Each part is one line here. */
export const SIDEBAR_PARTS: readonly ComponentType<OrganizationSlot>[] = [SidebarPins];

/** Parts of My Work above the Projects. Each part is one line here. */
export const MY_WORK_PARTS: readonly ComponentType<OrganizationSlot>[] = [PinnedReports];
