import { Body, Controller, Patch, Post } from '@nestjs/common';
import {
  runBulk,
  type BulkOutcome,
  type CheckedOperation,
  type OrganizationScope,
  type RenderedOutcome,
} from '@worktrack/application';
import { InOrganization, UnderConditions, type Conditions } from '../run/context.js';
import { STATUS, errorOf } from '../reply/errors.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { BulkCreateBody, BulkTransitionBody, BulkUpdateBody, withPaths, type BulkCommand } from './bulk.requests.js';
import { BulkResultList, type BulkResult } from './bulk.responses.js';
import EXAMPLES from './bulk.examples.json';

/** The form of the results of one kind of bulk request. */
interface Manner {
  readonly success: 200 | 201;
  /** The path, within an operation, of the members that a refusal names. */
  readonly members: readonly string[];
}

/** The result of an operation that cannot be read names its members by their full path. */
const UNREADABLE: Manner = { success: 200, members: [] };

@Controller('api/v1/organizations/:organizationSlug')
export class BulkController {
  constructor(private readonly mutations: MutationRunner) {}

  @Post('bulk-work-items')
  @Operation({
    id: 'bulkCreateWorkItems',
    summary: 'Creates up to 50 Work Items, each judged by itself.',
    description:
      'Creates up to 50 Work Items in one request. Each succeeds or fails on its own, in order: look at the `status` of each result. The response is 200 even if all of them fail. Labels are attached afterwards, one request each.',
    examples: EXAMPLES.bulkCreateWorkItems,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    body: BulkCreateBody,
    responses: { status: 200, with: BulkResultList },
  })
  create(
    @InOrganization() scope: OrganizationScope,
    @Body() body: BulkCreateBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.run(conditions, scope, body.toCommand(), { success: 201, members: [] });
  }

  @Patch('bulk-work-items')
  @Operation({
    id: 'bulkUpdateWorkItems',
    summary: 'Changes up to 50 Work Items, each judged by itself.',
    description:
      'Changes up to 50 Work Items in one request, each against the revision that it names. Each succeeds or fails on its own, in order: look at the `status` of each result. The response is 200 even if all of them fail.',
    examples: EXAMPLES.bulkUpdateWorkItems,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    body: BulkUpdateBody,
    responses: { status: 200, with: BulkResultList },
  })
  update(
    @InOrganization() scope: OrganizationScope,
    @Body() body: BulkUpdateBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.run(conditions, scope, body.toCommand(), { success: 200, members: ['changes'] });
  }

  @Post('bulk-work-item-transitions')
  @Operation({
    id: 'bulkTransitionWorkItems',
    summary: 'Moves up to 50 Work Items to other statuses, each judged by itself.',
    description:
      'Moves up to 50 Work Items to other statuses in one request. Each succeeds or fails on its own, in order: look at the `status` of each result. The response is 200 even if all of them fail.',
    examples: EXAMPLES.bulkTransitionWorkItems,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    body: BulkTransitionBody,
    responses: { status: 200, with: BulkResultList },
  })
  transition(
    @InOrganization() scope: OrganizationScope,
    @Body() body: BulkTransitionBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.run(conditions, scope, body.toCommand(), { success: 200, members: [] });
  }

  private run(
    conditions: Conditions,
    scope: OrganizationScope,
    { operations, identity }: BulkCommand,
    manner: Manner,
  ): Promise<string | null> {
    const textOf = (outcome: BulkOutcome, index: number) =>
      JSON.stringify(resultOf(outcome, index, isRead(operations[index]) ? manner : UNREADABLE));
    return this.mutations.perform(
      conditions,
      (tx, organization, all) => runBulk(tx, organization, all, textOf),
      scope,
      operations,
      outcomeOf,
      identity,
    );
  }
}

function outcomeOf(outcomes: readonly RenderedOutcome[]): Outcome {
  const done = outcomes.flatMap((outcome) => ('workItem' in outcome ? [outcome] : []));
  return {
    // A `BulkResultList` of results that are JSON text already.
    shown: `{"results":[${outcomes.map(({ text }) => text).join(',')}]}`,
    // A refusal by a rule of the domain shows data of its Project, too.
    shows: [...new Set(outcomes.flatMap(({ projectId }) => projectId ?? []))],
    touched: done.map(({ workItem: { id, revision } }) => ({ kind: 'work_item', id, revision })),
  };
}

function resultOf(outcome: BulkOutcome, index: number, { success, members }: Manner): BulkResult {
  if ('workItem' in outcome) return { index, status: success, workItem: outcome.workItem };
  const refusal = withPaths(outcome.refusal, ['operations', index, ...members].join('.'));
  return { index, status: STATUS[refusal.code], error: errorOf(refusal) };
}

function isRead(operation: CheckedOperation | undefined): boolean {
  return operation !== undefined && !('refusal' in operation);
}
