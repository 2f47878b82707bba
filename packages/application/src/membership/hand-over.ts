import { setTimeout as delay } from 'node:timers/promises';
import { reassigned, type Handover, type OrganizationId, type UserId } from '@worktrack/domain';
import type { Leases } from '../housekeeping/leases.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import type { HandedOver } from '../work-item/assignments.js';
import type { WorkItemPorts } from '../work-item/ports.js';

/** The most Work Items that one transaction reassigns: whoever changes one of them waits for so many. Source: extensions, team, acceptance 4. */
export const REASSIGNED_AT_ONCE = 25;

/** Milliseconds between two transactions, in which those who waited go on. */
const PAUSE = 5;

type Ports = RequestClock & MemberPorts & Pick<WorkItemPorts, 'assignments'>;

/** Runs transactions with the ports of a handover. */
interface Transactions {
  run<T>(work: (tx: Ports) => Promise<T>): Promise<T>;
}

/** Reassigns the next Work Items of a handover. Returns their number. They go to nobody when the other one is not a member any more. */
export async function handOverNext(tx: Ports, pending: HandedOver & Handover): Promise<number> {
  const { organizationId, from, to, actor } = pending;
  const next = to === null ? undefined : await tx.members.find(organizationId, { kind: 'id', id: to });
  const items = await tx.assignments.findNext(pending, REASSIGNED_AT_ONCE);
  if (items.length === 0) return 0;
  const now = await tx.instant();
  const handover = { from, to: next?.active ? next.id : null, actor };
  tx.assignments.save(items.map((item) => reassigned(item, handover, now)));
  return items.length;
}

/** Completes the handover of a member or an account that was removed, if one is pending: small transactions, so that nobody waits for long. */
export async function completeHandover(
  work: Transactions,
  organization: OrganizationId,
  from: UserId,
  signal?: AbortSignal,
): Promise<void> {
  const step = async (tx: Ports): Promise<boolean> => {
    const pending = await tx.assignments.handover(organization, from);
    if (!pending) return false;
    if ((await handOverNext(tx, pending)) > 0) return true;
    tx.assignments.endHandover(organization, from);
    return false;
  };
  while (signal?.aborted !== true && (await work.run(step))) await delay(PAUSE);
}

/** The name of the lease, and the seconds after which it expires without renewal. */
const LEASE = { name: 'handovers', seconds: 60 };

/** Completes the handovers whose request has ended before, one process at a time. Source: extensions, team, acceptance 4. */
export async function completeHandovers(work: Transactions, leases: Leases, signal: AbortSignal): Promise<void> {
  await leases.hold(LEASE.name, LEASE.seconds, async (lease) => {
    for (const { organizationId, from } of await work.run((tx) => tx.assignments.lateHandovers())) {
      if (signal.aborted || !(await lease.renew())) return;
      await completeHandover(work, organizationId, from, signal);
    }
  });
}
