import type { SprintSummaries } from './sprint-summaries.js';
import type { SprintRepository } from './sprint.repository.js';
import type { SprintViews } from './sprint.views.js';

/** The ports of Sprints in a transaction. */
export interface SprintPorts {
  readonly sprints: SprintRepository;
  readonly sprintSummaries: SprintSummaries;
  readonly sprintViews: SprintViews;
}
