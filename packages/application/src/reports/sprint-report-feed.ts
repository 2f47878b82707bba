import type { SprintFacts, SprintId, SprintRecord } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** All that a Sprint report is made of, with the Sprint as the report shows it; as of one moment. */
export interface ReportedSprint extends SprintFacts {
  readonly sprint: Omit<SprintRecord, 'organizationId' | 'projectId' | 'revision' | 'createdAt'>;
}

/** What is known of Sprints and never changes again; of one that is not done also how its Work Items are now. */
export abstract class SprintReportFeed {
  /** Throws `NOT_FOUND` when it is not of this Project. */
  abstract facts(scope: ProjectScope, id: SprintId): Promise<ReportedSprint>;
}
