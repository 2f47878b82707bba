import type { SprintTransitionsView, SprintView } from '@worktrack/application';
import { SPRINT_STATES, type SprintId, type SprintState } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

export class Sprint implements SprintView {
  @Shows.uuid() readonly id!: SprintId;
  @Shows.text() readonly name!: string;
  @Shows.word(SPRINT_STATES) readonly state!: SprintState;
  @Shows.instant({ nullable: true }) readonly startDate!: string | null;
  @Shows.instant({ nullable: true }) readonly endDate!: string | null;
  @Shows.text({ nullable: true }) readonly goal!: string | null;
  @Shows.integer(0, { nullable: true }) readonly targetPoints!: number | null;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
  @Shows.integer(1) readonly revision!: number;
}

export class SprintList {
  @Shows.many(Sprint) readonly items!: readonly Sprint[];
  @Shows.one(Page) readonly page!: Page;
}

export class ProjectSprintTransition {
  @Shows.word(['active', 'done']) readonly targetState!: 'active' | 'done';
  @Shows.flag() readonly requiresCompletionAction!: boolean;
}

export class ProjectSprintTransitionList implements SprintTransitionsView {
  @Shows.word(SPRINT_STATES) readonly currentState!: SprintState;
  @Shows.many(ProjectSprintTransition) readonly transitions!: readonly ProjectSprintTransition[];
}
