import type { SprintFacts, SprintId, SprintRecord } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';

/** The facts of a Sprint report, with the Sprint as the report shows it; read in one snapshot. */
export interface ReportedSprint extends SprintFacts {
  readonly sprint: Omit<SprintRecord, 'organizationId' | 'projectId' | 'revision' | 'createdAt'>;
}

/** The feed of Sprint reports. It reads immutable facts; for a Sprint that is not done also the current values of its Work Items. */
export abstract class SprintReportFeed {
  /** Throws `NOT_FOUND` when the Sprint is not in this Project. */
  abstract facts(scope: ProjectScope, id: SprintId): Promise<ReportedSprint>;
}
