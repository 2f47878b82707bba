import {
  refuse,
  type FeedType,
  type OrganizationScope,
  type ProjectRepository,
  type ProjectScope,
} from '@worktrack/application';
import { Project, type ProjectRecord } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { FeedWriter } from '../recording/feed-writer.js';
import type { Locks } from '../recording/locks.js';
import { ProjectTable } from './project.table.js';

const FIND_PROJECT = `select ${ProjectTable.columns} from projects where organization_id = $1 and id = $2`;

/** Locks a Project against other changes and new Work Items, but does not block foreign-key checks. */
const FIND_TO_CHANGE = statement('project.find', `${FIND_PROJECT} for no key update`);
const FIND_TO_ADD_TO = statement('project.find-to-add-to', `${FIND_PROJECT} for share`);

/** Locks the keys of an Organization. A separate statement, because the keys must be read with a snapshot that is younger than the lock. */
const LOCK_KEYS = statement(
  'project.lock-keys',
  `select pg_advisory_xact_lock(hashtextextended('project keys:' || $1::text, 0))`,
);
const TAKEN_KEYS = statement(
  'project.taken-keys',
  `select key from projects where organization_id = $1 and starts_with(key, $2)`,
);

const ADD_COUNTER = statement(
  'project-counter.insert',
  `insert into project_counters (organization_id, project_id) values ($1, $2)`,
);

export class PostgresProjectRepository implements ProjectRepository {
  /** The Projects as they were found. */
  private readonly found = new WeakMap<Project, ProjectRecord>();

  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly feed: FeedWriter,
  ) {}

  async find({ organizationId, projectId }: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<Project> {
    const [record] = await this.locks.takeLast<ProjectRecord>(organizationId, FIND_TO_CHANGE, [
      organizationId,
      projectId,
    ]);
    if (!record) refuse('NOT_FOUND');
    const project = Project.restore(record);
    this.found.set(project, record);
    return project;
  }

  async findToAddTo({ organizationId, projectId }: ProjectScope): Promise<Project> {
    const [record] = await this.locks.take<ProjectRecord>(FIND_TO_ADD_TO, [organizationId, projectId]);
    return record ? Project.restore(record) : refuse('NOT_FOUND');
  }

  async takenKeys({ organizationId }: OrganizationScope, stem: string): Promise<ReadonlySet<string>> {
    const values = [organizationId, stem];
    // Registered like a write, the lock is sent together with the read, before it.
    this.transaction.write(LOCK_KEYS, [organizationId]);
    const rows = await this.locks.takeLast<{ key: string }>(organizationId, TAKEN_KEYS, values);
    return new Set(rows.map(({ key }) => key));
  }

  add(project: Project): void {
    const { organizationId, id } = project.record;
    this.transaction.write(ProjectTable.insert, ProjectTable.insertValues(project.record));
    this.transaction.write(ADD_COUNTER, [organizationId, id]);
    this.tell('project.created', project);
  }

  save(project: Project): void {
    if (!project.hasChanged) return;
    this.transaction.writeRevised(ProjectTable, project.record, project.loadedRevision);
    const [before, now] = [this.found.get(project)?.archivedAt ?? null, project.record.archivedAt];
    if ((before === null) === (now === null)) this.tell('project.updated', project);
    else this.tell(now === null ? 'project.unarchived' : 'project.archived', project);
  }

  private tell(type: FeedType, { record: { organizationId, id, updatedAt } }: Project): void {
    this.feed.tell({ type, organizationId, at: updatedAt, projectId: id, subject: id });
  }
}
