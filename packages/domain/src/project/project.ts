import type { OrganizationId, ProjectId } from '../identity/ids.js';
import { boundedText, type Bounds } from '../shared/bounds.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { trim } from '../shared/text.js';
import type { ProjectKey } from './project-key.js';

/** How long a Project's texts may be, in code points (contract §4, B-project-create). The name is measured trimmed. */
export const PROJECT_BOUNDS = {
  name: { least: 1, most: 255 },
  description: { least: 0, most: 10_000 },
} as const satisfies Record<string, Bounds>;

/** A Project as it is stored. Instants are UTC with millisecond precision. */
export interface ProjectRecord {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  readonly key: ProjectKey;
  readonly name: string;
  readonly description: string | null;
  readonly color: Color;
  /** Counts the real changes, from 1. */
  readonly revision: number;
  /** `null` while it is open. */
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
  /** When the present revision was made. */
  readonly updatedAt: Date;
}

/** What a new Project is made of; identifier and instant are facts from outside. */
export type NewProject = Pick<ProjectRecord, 'id' | 'organizationId' | 'key' | 'name' | 'description' | 'color'>;

/** What may change in a Project. An absent member stays, `null` clears. */
export interface ProjectChanges {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly color?: Color | undefined;
}

type ProjectContent = Pick<ProjectRecord, keyof ProjectChanges>;

/** A Project: open or archived. While archived it takes no new Work Items or Sprints; all else goes on (contract §2.4). */
export class Project {
  private constructor(
    private current: ProjectRecord,
    /** The revision it was loaded with, `0` when it is new: what a guarded write compares with. */
    readonly loadedRevision: number,
  ) {}

  /** A new, open Project of revision 1. Throws `VALIDATION_ERROR` on a text outside `PROJECT_BOUNDS`. */
  static create(facts: NewProject, now: Date): Project {
    const { id, organizationId, key } = facts;
    const born = { revision: 1, archivedAt: null, createdAt: now, updatedAt: now };
    return new Project({ id, organizationId, key, ...checked(facts), ...born }, 0);
  }

  /** A Project that was stored before. Nothing is checked again. */
  static restore(record: ProjectRecord): Project {
    return new Project(record, record.revision);
  }

  /** What to store. */
  get record(): ProjectRecord {
    return this.current;
  }

  /** Whether there is anything to store: it is new, or really changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. Comes before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `PROJECT_ARCHIVED` when nothing new may be created in it. */
  admitNewWork(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('PROJECT_ARCHIVED', `Project ${this.current.key} is archived and takes no new work.`);
    }
  }

  /**
   * Changes what really differs, as one revision; equal values change nothing. Archived or not. Throws `VALIDATION_ERROR` on
   * a text outside `PROJECT_BOUNDS`.
   */
  update(changes: ProjectChanges, now: Date): void {
    const before = this.current;
    // A default stands in for `undefined` only: `null` clears.
    const { name = before.name, description = before.description, color = before.color } = changes;
    const after = checked({ name, description, color });
    if (after.name === before.name && after.description === before.description && after.color === before.color) return;
    this.change(after, now);
  }

  /** A repeat changes nothing. */
  archive(now: Date): void {
    if (this.current.archivedAt === null) this.change({ archivedAt: now }, now);
  }

  /** A repeat changes nothing. */
  unarchive(now: Date): void {
    if (this.current.archivedAt !== null) this.change({ archivedAt: null }, now);
  }

  private change(change: Partial<ProjectRecord>, now: Date): void {
    this.current = { ...this.current, ...change, updatedAt: now, revision: this.current.revision + 1 };
  }
}

function checked({ name, description, color }: ProjectContent): ProjectContent {
  return {
    name: boundedText('name', trim(name), PROJECT_BOUNDS.name),
    description: description === null ? null : boundedText('description', description, PROJECT_BOUNDS.description),
    color,
  };
}
