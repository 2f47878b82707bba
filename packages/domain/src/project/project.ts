import type { OrganizationId, ProjectId } from '../identity/ids.js';
import { boundedText, type Bounds, trimmedText } from '../shared/bounds.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import type { ProjectKey } from './project-key.js';
import { LIMITED_STATUSES, changedLimits, type WorkLimitChanges, type WorkLimits } from './work-limits.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The length limits of a Project's texts, in code points. The name is measured after trimming. */
export const PROJECT_BOUNDS = {
  name: { least: 1, most: 255 },
  description: { least: 0, most: 10_000 },
} as const satisfies Record<string, Bounds>;

/** The stored record of a Project. Instants are UTC with millisecond precision. */
export interface ProjectRecord {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  readonly key: ProjectKey;
  readonly name: string;
  readonly description: string | null;
  readonly color: Color;
  readonly workLimits: WorkLimits;
  /** Starts at 1; each real change adds 1. */
  readonly revision: number;
  /** `null` while the Project is not archived. */
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  /** The instant of the current revision. */
  readonly updatedAt: Date;
}

/** The facts of a new Project. The caller supplies the identifier. */
export type NewProject = Pick<ProjectRecord, 'id' | 'organizationId' | 'key' | 'name' | 'description' | 'color'>;

/** The changes of a Project. An absent member keeps its value, `null` clears it. */
export interface ProjectChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly color?: Color | undefined;
}

type ProjectContent = Pick<ProjectRecord, keyof ProjectChanges>;

/** A Project: open or archived. While it is archived it takes no new Work Items or Sprints; everything else still works. */
export class Project {
  private constructor(
    private current: ProjectRecord,
    /** The revision at loading, `0` for a new Project. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /** Creates an open Project with revision 1. Throws `VALIDATION_ERROR` on a text outside `PROJECT_BOUNDS`. */
  static create(facts: NewProject, now: Date): Project {
    assertKinds('Project.create', facts, { id: 'text', organizationId: 'text', key: 'text', color: 'text' });
    const { id, organizationId, key } = facts;
    assertKinds('Project.create', { now }, { now: 'instant' });
    const born = { workLimits: {}, revision: 1, archivedAt: null, createdAt: now, updatedAt: now };
    return new Project({ id, organizationId, key, ...checked(facts), ...born }, 0);
  }

  /** Restores a stored Project. Checks nothing. */
  static restore(record: ProjectRecord): Project {
    assertKinds('Project.restore', record, { id: 'text', revision: 'number' });
    return new Project(record, record.revision);
  }

  /** The record to store. */
  get record(): ProjectRecord {
    return this.current;
  }

  /** True when the Project is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `PROJECT_ARCHIVED` when the Project is archived: nothing new can be created in it. */
  admitNewWork(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('PROJECT_ARCHIVED', `Project ${this.current.key} is archived and takes no new work.`);
    }
  }

  /**
   * Applies the values that differ, as one revision; equal values change nothing. Works on an archived Project too. Throws
   * `VALIDATION_ERROR` on a text outside `PROJECT_BOUNDS`.
   */
  update(changes: ProjectChanges, now: Date): void {
    assertKinds('Project.update', changes, {});
    const before = this.current;
    // A default replaces `undefined` only: `null` clears.
    const { name = before.name, description = before.description, color = before.color } = changes;
    const after = checked({ name, description, color });
    if (after.name === before.name && after.description === before.description && after.color === before.color) return;
    this.change(after, now);
  }

  /**
   * Changes the limits that differ, as one revision; equal ones change nothing. Works on an archived Project too. Throws `VALIDATION_ERROR`
   * on a limit outside `WORK_LIMIT_BOUNDS`.
   */
  limitWork(changes: WorkLimitChanges, now: Date): void {
    assertKinds('Project.limitWork', changes, {});
    const before = this.current.workLimits;
    const workLimits = changedLimits(before, changes);
    if (LIMITED_STATUSES.some((status) => workLimits[status] !== before[status])) this.change({ workLimits }, now);
  }

  /** Archives the Project. A repeat changes nothing. */
  archive(now: Date): void {
    if (this.current.archivedAt === null) this.change({ archivedAt: now }, now);
  }

  /** Unarchives the Project. A repeat changes nothing. */
  unarchive(now: Date): void {
    if (this.current.archivedAt !== null) this.change({ archivedAt: null }, now);
  }

  private change(change: Partial<ProjectRecord>, now: Date): void {
    assertKinds('A change of a Project', { now }, { now: 'instant' });
    this.current = { ...this.current, ...change, updatedAt: now, revision: this.current.revision + 1 };
  }
}

function checked({ name, description, color }: ProjectContent): ProjectContent {
  return {
    name: trimmedText('name', name, PROJECT_BOUNDS.name),
    description: description === null ? null : boundedText('description', description, PROJECT_BOUNDS.description),
    color,
  };
}
