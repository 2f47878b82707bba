import { Body, Controller, Delete, Patch } from '@nestjs/common';
import { changeSprint, deleteSprint, type ProjectScope } from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { InProject, TargetChild, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeSprintBody } from './sprint.requests.js';
import { Sprint } from './sprint.responses.js';

@Controller('api/organizations/:organizationSlug/projects/:projectKey/sprints/:sprintId')
export class SprintEditingController {
  constructor(private readonly mutations: MutationRunner) {}

  @Patch()
  @Operation({
    id: 'changeSprint',
    summary: 'Changes the plan of a Sprint that is not done.',
    authentication: 'session',
    scope: null,
    role: 'admin',
    ifMatch: 'sprint',
    idempotencyKey: 'optional',
    body: ChangeSprintBody,
    responses: { status: 200, with: Sprint, tag: 'sprint' },
    errors: ['CONFLICT'],
  })
  change(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @Body() body: ChangeSprintBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, changeSprint, scope, body.toCommand(id, conditions.expected));
  }

  @Delete()
  @Operation({
    id: 'deleteSprint',
    summary: 'Deletes a future Sprint that no Work Item was ever in.',
    authentication: 'session',
    scope: null,
    role: 'admin',
    ifMatch: 'sprint',
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
    errors: ['CONFLICT'],
  })
  delete(@InProject() scope: ProjectScope, @TargetChild() id: SprintId, @UnderConditions() conditions: Conditions) {
    return this.mutations.perform(conditions, deleteSprint, scope, { id, expected: conditions.expected }, () => ({
      shown: null,
      touched: [{ kind: 'sprint', id }],
    }));
  }
}
