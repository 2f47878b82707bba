import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@worktrack/domain';
import type { AuditPorts } from '../mutation/ports.js';
import type { Touched } from '../mutation/reply.js';

/** Runs transactions of administration with the ports that a task names. */
export interface Administration<TaskPorts> {
  run<T>(work: (tx: TaskPorts) => Promise<T>): Promise<T>;
}

/** The result of a task of administration. */
export interface Administered<Result> {
  readonly result: Result;
  /** The Organization that the task changed, if any. */
  readonly organizationId?: OrganizationId;
  readonly touched: readonly Touched[];
}

/** Runs a task of administration. Its effects and its one audit row, which has no actor, commit together or not at all. */
export function administer<Result, TaskPorts extends Pick<AuditPorts, 'audit'>>(
  administration: Administration<TaskPorts>,
  task: string,
  work: (tx: TaskPorts) => Promise<Administered<Result>>,
): Promise<Result> {
  return administration.run(async (tx) => {
    const { result, ...changed } = await work(tx);
    auditTask(tx, task, changed);
    return result;
  });
}

/** Registers the audit row of a task, for a task that works in several transactions. */
export function auditTask(
  tx: Pick<AuditPorts, 'audit'>,
  task: string,
  { organizationId, touched }: Omit<Administered<unknown>, 'result'>,
): void {
  const by = { actorId: null, tokenId: null, requestId: randomUUID() };
  tx.audit.record({ operation: task, organizationId: organizationId ?? null, ...by, touched });
}
