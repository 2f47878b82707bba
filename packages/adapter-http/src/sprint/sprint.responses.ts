import { ApiSchema } from '@nestjs/swagger';
import type { SprintTransitionsView, SprintView } from '@worktrack/application';
import { SPRINT_STATES, type SprintId, type SprintState } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A Sprint of a Project.' })
export class Sprint implements SprintView {
  @Shows.uuid({ description: 'The id of the Sprint. It never changes.' }) readonly id!: SprintId;
  @Shows.text({ description: 'The name of the Sprint.' }) readonly name!: string;
  @Shows.word(SPRINT_STATES) readonly state!: SprintState;
  @Shows.instant({ nullable: true }) readonly startDate!: string | null;
  @Shows.instant({ nullable: true }) readonly endDate!: string | null;
  @Shows.text({ nullable: true }) readonly goal!: string | null;
  @Shows.integer(0, { nullable: true }) readonly targetPoints!: number | null;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
  @Shows.integer(1) readonly revision!: number;
}

@ApiSchema({ description: 'A page of the Sprints of a Project: dated ones by start, then those without a date.' })
export class SprintList {
  @Shows.many(Sprint) readonly items!: readonly Sprint[];
  @Shows.one(Page) readonly page!: Page;
}

@ApiSchema({ description: 'A state that a Sprint can move to.' })
export class ProjectSprintTransition {
  @Shows.word(['active', 'done'], { description: 'The state to move to.' }) readonly targetState!: 'active' | 'done';
  @Shows.flag({ description: '`true`: the Sprint has unfinished Work Items, and the request must say where they go.' })
  readonly requiresCompletionAction!: boolean;
}

@ApiSchema({ description: 'The states that a Sprint can move to now.' })
export class ProjectSprintTransitionList implements SprintTransitionsView {
  @Shows.word(SPRINT_STATES, { description: 'The state now.' }) readonly currentState!: SprintState;
  @Shows.many(ProjectSprintTransition, {
    description: 'The states that it can move to; empty for a Sprint that is done.',
  })
  readonly transitions!: readonly ProjectSprintTransition[];
}
