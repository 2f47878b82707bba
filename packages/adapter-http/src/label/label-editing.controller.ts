import { Body, Controller, Delete, Get, Patch } from '@nestjs/common';
import { LabelViews, changeLabel, deleteLabel, type ProjectScope } from '@worktrack/application';
import type { LabelId } from '@worktrack/domain';
import { InProject, TargetChild, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeLabelBody } from './label.requests.js';
import { RevisedLabel } from './label.responses.js';

@Controller('api/organizations/:organizationSlug/projects/:projectKey/labels/:labelId')
export class LabelEditingController {
  constructor(
    private readonly labels: LabelViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'getLabel',
    summary: 'One label with its revision.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: RevisedLabel, tag: 'label' },
  })
  get(@InProject() scope: ProjectScope, @TargetChild() id: LabelId): Promise<RevisedLabel> {
    return this.labels.revised(scope, id);
  }

  @Patch()
  @Operation({
    id: 'changeLabel',
    summary: 'Renames or recolours a label.',
    authentication: 'session',
    scope: null,
    role: 'admin',
    ifMatch: 'label',
    idempotencyKey: 'optional',
    body: ChangeLabelBody,
    responses: { status: 200, with: RevisedLabel, tag: 'label' },
    errors: ['CONFLICT'],
  })
  change(
    @InProject() scope: ProjectScope,
    @TargetChild() id: LabelId,
    @Body() body: ChangeLabelBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, changeLabel, scope, body.toCommand(id, conditions.expected));
  }

  @Delete()
  @Operation({
    id: 'deleteLabel',
    summary: 'Deletes a label that was never on a Work Item.',
    authentication: 'session',
    scope: null,
    role: 'admin',
    ifMatch: 'label',
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
    errors: ['CONFLICT'],
  })
  delete(@InProject() scope: ProjectScope, @TargetChild() id: LabelId, @UnderConditions() conditions: Conditions) {
    return this.mutations.perform(conditions, deleteLabel, scope, { id, expected: conditions.expected }, () => ({
      shown: null,
      touched: [{ kind: 'label', id }],
    }));
  }
}
