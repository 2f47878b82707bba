import type {
  ActivitySprintView,
  ActivityWorkItemView,
  LabelView,
  OrganizationScope,
  PublicUserSummaryView,
} from '@worktrack/application';
import {
  WorkItemKey,
  type LabelId,
  type ProjectKey,
  type PublicUserId,
  type SprintId,
  type UserId,
  type WorkItemId,
} from '@worktrack/domain';
import { type Reader, statement } from '../engine/statement.js';

/** The present names of the things that entries refer to: `null` without a reference, or for one that the viewer must not see. */
export interface References {
  readonly user: (id: UserId | null) => PublicUserSummaryView | null;
  readonly sprint: (id: SprintId | null) => ActivitySprintView | null;
  readonly workItem: (id: WorkItemId | null) => ActivityWorkItemView | null;
  readonly label: (id: LabelId | null) => LabelView | null;
}

/** Finds references, except removed accounts, deleted Work Items, and Work Items outside the viewer's grants. */
const FIND_REFERENCES = statement(
  'activity.references',
  `select id, name, public_id as "publicId", null as color, null as "projectKey", null::bigint as number
   from users where id = any($3::uuid[]) and removed_at is null
   union all
   select id, name, null, null, null, null from sprints where organization_id = $1 and id = any($4::uuid[])
   union all
   select id, title, null, null, project_key, number from work_items
   where organization_id = $1 and id = any($5::uuid[]) and deleted_at is null
     and ($2::uuid[] is null or project_id = any($2::uuid[]))
   union all
   select id, name, null, color, null, null from labels where organization_id = $1 and id = any($6::uuid[])`,
);

/** One referenced thing. Its kind determines the members that are not `null`. */
interface ReferenceRow {
  readonly id: string;
  readonly name: string;
  readonly publicId: PublicUserId;
  readonly color: string;
  readonly projectKey: ProjectKey;
  readonly number: number;
}

/**
 * The references of one page. Before `load`, every lookup records its id and returns `null`; `load` then reads all recorded references
 * together. So one projection both collects the references and shows them.
 */
export class ReferenceBook implements References {
  private readonly users = new Set<string>();
  private readonly sprints = new Set<string>();
  private readonly workItems = new Set<string>();
  private readonly labels = new Set<string>();
  private readonly found = new Map<string, ReferenceRow>();

  constructor(private readonly viewer: Pick<OrganizationScope, 'organizationId' | 'onlyProjects'>) {}

  readonly user = (id: UserId | null): PublicUserSummaryView | null =>
    this.look(this.users, id, ({ publicId, name }) => ({ publicId, name }));

  readonly sprint = (id: SprintId | null): ActivitySprintView | null =>
    this.look(this.sprints, id, ({ name }, sprint) => ({ id: sprint, name }));

  readonly workItem = (id: WorkItemId | null): ActivityWorkItemView | null =>
    this.look(this.workItems, id, ({ projectKey, number, name: title }, item) => ({
      id: item,
      key: WorkItemKey.of(projectKey, number),
      title,
    }));

  readonly label = (id: LabelId | null): LabelView | null =>
    this.look(this.labels, id, ({ name, color }, label) => ({ id: label, name, color }));

  /** Reads all recorded references. Runs no query when there are none. */
  async load(reader: Reader): Promise<void> {
    const mentioned = [this.users, this.sprints, this.workItems, this.labels];
    if (mentioned.every(({ size }) => size === 0)) return;
    const { organizationId, onlyProjects } = this.viewer;
    const visible = onlyProjects ? [...onlyProjects] : null;
    const rows = await reader.rows<ReferenceRow>(FIND_REFERENCES, [
      organizationId,
      visible,
      ...mentioned.map((ids) => [...ids]),
    ]);
    for (const row of rows) this.found.set(row.id, row);
  }

  private look<Id extends string, View>(
    mentioned: Set<string>,
    id: Id | null,
    show: (row: ReferenceRow, id: Id) => View,
  ): View | null {
    if (id === null) return null;
    mentioned.add(id);
    const row = this.found.get(id);
    return row ? show(row, id) : null;
  }
}
