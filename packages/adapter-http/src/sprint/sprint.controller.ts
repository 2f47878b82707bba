import { Body, Controller, Get, Post } from '@nestjs/common';
import {
  SprintViews,
  createSprint,
  sprintTransitionsOf,
  transitionSprint,
  type ProjectScope,
} from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { InProject, InQuery, TargetChild, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { CreateSprintBody, TransitionSprintBody } from './sprint.requests.js';
import { ProjectSprintTransitionList, Sprint, SprintList } from './sprint.responses.js';
import EXAMPLES from './sprint.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/sprints')
export class SprintController {
  constructor(
    private readonly sprints: SprintViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listProjectSprints',
    summary: 'The Sprints of a Project: dated ones first, by start date.',
    description: 'Lists the Sprints of a Project: those with dates first, by start, then those without.',
    examples: EXAMPLES.listProjectSprints,
    scope: 'project:read',
    role: null,
    query: PAGE_OF_100,
    responses: { status: 200, with: SprintList },
  })
  list(@InProject() scope: ProjectScope, @InQuery() query: QueryOf<typeof PAGE_OF_100>): Promise<SprintList> {
    return this.sprints.page(scope, query);
  }

  @Post()
  @Operation({
    id: 'createProjectSprint',
    summary: 'Creates a future Sprint.',
    description: 'Creates a Sprint in the state `future`. Work Items enter it by their member `sprintId`.',
    examples: EXAMPLES.createProjectSprint,
    scope: 'project:write',
    role: 'admin',
    idempotencyKey: 'required',
    body: CreateSprintBody,
    responses: { status: 201, with: Sprint, tag: 'sprint' },
    errors: ['PROJECT_ARCHIVED'],
  })
  create(@InProject() scope: ProjectScope, @Body() body: CreateSprintBody, @UnderConditions() conditions: Conditions) {
    return this.mutations.run(conditions, createSprint, scope, body.toCommand());
  }

  @Get(':sprintId')
  @Operation({
    id: 'getProjectSprint',
    summary: 'One Sprint.',
    description: 'Shows one Sprint. Its `ETag` is what a transition of it needs.',
    examples: EXAMPLES.getProjectSprint,
    scope: 'project:read',
    role: null,
    responses: { status: 200, with: Sprint, tag: 'sprint' },
  })
  get(@InProject() scope: ProjectScope, @TargetChild() id: SprintId): Promise<Sprint> {
    return this.sprints.one(scope, id);
  }

  @Get(':sprintId/transitions')
  @Operation({
    id: 'listProjectSprintTransitions',
    summary: 'Every state that the Sprint may move to now, and whether it has to be said where unfinished work goes.',
    description:
      'Lists the states that the Sprint can move to now, and whether the request must say where unfinished Work Items go.',
    examples: EXAMPLES.listProjectSprintTransitions,
    scope: 'project:read',
    role: null,
    responses: { status: 200, with: ProjectSprintTransitionList },
  })
  async transitions(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
  ): Promise<ProjectSprintTransitionList> {
    return sprintTransitionsOf(await this.sprints.standing(scope, id));
  }

  @Post(':sprintId/transitions')
  @Operation({
    id: 'transitionProjectSprint',
    summary: 'Starts the Sprint, or completes it and moves its unfinished Work Items.',
    description:
      'Starts a Sprint (`active`) or completes it (`done`). What is in it at the start becomes its commitment. With unfinished Work Items, a completion must say where they go: each of them gains a revision.',
    examples: EXAMPLES.transitionProjectSprint,
    scope: 'project:write',
    role: 'member',
    ifMatch: 'sprint',
    idempotencyKey: 'required',
    body: TransitionSprintBody,
    responses: { status: 200, with: Sprint, tag: 'sprint' },
    errors: [
      'INVALID_SPRINT_TRANSITION',
      'ACTIVE_SPRINT_EXISTS',
      'SPRINT_HAS_UNFINISHED_WORK_ITEMS',
      'INVALID_COMPLETION_TARGET',
    ],
  })
  transition(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @Body() body: TransitionSprintBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, transitionSprint, scope, body.toCommand(id, conditions.expected));
  }
}
