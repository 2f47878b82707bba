import { Injectable } from '@nestjs/common';
import { UnitOfWork, invariant, type Touched, type Transaction } from '@worktrack/application';
import type { CredentialId, OrganizationId, UserId } from '@worktrack/domain';
import { isApplicationOperation } from '../arrival/application-routes.js';
import { Limits } from '../limits/limits.js';
import { inSlot } from '../limits/work-slots.js';
import type { RequestContext } from './context.js';

/** The user of a change, and the credential of the user. Both are `null` where no account is known. */
export interface Actor {
  readonly actorId: UserId | null;
  readonly tokenId: CredentialId | null;
}

/** The result of a change of an account. */
export interface AccountChange<Result> {
  readonly result: Result;
  readonly touched: readonly Touched[];
  /** The name in the audit trail, where it is not that of the operation. */
  readonly operation?: string;
  /** The Organization that the change is in, if it is in one. */
  readonly organizationId?: OrganizationId;
  /** The actor, where the change itself finds it; else it is the caller. */
  readonly actor?: Actor;
}

/**
 * Runs changes of the caller's own account, which is in no Organization, and of tokens, which can reach into several. Each has one audit
 * row. Its transactions are not limited to the rows of one Organization, so it throws for an operation of the public API and for one with
 * an Organization in its path.
 */
@Injectable()
export class AccountChanges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limits: Limits,
  ) {}

  /** Runs `work` in one transaction with its audit row, to its end even when the client goes away. */
  run<Result>(context: RequestContext, work: (tx: Transaction) => Promise<AccountChange<Result>>): Promise<Result> {
    begin(context);
    return inSlot(this.limits, context, () => this.unitOfWork.run(async (tx) => record(tx, context, await work(tx))));
  }

  /** Runs `work` as `run` does. Without a result nothing is recorded, and `undefined` is returned. */
  runIf<Result>(
    context: RequestContext,
    work: (tx: Transaction) => Promise<AccountChange<Result> | undefined>,
  ): Promise<Result | undefined> {
    begin(context);
    return inSlot(this.limits, context, () =>
      this.unitOfWork.run(async (tx) => {
        const change = await work(tx);
        return change && record(tx, context, change);
      }),
    );
  }
}

function begin({ operation, organization, work }: RequestContext): void {
  if (!isApplicationOperation(operation) || organization) throw new Error('This operation changes no account.');
  work.beginChange();
}

/** Records a change in the audit trail, and returns its result. */
function record<Result>(tx: Transaction, context: RequestContext, change: AccountChange<Result>): Result {
  const { id } = invariant(context.operation, 'A change runs outside of an operation.');
  const { result, touched, operation = id, organizationId = null, actor = actorOf(context) } = change;
  tx.audit.record({ operation, organizationId, ...actor, requestId: context.requestId, touched });
  return result;
}

function actorOf({ principal }: RequestContext): Actor {
  return { actorId: principal?.user.id ?? null, tokenId: principal?.token.id ?? null };
}
