import type { AttachmentPurge } from '../attachment/attachment-purge.js';
import type { AccessTokens } from '../identity/access-tokens.js';
import type { Avatars } from '../identity/avatars.js';
import type { Users } from '../identity/users.js';
import type { Memberships } from '../organization/memberships.js';
import type { Organizations } from '../organization/organizations.js';
import type { ProjectKeys } from '../project/project-keys.js';
import type { PrecomputedFlow } from '../reports/precomputed-flow.js';
import type { Transaction } from '../unit-of-work.js';
import type { Assignments } from '../work-item/assignments.js';
import type { WorkItemImports } from '../work-item/work-item-imports.js';

/** A transaction with the ports that only tasks of administration, imports and rebuilds use. */
export interface AdministrationTransaction extends Transaction {
  readonly users: Users;
  readonly avatars: Avatars;
  readonly organizations: Organizations;
  readonly memberships: Memberships;
  readonly accessTokens: AccessTokens;
  readonly projectKeys: ProjectKeys;
  readonly assignments: Assignments;
  readonly imports: WorkItemImports;
  readonly precomputedFlow: PrecomputedFlow;
  readonly attachmentPurge: AttachmentPurge;
}

/** Runs transactions of administration. The public API cannot inject it: it has no entry in `PORTS`. */
export abstract class AdministrationUnitOfWork {
  /** Runs and retries `work` as `UnitOfWork.run` does. */
  abstract run<T>(work: (tx: AdministrationTransaction) => Promise<T>): Promise<T>;
}
