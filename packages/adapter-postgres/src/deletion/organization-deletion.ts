import { randomUUID } from 'node:crypto';
import type { OrganizationDeletion } from '@worktrack/application';
import type { AccessTokenId, BlobName, OrganizationId, UserId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';
import { inTransaction } from '../engine/transaction.js';
import { PostgresAuditTrail } from '../mutation/audit-trail.js';
import { EMPTIED_TABLES } from './tables.js';

/** The most rows of one step: it takes some milliseconds. */
const BATCH = 250;

const BEGUN = statement(
  'deletion.begun',
  `select id from organizations where deletion_began_at is not null order by deletion_began_at, id limit 1`,
);

const DUE = statement(
  'deletion.due',
  `select id, clock_timestamp() as now from organizations where removal_due_at <= clock_timestamp() and deletion_began_at is null
   order by removal_due_at, id limit 1 for update skip locked`,
);

const BEGIN = statement('deletion.begin', 'update organizations set deletion_began_at = $2 where id = $1');

/** Without an actor where the operator did it, or where the entry was dropped with its month. */
const REMOVED_BY = statement(
  'deletion.removed-by',
  `select actor_id as "actorId" from audit_log
   where organization_id = $1 and operation in ('removeOrganization', 'org:remove') order by id desc limit 1`,
);

const BLOBS = statement(
  'deletion.blobs',
  `select blob_name as name from attachments
   where organization_id = $1 and blob_name > $2 and not exists (
     select from attachments other where other.blob_name = attachments.blob_name and other.organization_id <> $1)
   order by blob_name limit ${BATCH}`,
);

const MEMBERS = statement(
  'deletion.members',
  `select user_id as id from memberships where organization_id = $1 order by user_id limit ${BATCH}`,
);

/** The default of a user becomes the oldest of the other Organizations. */
const RELEASE_DEFAULTS = statement(
  'deletion.release-defaults',
  `update users set default_organization_id = (
     select organization_id from memberships where user_id = users.id and organization_id <> $1
     order by created_at, organization_id limit 1)
   where id = any($2::uuid[]) and default_organization_id = $1`,
);

const END_MEMBERSHIPS = statement(
  'deletion.end-memberships',
  'delete from memberships where organization_id = $1 and user_id = any($2::uuid[])',
);

const TOKENS = statement(
  'deletion.tokens',
  `select token_id as id from token_grants where organization_id = $1 order by token_id limit ${BATCH}`,
);

const END_GRANTS = statement(
  'deletion.end-grants',
  'delete from token_grants where organization_id = $1 and token_id = any($2::uuid[])',
);

/** A token that reaches nothing else goes too. */
const DELETE_TOKENS = statement(
  'deletion.tokens-without-grant',
  `delete from access_tokens where id = any($1::uuid[])
     and not exists (select from token_grants where token_id = access_tokens.id)`,
);

const DELETE_ROWS = statement('deletion.rows', 'select delete_rows_of_organization($1, $2, $3) as deleted');
const FINISH = statement('deletion.finish', 'select delete_removed_organization($1) as "left"');

export class PostgresOrganizationDeletion implements OrganizationDeletion {
  constructor(private readonly connections: Connections) {}

  async next(): Promise<OrganizationId | undefined> {
    const [begun] = await this.connections.once<{ id: OrganizationId }>(BEGUN, []);
    if (begun) return begun.id;
    return inTransaction(this.connections, async (transaction) => {
      const [due] = await transaction.rows<{ id: OrganizationId; now: Date }>(DUE, []);
      if (!due) return undefined;
      transaction.write(BEGIN, [due.id, due.now]);
      const [removed] = await transaction.rows<{ actorId: UserId | null }>(REMOVED_BY, [due.id]);
      new PostgresAuditTrail(transaction).record(entryOf('org:delete', due.id, removed?.actorId));
      return due.id;
    });
  }

  async blobs(organization: OrganizationId, after: BlobName | undefined): Promise<readonly BlobName[]> {
    const blobs = await this.connections.once<{ name: BlobName }>(BLOBS, [organization, after ?? '']);
    return blobs.map(({ name }) => name);
  }

  deleteAttachments(organization: OrganizationId): AsyncIterable<number> {
    return untilNone(() => this.deleteFrom('attachments', organization));
  }

  async *deleteRows(organization: OrganizationId): AsyncIterable<number> {
    yield* untilNone(() => this.endMemberships(organization));
    yield* untilNone(() => this.endGrants(organization));
    for (const table of EMPTIED_TABLES) yield* untilNone(() => this.deleteFrom(table, organization));
  }

  finish(organization: OrganizationId): Promise<void> {
    return inTransaction(this.connections, async (transaction) => {
      const [found] = await transaction.rows<{ left: string | null }>(FINISH, [organization]);
      const left = found?.left ?? null;
      if (left !== null) throw new Error(`The table ${left} still has rows of the Organization ${organization}.`);
      new PostgresAuditTrail(transaction).record(entryOf('org:deleted', organization, null));
    });
  }

  private async deleteFrom(table: string, organization: OrganizationId): Promise<number> {
    const [found] = await this.connections.once<{ deleted: number }>(DELETE_ROWS, [organization, table, BATCH]);
    return found?.deleted ?? 0;
  }

  private endMemberships(organization: OrganizationId): Promise<number> {
    return inTransaction(this.connections, async (transaction) => {
      const users = await transaction.rows<{ id: UserId }>(MEMBERS, [organization]);
      const ids = users.map(({ id }) => id);
      transaction.write(RELEASE_DEFAULTS, [organization, ids]);
      transaction.write(END_MEMBERSHIPS, [organization, ids]);
      return ids.length;
    });
  }

  private endGrants(organization: OrganizationId): Promise<number> {
    return inTransaction(this.connections, async (transaction) => {
      const tokens = await transaction.rows<{ id: AccessTokenId }>(TOKENS, [organization]);
      const ids = tokens.map(({ id }) => id);
      transaction.write(END_GRANTS, [organization, ids]);
      transaction.write(DELETE_TOKENS, [ids]);
      return ids.length;
    });
  }
}

/** Repeats a step until it deletes nothing. */
async function* untilNone(step: () => Promise<number>): AsyncIterable<number> {
  for (;;) {
    const deleted = await step();
    if (deleted === 0) return;
    yield deleted;
  }
}

/** An entry that belongs to no Organization, so that it outlives this one: without any name. */
const entryOf = (operation: string, id: OrganizationId, actorId: UserId | null = null) => ({
  ...{ operation, organizationId: null, actorId, tokenId: null, requestId: randomUUID() },
  touched: [{ kind: 'organization', id }] as const,
});
