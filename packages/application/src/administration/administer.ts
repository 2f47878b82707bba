import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import type { Touched } from '../mutation/reply.js';
import type { Transaction, UnitOfWork } from '../unit-of-work.js';

/** What a task of administration did. */
export interface Administered<Answer> {
  readonly answer: Answer;
  /** Where, if it was in one Organization. */
  readonly organizationId?: OrganizationId;
  readonly touched: readonly Touched[];
}

/** Runs a task of administration: its effects and its one audit row, which names no actor, commit together or not at all. */
export function administer<Answer>(
  unitOfWork: UnitOfWork,
  task: string,
  work: (tx: Transaction) => Promise<Administered<Answer>>,
): Promise<Answer> {
  return unitOfWork.run(async (tx) => {
    const { answer, organizationId = null, touched } = await work(tx);
    const requestId = randomUUID();
    tx.audit.record({ operation: task, organizationId, actorId: null, tokenId: null, requestId, touched });
    return answer;
  });
}
