import type { WorkItemId } from '@worktrack/domain';
import { Access, type OrganizationScope, type ProjectScope } from '../access/access.js';
import { isRefusal, refuse, type Refusal } from '../shared/refusals.js';
import type { PublicWorkItemView } from '../work-item/work-item.views.js';
import type { BulkOperation, CheckedOperation } from './bulk-operation.js';
import { BulkResponse, type BulkOutcome, type RenderOutcome, type RenderedOutcome } from './bulk-response.js';
import type { FoundTarget } from './bulk-targets.js';
import { holdAll, type TargetedOperation } from './hold-all.js';
import type { BulkPorts, OperationPorts, SavepointOutcome, SavepointWork } from './ports.js';

/**
 * Runs the operations in order, each in its own savepoint (contract §2.4, Bulk): a refusal is an outcome and undoes nothing else, a fault
 * ends the whole request. Locks everything that the operations name first. `render` converts an outcome to its text in the response: an
 * operation that would make the response exceed `MOST_BULK_BYTES` is undone and refused with `PAYLOAD_TOO_LARGE`.
 */
export async function runBulk(
  tx: BulkPorts & OperationPorts,
  organization: OrganizationScope,
  operations: readonly CheckedOperation[],
  render: RenderOutcome = (outcome) => JSON.stringify(outcome),
): Promise<readonly RenderedOutcome[]> {
  const targeted = await targetsOf(tx, organization, operations);
  await holdAll(tx, organization, targeted.filter(isTargeted));
  await tx.instant();
  const response = new BulkResponse(render);
  const performed: { readonly target: TargetedOperation; readonly index: number }[] = [];
  for (const [index, each] of targeted.entries()) {
    if (isTargeted(each)) performed.push({ target: each, index });
    else response.add(each, index);
  }
  await tx.savepoints(
    performed.map(({ target }) => workOf(target)),
    (outcome, nth) => {
      const place = performed[nth];
      if (!place) throw new Error('An outcome belongs to no operation.');
      response.add(outcomeOf(place.target, outcome), place.index);
    },
  );
  return response.outcomes(operations.length);
}

type Targeted = TargetedOperation | { readonly refusal: Refusal };

function isTargeted(each: Targeted): each is TargetedOperation {
  return 'operation' in each;
}

function workOf({ operation, found, scope }: TargetedOperation): SavepointWork<WorkItemId, PublicWorkItemView> {
  return {
    perform: (tx) => operation.perform(tx, scope, found.workItemId),
    show: ({ workItemViews }, id) => workItemViews.publicOne(scope, id),
  };
}

function outcomeOf(
  { scope: { projectId } }: TargetedOperation,
  outcome: SavepointOutcome<PublicWorkItemView>,
): BulkOutcome {
  return 'refusal' in outcome ? { ...outcome, projectId } : { workItem: outcome.view, projectId };
}

/** Checks the shape first, then that the Project is visible, then that the item exists. The domain checks its rules later. */
async function targetsOf(
  tx: Pick<BulkPorts, 'bulkTargets'>,
  organization: OrganizationScope,
  operations: readonly CheckedOperation[],
): Promise<Targeted[]> {
  const named = operations.flatMap((operation) => (isNamed(operation) ? [operation] : []));
  const found = await tx.bulkTargets.find(
    organization.organizationId,
    named.map(({ projectKey, workItemKey, references: { parent } }) => ({
      projectKey,
      number: workItemKey?.number,
      parent: parent ?? undefined,
    })),
  );
  const targets = new Map(named.map((operation, index) => [operation as CheckedOperation, found[index]]));
  return operations.map((operation) =>
    'refusal' in operation ? operation : targetOf(organization, operation, targets.get(operation)),
  );
}

type NamedOperation = BulkOperation & { readonly projectKey: NonNullable<BulkOperation['projectKey']> };

/** True when the operation names a Project, and, unless it creates an item, an item of that Project. */
function isNamed(operation: CheckedOperation): operation is NamedOperation {
  if ('refusal' in operation || operation.projectKey === undefined) return false;
  return operation.creates || operation.workItemKey?.projectKey === operation.projectKey;
}

function targetOf(organization: OrganizationScope, operation: BulkOperation, found: FoundTarget | undefined): Targeted {
  try {
    const { projectId } = found ?? refuse('NOT_FOUND');
    const scope: ProjectScope = Access.project(organization, {
      id: projectId,
      key: operation.projectKey ?? refuse('NOT_FOUND'),
    });
    if (!operation.creates && found?.workItemId === undefined) refuse('NOT_FOUND');
    return { operation, found: found ?? refuse('NOT_FOUND'), scope };
  } catch (error) {
    if (isRefusal(error)) return { refusal: error };
    throw error;
  }
}
