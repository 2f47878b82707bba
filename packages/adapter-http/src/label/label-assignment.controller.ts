import { Body, Controller, Delete, Post } from '@nestjs/common';
import { attachLabel, detachLabel, type ProjectScope } from '@worktrack/application';
import type { LabelId, WorkItemId } from '@worktrack/domain';
import { InProject, TargetChild, TargetWorkItem, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PublicWorkItem } from '../work-item/work-item.responses.js';
import { AttachLabelBody } from './label.requests.js';
import EXAMPLES from './label.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey/labels')
export class LabelAssignmentController {
  constructor(private readonly mutations: MutationRunner) {}

  @Post()
  @Operation({
    id: 'createWorkItemLabelAssignment',
    summary: 'Attaches a label of the Project, by id or name; one that is attached already stays.',
    description:
      'Puts a label of the Project on the Work Item, by id or name. A label that is on it already stays, and the revision too. A Work Item has at most 100 labels. A label that the Project does not have gets 404 too: `createProjectLabel` creates it first, and needs the role admin.',
    examples: EXAMPLES.createWorkItemLabelAssignment,
    scope: 'work_item:write',
    role: 'member',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    body: AttachLabelBody,
    responses: { status: 200, with: PublicWorkItem, tag: 'wi' },
    errors: ['WORK_ITEM_ARCHIVED', 'CONFLICT'],
  })
  attach(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() id: WorkItemId,
    @Body() body: AttachLabelBody,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = body.toCommand(id, conditions.expected);
    // The body itself is the identity: a label by id and the same by name are two requests.
    return this.mutations.run(conditions, attachLabel, scope, command, body);
  }

  @Delete(':labelId')
  @Operation({
    id: 'deleteWorkItemLabelAssignment',
    summary: 'Detaches a label, by id or name; the answer is the Work Item.',
    description:
      'Takes a label off the Work Item, by id or name. The response is the Work Item, not 204. A label that is not on it gets 404.',
    examples: EXAMPLES.deleteWorkItemLabelAssignment,
    scope: 'work_item:write',
    role: 'member',
    ifMatch: 'wi',
    idempotencyKey: 'required',
    responses: { status: 200, with: PublicWorkItem, tag: 'wi' },
    errors: ['WORK_ITEM_ARCHIVED'],
  })
  detach(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @TargetChild() labelId: LabelId,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { workItemId, expected: conditions.expected, labelId };
    // The path and `If-Match` are all of its identity.
    return this.mutations.run(conditions, detachLabel, scope, command, {});
  }
}
