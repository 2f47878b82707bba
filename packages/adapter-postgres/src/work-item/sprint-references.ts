import type { ProjectScope, SprintReferences } from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Locks } from '../unit-of-work/locks.js';

const HOLD = statement(
  'sprint.hold',
  `select id from sprints where organization_id = $1 and project_id = $2 and id = $3 for share`,
);

export class PostgresSprintReferences implements SprintReferences {
  constructor(private readonly locks: Locks) {}

  async hold({ organizationId, projectId }: ProjectScope, id: SprintId): Promise<boolean> {
    const found = await this.locks.take(HOLD, [organizationId, projectId, id]);
    return found.length > 0;
  }
}
