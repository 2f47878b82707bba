import {
  CLAIM_SECONDS,
  MailQueue,
  invitationsOfOrganization,
  type ClaimedMail,
  type ListedMail,
  type Mail,
  type MailKind,
  type MailLimits,
  type NextMail,
} from '@worktrack/application';
import type { Email, OrganizationId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

/** The days for which an address stays refused. */
const REFUSED_DAYS = 30;

/** The most mails that are listed. */
const MOST_LISTED = 500;

/** The present instant, which is computed once for a statement and can be looked up in an index. */
const NOW = '(select clock_timestamp())';

/**
 * The n-th newest of the mails that were sent in the last hour says when there is room for another one. `$1` is the limit of an address less
 * one, `$2` that of all less one, `$3` that of the invitations of an Organization less one.
 */
const NEXT = statement(
  'mail-queue.next',
  `select next.cause, next.address, next.due_at as "dueAt",
     coalesce(next.expires_at <= ${NOW}, false) as "isExpired",
     (select refused.failure from outbox refused
      where refused.address = next.address and refused.is_refused
        and refused.failed_at > ${NOW} - interval '${REFUSED_DAYS} days'
      order by refused.failed_at desc limit 1) as refusal,
     (select sent.sent_at + interval '1 hour' from outbox sent
      where sent.sent_at > ${NOW} - interval '1 hour'
      order by sent.sent_at desc offset $2 limit 1) as "fullUntil",
     (select sent.sent_at + interval '1 hour' from outbox sent
      where sent.address = next.address and sent.sent_at > ${NOW} - interval '1 hour'
      order by sent.sent_at desc offset $1 limit 1) as "addressFullUntil",
     case when next.kind = 'invitation' then next.organization_id end as "organizationId",
     case when next.kind = 'invitation' then
       (select sent.sent_at + interval '1 hour' from outbox sent
        where sent.organization_id = next.organization_id and sent.kind = 'invitation'
          and sent.sent_at > ${NOW} - interval '1 hour'
        order by sent.sent_at desc offset $3 limit 1) end as "organizationFullUntil"
   from outbox next where next.due_at <= ${NOW}
   order by next.kind in ('invitation', 'digest'), next.due_at, next.created_at, next.cause limit 1`,
);

/** Compare and swap: of two processes, one finds the instant that it has read. */
const CLAIM = statement(
  'mail-queue.claim',
  `update outbox set attempts = attempts + 1, due_at = clock_timestamp() + interval '${CLAIM_SECONDS} seconds'
   where cause = $1 and due_at = $2
   returning cause, organization_id as "organizationId", kind, address, content, expires_at as "expiresAt",
     created_at as "createdAt", attempts as attempt`,
);

const SENT = statement(
  'mail-queue.sent',
  `update outbox set sent_at = clock_timestamp(), due_at = null, content = null, failure = null
   where cause = $1 and due_at is not null`,
);

const RETRY = statement(
  'mail-queue.retry',
  `update outbox set due_at = clock_timestamp() + $2 * interval '1 second', failure = $3
   where cause = $1 and due_at is not null`,
);

const FAILED = statement(
  'mail-queue.failed',
  `update outbox set failed_at = clock_timestamp(), due_at = null, content = null, failure = $2, is_refused = $3
   where cause = $1 and due_at is not null`,
);

const RELEASE = statement(
  'mail-queue.release',
  `update outbox set attempts = attempts - 1, due_at = clock_timestamp() where cause = $1 and due_at is not null`,
);

const POSTPONE = statement('mail-queue.postpone', `update outbox set due_at = $2 where address = $1 and due_at < $2`);

const POSTPONE_INVITATIONS = statement(
  'mail-queue.postpone-invitations',
  `update outbox set due_at = $2 where organization_id = $1 and kind = 'invitation' and due_at < $2`,
);

const PARDON = statement('mail-queue.pardon', `update outbox set is_refused = false where address = $1 and is_refused`);

const BACKLOG = statement(
  'mail-queue.backlog',
  `select count(*)::integer as waiting,
     coalesce(extract(epoch from clock_timestamp() - min(created_at)), 0)::float8 as "oldestSeconds"
   from outbox where due_at is not null`,
);

const LIST = statement(
  'mail-queue.list',
  `select cause, kind, address, created_at as "createdAt", coalesce(sent_at, failed_at, due_at) as at, failure,
     case when sent_at is not null then 'sent' when failed_at is not null then 'failed' else 'waiting' end as state
   from outbox where failed_at is not null or not $1::boolean order by created_at desc, cause limit ${MOST_LISTED}`,
);

interface ClaimedRow {
  readonly cause: string;
  readonly organizationId: OrganizationId | null;
  readonly kind: MailKind;
  readonly address: Email;
  readonly content: object;
  readonly expiresAt: Date | null;
  readonly createdAt: Date;
  readonly attempt: number;
}

export class PostgresMailQueue extends MailQueue {
  constructor(private readonly connections: Connections) {
    super();
  }

  async next(limits: MailLimits): Promise<NextMail | undefined> {
    const offsets = [limits.ofAddress - 1, limits.ofAll - 1, invitationsOfOrganization(limits) - 1];
    const [next] = await this.connections.rows<NextMail>(NEXT, offsets);
    return next;
  }

  async claim({ cause, dueAt }: NextMail): Promise<ClaimedMail | undefined> {
    const [row] = await this.connections.once<ClaimedRow>(CLAIM, [cause, dueAt]);
    if (!row) return undefined;
    const { attempt, createdAt, content, ...envelope } = row;
    // `Outbox.put` took the mail apart in the same way.
    return { mail: { ...envelope, ...content } as Mail, attempt, createdAt };
  }

  async sent(cause: string): Promise<void> {
    await this.connections.once(SENT, [cause]);
  }

  async retryIn(cause: string, seconds: number, failure: string): Promise<void> {
    await this.connections.once(RETRY, [cause, seconds, failure]);
  }

  async failed(cause: string, failure: string, isRefused: boolean): Promise<void> {
    await this.connections.once(FAILED, [cause, failure, isRefused]);
  }

  async release(cause: string): Promise<void> {
    await this.connections.once(RELEASE, [cause]);
  }

  async postpone(address: Email, until: Date): Promise<void> {
    await this.connections.once(POSTPONE, [address, until]);
  }

  async postponeInvitations(organization: OrganizationId, until: Date): Promise<void> {
    await this.connections.once(POSTPONE_INVITATIONS, [organization, until]);
  }

  async pardon(address: Email): Promise<void> {
    await this.connections.once(PARDON, [address]);
  }

  async backlog(): Promise<{ readonly waiting: number; readonly oldestSeconds: number }> {
    const [backlog] = await this.connections.rows<{ waiting: number; oldestSeconds: number }>(BACKLOG, []);
    return backlog ?? { waiting: 0, oldestSeconds: 0 };
  }

  list(onlyFailed: boolean): Promise<readonly ListedMail[]> {
    return this.connections.rows<ListedMail>(LIST, [onlyFailed]);
  }
}
