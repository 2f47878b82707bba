import { Access, RequestWork, type Transaction, type UnitOfWork } from '@worktrack/application';
import type { OrganizationId, UserId } from '@worktrack/domain';
import { limitsWith } from '../../test/limits.js';
import { AccountChanges } from './account-changes.js';
import type { RequestContext } from './context.js';
import type { OperationPolicy } from './policy.js';

/** Runs an empty change of an account as this operation, and returns the audit rows. */
async function changedBy(operation: Partial<OperationPolicy>, more: Partial<RequestContext> = {}) {
  const recorded: unknown[] = [];
  const tx = { audit: { record: (entry: unknown) => recorded.push(entry) } } as unknown as Transaction;
  const unitOfWork: UnitOfWork = { run: (work) => work(tx) };
  const work = Object.assign(new RequestWork(1_000), { beginChange: () => undefined });
  const context = { requestId: 'r', address: '192.0.2.1', operation, work, ...more };
  await new AccountChanges(unitOfWork, limitsWith()).run(context as unknown as RequestContext, () =>
    Promise.resolve({ result: undefined, touched: [] }),
  );
  return recorded;
}

describe('A change of an account', () => {
  it.each(['session', 'visitor'] as const)('has one audit row, in no Organization: %s', async (authentication) => {
    expect(await changedBy({ id: 'signOut', authentication })).toEqual([
      { operation: 'signOut', organizationId: null, actorId: null, tokenId: null, requestId: 'r', touched: [] },
    ]);
  });

  it('is no operation of the public API, and none of an Organization', async () => {
    const refused = 'This operation changes no account.';
    const organization = Access.onBehalfOf('acme' as OrganizationId, 'ada' as UserId, 'owner');
    await expect(changedBy({ id: 'createProject' })).rejects.toThrow(refused);
    await expect(changedBy({ id: 'changeOwnUsername', authentication: 'session' }, { organization })).rejects.toThrow(
      refused,
    );
  });
});
