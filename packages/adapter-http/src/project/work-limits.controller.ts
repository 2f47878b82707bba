import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ProjectViews, limitWork, type ProjectScope, type WorkLimitsView } from '@worktrack/application';
import { InProject, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { LimitWorkBody } from './work-limits.requests.js';
import { WorkLimits } from './work-limits.responses.js';
import EXAMPLES from './work-limits.examples.json';

@Controller('api/x/organizations/:organizationSlug/projects/:projectKey/work-limits')
export class WorkLimitsController {
  constructor(
    private readonly projects: ProjectViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'getWorkLimits',
    stability: 'experimental',
    summary: 'The limits of work in progress of a Project.',
    description:
      'Shows how many Work Items should be in each status together at most. Its `ETag` is that of the Project, which a change of the limits needs.',
    examples: EXAMPLES.getWorkLimits,
    scope: 'project:read',
    role: null,
    responses: { status: 200, with: WorkLimits, tag: 'project' },
  })
  get(@InProject() scope: ProjectScope): Promise<WorkLimits> {
    return this.projects.workLimits(scope);
  }

  @Patch()
  @Operation({
    id: 'limitWork',
    stability: 'experimental',
    summary: 'Changes the limits of work in progress of a Project.',
    description:
      'Sets, changes or clears limits. This is a change of the Project: it has a new revision. A limit is advice: no move of a Work Item is refused by it.',
    examples: EXAMPLES.limitWork,
    scope: 'project:write',
    role: 'admin',
    ifMatch: 'project',
    idempotencyKey: 'required',
    body: LimitWorkBody,
    responses: { status: 200, with: WorkLimits, tag: 'project' },
  })
  change(
    @InProject() scope: ProjectScope,
    @Body() body: LimitWorkBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const command = body.toCommand(conditions.expected);
    return this.mutations.perform(conditions, limitWork, scope, command, (limits) => shown(scope, limits));
  }
}

const shown = ({ projectId }: ProjectScope, limits: WorkLimitsView): Outcome => ({
  shown: limits,
  touched: [{ kind: 'project', id: projectId, revision: limits.revision }],
  revision: limits.revision,
});
