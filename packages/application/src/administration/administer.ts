import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import type { Touched } from '../mutation/reply.js';
import type { AdministrationTransaction, AdministrationUnitOfWork } from './administration-unit-of-work.js';

/** The result of a task of administration. */
export interface Administered<Answer> {
  readonly answer: Answer;
  /** The Organization that the task changed, if any. */
  readonly organizationId?: OrganizationId;
  readonly touched: readonly Touched[];
}

/** Runs a task of administration. Its effects and its one audit row, which has no actor, commit together or not at all. */
export function administer<Answer>(
  administration: AdministrationUnitOfWork,
  task: string,
  work: (tx: AdministrationTransaction) => Promise<Administered<Answer>>,
): Promise<Answer> {
  return administration.run(async (tx) => {
    const { answer, ...changed } = await work(tx);
    auditTask(tx, task, changed);
    return answer;
  });
}

/** Registers the audit row of a task, for a task that works in several transactions. */
export function auditTask(
  tx: Pick<AdministrationTransaction, 'audit'>,
  task: string,
  { organizationId, touched }: Omit<Administered<unknown>, 'answer'>,
): void {
  const by = { actorId: null, tokenId: null, requestId: randomUUID() };
  tx.audit.record({ operation: task, organizationId: organizationId ?? null, ...by, touched });
}
