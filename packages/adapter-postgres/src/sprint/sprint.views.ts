import {
  SprintViews,
  refuse,
  type Cursors,
  type Page,
  type PageRequest,
  type ProjectScope,
  type SprintStanding,
  type SprintView,
} from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';

const SELECT = `select id, name, state, start_date as "startDate", end_date as "endDate", goal, target_points as "targetPoints",
    created_at as "createdAt", updated_at as "updatedAt", revision
  from sprints where organization_id = $1 and project_id = $2`;

const SELECT_SPRINT = viewStatement('sprint-view.one', `${SELECT} and id = $3`);

const STANDING = viewStatement(
  'sprint-view.standing',
  `select sprint.state, exists (
     select from work_items item
     where item.organization_id = $1 and item.sprint_id = sprint.id and item.deleted_at is null
       and item.status <> 'done'
   ) as "hasUnfinished"
   from sprints sprint where sprint.organization_id = $1 and sprint.project_id = $2 and sprint.id = $3`,
);

/** The expression of the index. A Sprint without a start date is after all others. */
const START = `coalesce(start_date, 'infinity'::timestamptz)`;

const BY_START = new KeysetPages<SprintView>({
  name: 'sprint-view.by-start',
  select: SELECT,
  parameters: 2,
  orderings: [
    { by: START, direction: 'asc', type: 'timestamptz', valueOf: ({ startDate }) => startDate ?? 'infinity' },
    { by: 'id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

export class PostgresSprintViews extends SprintViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one({ organizationId, projectId }: ProjectScope, id: SprintId): Promise<SprintView> {
    const [sprint] = await this.reader.rows<SprintView>(SELECT_SPRINT, [organizationId, projectId, id]);
    return sprint ?? refuse('NOT_FOUND');
  }

  async standing({ organizationId, projectId }: ProjectScope, id: SprintId): Promise<SprintStanding> {
    const [standing] = await this.reader.rows<SprintStanding>(STANDING, [organizationId, projectId, id]);
    return standing ?? refuse('NOT_FOUND');
  }

  page({ organizationId, projectId }: ProjectScope, request: PageRequest): Promise<Page<SprintView>> {
    const values = [organizationId, projectId];
    return BY_START.read(this.reader, this.cursors, `sprints of ${projectId}`, request, values, (sprint) => sprint);
  }
}
