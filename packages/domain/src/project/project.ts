import type { OrganizationId, ProjectId } from '../identity/ids.js';
import type { Color } from '../shared/color.js';
import { DomainError } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import type { ProjectKey } from './project-key.js';

/** A Project as it is stored. */
export interface ProjectRecord {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  readonly key: ProjectKey;
  readonly name: string;
  readonly description: string | null;
  readonly color: Color;
  readonly revision: number;
  readonly archivedAt: Date | null;
  readonly createdAt: Date;
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

/** A Project: open or archived. While archived it takes no new Work Items or Sprints; all else goes on. */
export class Project {
  private constructor(
    private current: ProjectRecord,
    /** The revision it was loaded with, `0` when it is new: what a guarded write compares with. */
    readonly loadedRevision: number,
  ) {}

  static create(facts: NewProject, now: Date): Project {
    return new Project({ ...facts, revision: 1, archivedAt: null, createdAt: now, updatedAt: now }, 0);
  }

  static restore(record: ProjectRecord): Project {
    return new Project(record, record.revision);
  }

  get record(): ProjectRecord {
    return this.current;
  }

  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /** Throws `PROJECT_ARCHIVED` when nothing new may be created in it. */
  admitNewWork(): void {
    if (this.current.archivedAt !== null) {
      throw new DomainError('PROJECT_ARCHIVED', `Project ${this.current.key} is archived and takes no new work.`);
    }
  }

  update(changes: ProjectChanges, now: Date): void {
    const { name, description, color } = this.current;
    const next = {
      name: changes.name ?? name,
      description: changes.description === undefined ? description : changes.description,
      color: changes.color ?? color,
    };
    if (next.name === name && next.description === description && next.color === color) return;
    this.change(next, now);
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
