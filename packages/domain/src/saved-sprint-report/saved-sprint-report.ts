import type { OrganizationId, ProjectId, SavedSprintReportId, SprintId, UserId } from '../identity/ids.js';
import { trimmedText, type Bounds } from '../shared/bounds.js';
import { DomainError, invalid } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { hasControls, trim } from '../shared/text.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The Sprint of a saved report by its part in the Project: the report follows when another Sprint takes that part. */
export const MOVING_SPRINTS = ['active', 'last-completed'] as const;

/** One of `MOVING_SPRINTS`. */
export type MovingSprint = (typeof MOVING_SPRINTS)[number];

/** The Sprint that a saved report shows: always the same one, or the one that is active or was completed last at reading. */
export type ChosenSprint = SprintId | MovingSprint;

/** True when the choice names no Sprint, but the part that it takes. */
export function isMovingSprint(sprint: ChosenSprint): sprint is MovingSprint {
  return MOVING_SPRINTS.some((moving) => moving === sprint);
}

/** The parts of a Sprint report that a saved report can show. */
export const SPRINT_REPORT_SECTIONS = ['summary', 'burndown', 'statuses', 'feed'] as const;

/** One of `SPRINT_REPORT_SECTIONS`. */
export type SprintReportSection = (typeof SPRINT_REPORT_SECTIONS)[number];

/** The units of the figures of a saved report. */
export const SPRINT_REPORT_UNITS = ['points', 'items'] as const;

/** The colours of the drawings of a saved report; `auto` follows the reader's. */
export const SPRINT_REPORT_THEMES = ['light', 'dark', 'auto'] as const;

/** The form in which a saved report is shown. */
export interface SprintReportSettings {
  readonly unit: (typeof SPRINT_REPORT_UNITS)[number];
  /** One or more sections in the order of the page, each once. */
  readonly sections: readonly SprintReportSection[];
  readonly theme: (typeof SPRINT_REPORT_THEMES)[number];
}

/** The settings of a report that was saved without settings. */
export const DEFAULT_SPRINT_REPORT_SETTINGS: SprintReportSettings = {
  unit: 'points',
  sections: SPRINT_REPORT_SECTIONS,
  theme: 'auto',
};

/** The length limits of the name of a saved report, in code points, after trimming. */
export const SAVED_SPRINT_REPORT_BOUNDS = { name: { least: 1, most: 100 } } as const satisfies Record<string, Bounds>;

/** The maximum number of reports that one user saves in a Project, of shared reports in a Project, and of a user's pins in a Project. */
export const MOST_SAVED_SPRINT_REPORTS = { ofOwner: 100, shared: 200, pins: 20 } as const;

/** The members of a saved report that its owner chooses. */
export interface SavedSprintReportContent {
  readonly name: string;
  readonly sprint: ChosenSprint;
  readonly settings: SprintReportSettings;
  /** True when every member of the Organization can read it; otherwise it exists for its owner only. */
  readonly shared: boolean;
}

/** The stored record of a saved Sprint report. Instants are UTC with millisecond precision. */
export interface SavedSprintReportRecord extends SavedSprintReportContent {
  readonly id: SavedSprintReportId;
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  /** `null` when the account of the owner was removed. Such a report is always shared. */
  readonly ownerId: UserId | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The facts of a new saved report. */
export type NewSavedSprintReport = SavedSprintReportContent &
  Pick<SavedSprintReportRecord, 'id' | 'organizationId' | 'projectId'> & { readonly ownerId: UserId };

/** The members to change. An absent member stays. */
export type SavedSprintReportChanges = {
  readonly [Member in keyof SavedSprintReportContent]?: SavedSprintReportContent[Member] | undefined;
};

/** The facts that decide whether a report can be saved or shared. Counts that stop at `MOST_SAVED_SPRINT_REPORTS` are enough. */
export interface SavedSprintReportFacts {
  /** The number of reports that the owner has saved in the Project. */
  readonly ofOwner: number;
  /** The number of shared reports of the Project. */
  readonly shared: number;
  /** False when the chosen Sprint is not a Sprint of the Project. */
  readonly isSprintOfProject: boolean;
}

/**
 * A Sprint report under a name, with the form in which its owner wants to see it. It contains no figures: it always shows the Sprint report
 * of the moment. It is a view of a Project and no part of its content, so an archived Project does not refuse it.
 */
export class SavedSprintReport {
  private constructor(
    private current: SavedSprintReportRecord,
    /** The revision at loading, `0` for a new report. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /**
   * Creates a saved report with revision 1. Throws `VALIDATION_ERROR` on `name` or `sprint`, and `CONFLICT` when the owner has saved
   * `MOST_SAVED_SPRINT_REPORTS.ofOwner`, or when it is to be shared and the Project has `MOST_SAVED_SPRINT_REPORTS.shared`.
   */
  static create(saved: NewSavedSprintReport, facts: SavedSprintReportFacts, now: Date): SavedSprintReport {
    const call = 'SavedSprintReport.create';
    assertKinds(call, saved, {
      id: 'text',
      organizationId: 'text',
      projectId: 'text',
      ownerId: 'text',
      sprint: 'text',
    });
    assertKinds(call, saved, { settings: 'object', shared: 'boolean' });
    assertKinds(call, { facts, now }, { facts: 'object', now: 'instant' });
    const { id, organizationId, projectId, ownerId, name, sprint, settings, shared } = saved;
    const content = { name: checkedName(name), sprint, settings: checkedSettings(settings), shared };
    assertSprintOfProject(facts);
    if (facts.ofOwner >= MOST_SAVED_SPRINT_REPORTS.ofOwner) {
      throw new DomainError(
        'CONFLICT',
        `You have saved ${MOST_SAVED_SPRINT_REPORTS.ofOwner} Sprint reports in this Project: delete one of them first.`,
      );
    }
    if (shared) assertRoomToShare(facts);
    const born = { ownerId, revision: 1, createdAt: now, updatedAt: now };
    return new SavedSprintReport({ id, organizationId, projectId, ...content, ...born }, 0);
  }

  /** Restores a stored report. Checks nothing. */
  static restore(record: SavedSprintReportRecord): SavedSprintReport {
    assertKinds('SavedSprintReport.restore', record, { id: 'text', revision: 'number' });
    return new SavedSprintReport(record, record.revision);
  }

  /** The record to store. */
  get record(): SavedSprintReportRecord {
    return this.current;
  }

  /** True when the report is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** True when the user can read the report: it is shared, or the user's own. */
  isVisibleTo(user: UserId): boolean {
    return this.current.shared || this.current.ownerId === user;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /**
   * Changes the given members; equal values change nothing. Throws `VALIDATION_ERROR` on `name` or `sprint`, and `CONFLICT` when the report
   * is to be shared and the Project has `MOST_SAVED_SPRINT_REPORTS.shared`.
   */
  change(changes: SavedSprintReportChanges, facts: SavedSprintReportFacts, now: Date): void {
    const given = { changes, facts, now };
    assertKinds('SavedSprintReport.change', given, { changes: 'object', facts: 'object', now: 'instant' });
    const { name, sprint, settings, shared } = this.current;
    const next = {
      // A name that stays is not checked again: it can be older than a rule about names.
      name: changes.name === undefined || trim(changes.name) === name ? name : checkedName(changes.name),
      sprint: changes.sprint ?? sprint,
      settings: changes.settings === undefined ? settings : checkedSettings(changes.settings),
      shared: changes.shared ?? shared,
    };
    if (next.sprint !== sprint) assertSprintOfProject(facts);
    if (next.shared && !shared) assertRoomToShare(facts);
    const isEqual =
      next.name === name &&
      next.sprint === sprint &&
      next.shared === shared &&
      areEqualSettings(next.settings, settings);
    if (isEqual) return;
    this.current = { ...this.current, ...next, updatedAt: now, revision: this.current.revision + 1 };
  }
}

/** Throws `CONFLICT` when a user with this number of pins in the Project cannot pin another report. */
export function assertRoomForPin(pins: number): void {
  if (pins < MOST_SAVED_SPRINT_REPORTS.pins) return;
  throw new DomainError(
    'CONFLICT',
    `You have pinned ${MOST_SAVED_SPRINT_REPORTS.pins} Sprint reports of this Project: unpin one of them first.`,
  );
}

function assertSprintOfProject({ isSprintOfProject }: SavedSprintReportFacts): void {
  if (!isSprintOfProject) invalid('sprint', 'must be a Sprint of this Project');
}

function assertRoomToShare({ shared }: SavedSprintReportFacts): void {
  if (shared < MOST_SAVED_SPRINT_REPORTS.shared) return;
  throw new DomainError(
    'CONFLICT',
    `The Project has ${MOST_SAVED_SPRINT_REPORTS.shared} shared Sprint reports, and no more are possible.`,
  );
}

function checkedName(name: string): string {
  const text = trimmedText('name', name, SAVED_SPRINT_REPORT_BOUNDS.name);
  if (hasControls(text)) invalid('name', 'must hold no control character');
  return text;
}

function checkedSettings(settings: SprintReportSettings): SprintReportSettings {
  assertKinds('settings', settings, { sections: 'list' });
  const { unit, sections, theme } = settings;
  if (sections.length === 0) invalid('settings.sections', 'must name at least one section');
  if (new Set(sections).size < sections.length) invalid('settings.sections', 'must name each section once');
  return { unit, sections, theme };
}

function areEqualSettings(one: SprintReportSettings, other: SprintReportSettings): boolean {
  return one.unit === other.unit && one.theme === other.theme && one.sections.join() === other.sections.join();
}
