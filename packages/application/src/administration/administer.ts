import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import type { Touched } from '../mutation/reply.js';
import type { AdministrationTransaction, AdministrationUnitOfWork } from './administration-unit-of-work.js';

/** The result of a task of administration. */
export interface Administered<Result> {
  readonly result: Result;
  /** The Organization that the task changed, if any. */
  readonly organizationId?: OrganizationId;
  readonly touched: readonly Touched[];
}

/** Runs a task of administration. Its effects and its one audit row, which has no actor, commit together or not at all. */
export function administer<Result>(
  administration: AdministrationUnitOfWork,
  task: string,
  work: (tx: AdministrationTransaction) => Promise<Administered<Result>>,
): Promise<Result> {
  return administration.run(async (tx) => {
    const { result, ...changed } = await work(tx);
    auditTask(tx, task, changed);
    return result;
  });
}

/** Registers the audit row of a task, for a task that works in several transactions. */
export function auditTask(
  tx: Pick<AdministrationTransaction, 'audit'>,
  task: string,
  { organizationId, touched }: Omit<Administered<unknown>, 'result'>,
): void {
  const by = { actorId: null, tokenId: null, requestId: randomUUID() };
  tx.audit.record({ operation: task, organizationId: organizationId ?? null, ...by, touched });
}
