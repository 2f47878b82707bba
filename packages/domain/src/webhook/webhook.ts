import type { OrganizationId, ProjectId, UserId, WebhookId } from '../identity/ids.js';
import type { AnyScope } from '../identity/scope.js';
import { trimmedText, type Bounds } from '../shared/bounds.js';
import { DomainError, invalid } from '../shared/refusal.js';
import { expectRevision, type ExpectedRevision } from '../shared/revision.js';
import { hasControls, trim } from '../shared/text.js';
import { assertKinds } from '../shared/wrong-use.js';
import type { WebhookPauseReason, WebhookState } from './retries.js';

/** The length limits of the texts of a webhook, in code points, and of the lists. */
export const WEBHOOK_BOUNDS = {
  name: { least: 1, most: 100 },
  url: { least: 1, most: 2_000 },
  projects: { least: 1, most: 100 },
  overlapHours: { least: 0, most: 168 },
} as const satisfies Record<string, Bounds>;

/** The maximum number of webhooks of an Organization. */
export const MOST_WEBHOOKS = 20;

/** The members of a webhook that people choose. */
export interface WebhookContent {
  readonly name: string;
  /** The address of the receiver. The caller has checked it. */
  readonly url: string;
  /** The types of events; `null`: all, those that are added later included. */
  readonly types: readonly string[] | null;
  /** Only events of these Projects; `null`: of all that the webhook sees. */
  readonly projectIds: readonly ProjectId[] | null;
}

/** The stored record of a webhook. Instants are UTC with millisecond precision. */
export interface WebhookRecord extends WebhookContent {
  readonly id: WebhookId;
  readonly organizationId: OrganizationId;
  /** The webhook sees what this user sees: the membership and the role of an administrator must last. */
  readonly ownerId: UserId;
  /** The scopes of the credential that created it. */
  readonly scopes: readonly AnyScope[];
  /** The Projects that the credential saw which created it; `null`: the whole Organization. */
  readonly grantedProjectIds: readonly ProjectId[] | null;
  /** The position in the feed up to which events were delivered or left out. */
  readonly position: number;
  readonly state: WebhookState;
  readonly pausedReason: WebhookPauseReason | null;
  readonly attempt: number;
  readonly refusals: number;
  readonly failingSince: Date | null;
  readonly nextAttemptAt: Date | null;
  /** Counts those who work on the webhook: who has an older number changes nothing. */
  readonly leaseToken: number;
  /** The id of a ping to send; `null`: none. */
  readonly pingId: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The facts of a new webhook. */
export type NewWebhook = WebhookContent &
  Pick<WebhookRecord, 'id' | 'organizationId' | 'ownerId' | 'scopes' | 'grantedProjectIds' | 'position'>;

/** The members to change. An absent member stays. */
export type WebhookChanges = { readonly [Member in keyof WebhookContent]?: WebhookContent[Member] | undefined };

/** The bounds of the feed of an Organization. */
export interface FeedRange {
  /** The position of the oldest event that is kept. */
  readonly oldest: number;
  /** The position of the newest event. */
  readonly last: number;
}

const WORKING = {
  state: 'active',
  pausedReason: null,
  attempt: 0,
  refusals: 0,
  failingSince: null,
  nextAttemptAt: null,
} as const;

/**
 * A subscription to the feed of an Organization: a position with an address. Events are sent strictly in order, one at a time. The revision
 * counts what people change; what the server does, such as a retry, leaves it.
 */
export class Webhook {
  private constructor(
    private current: WebhookRecord,
    /** The revision at loading, `0` for a new webhook. A guarded write compares it with the stored one. */
    readonly loadedRevision: number,
  ) {}

  /**
   * Creates a webhook with revision 1. Throws `VALIDATION_ERROR` on `name` or `projects`, and `WEBHOOK_LIMIT_REACHED` when the Organization
   * has `MOST_WEBHOOKS`.
   */
  static create(given: NewWebhook, count: number, now: Date): Webhook {
    const call = 'Webhook.create';
    assertKinds(call, given, { id: 'text', organizationId: 'text', ownerId: 'text', url: 'text', types: 'list?' });
    assertKinds(call, given, { projectIds: 'list?', grantedProjectIds: 'list?', scopes: 'list', position: 'number' });
    assertKinds(call, { count, now }, { count: 'number', now: 'instant' });
    if (count >= MOST_WEBHOOKS) {
      throw new DomainError(
        'WEBHOOK_LIMIT_REACHED',
        `The Organization has ${MOST_WEBHOOKS} webhooks: delete one of them first.`,
      );
    }
    assertGranted(given.projectIds, given.grantedProjectIds);
    const begun = { ...WORKING, leaseToken: 0, pingId: null, revision: 1, createdAt: now, updatedAt: now };
    return new Webhook({ ...given, name: checkedName(given.name), ...begun }, 0);
  }

  /** Restores a stored webhook. Checks nothing. */
  static restore(record: WebhookRecord): Webhook {
    assertKinds('Webhook.restore', record, { id: 'text', revision: 'number' });
    return new Webhook(record, record.revision);
  }

  /** The record to store. */
  get record(): WebhookRecord {
    return this.current;
  }

  /** True when the webhook is new, or has changed since it was loaded. */
  get hasChanged(): boolean {
    return this.current.revision !== this.loadedRevision;
  }

  /** Throws `REVISION_CONFLICT` unless `expected` is the current revision or `*`. The caller checks this before every other rule. */
  expect(expected: ExpectedRevision): void {
    expectRevision(expected, this.current.revision);
  }

  /**
   * Changes the given members; equal values change nothing. Throws `VALIDATION_ERROR` on `name`, and on `projects` for one that the creating
   * credential did not see.
   */
  change(changes: WebhookChanges, now: Date): void {
    assertKinds('Webhook.change', { changes, now }, { changes: 'object', now: 'instant' });
    const { name, url, types, projectIds, grantedProjectIds } = this.current;
    const next: WebhookContent = {
      // A name that stays is not checked again: it can be older than a rule about names.
      name: changes.name === undefined || trim(changes.name) === name ? name : checkedName(changes.name),
      url: changes.url ?? url,
      types: changes.types === undefined ? types : changes.types,
      projectIds: changes.projectIds === undefined ? projectIds : changes.projectIds,
    };
    if (changes.projectIds !== undefined) assertGranted(changes.projectIds, grantedProjectIds);
    const isEqual =
      next.name === name &&
      next.url === url &&
      isSameList(next.types, types) &&
      isSameList(next.projectIds, projectIds);
    if (!isEqual) this.revise(next, now);
  }

  /** Stops the webhook until somebody resumes it. One that is paused stays as it is. */
  pause(now: Date): void {
    if (this.current.state === 'paused') return;
    this.revise({ ...WORKING, state: 'paused', pausedReason: 'user' }, now);
  }

  /**
   * Goes on where the webhook stood, with an attempt right away; where those events are kept no longer, with the oldest one. One that works
   * stays as it is. Throws `CONFLICT` when the owner is not an administrator of the Organization any more.
   */
  resume(ownerHasAccess: boolean, range: FeedRange, now: Date): void {
    if (!ownerHasAccess) {
      throw new DomainError(
        'CONFLICT',
        'The owner of this webhook is not an administrator of the Organization any more: create a webhook of your own.',
      );
    }
    if (this.current.state === 'active') return;
    this.revise({ ...WORKING, position: within(this.current.position, range) }, now);
  }

  /** Sets the webhook back, or forward, to a position: the events after it are sent, those that were sent before included. */
  replay(position: number, now: Date): void {
    assertKinds('Webhook.replay', { position, now }, { position: 'number', now: 'instant' });
    const failures = this.current.state === 'paused' ? {} : WORKING;
    this.revise({ ...failures, position, attempt: 0, refusals: 0 }, now);
  }

  /** Counts a new secret as a change. */
  rotate(now: Date): void {
    this.revise({}, now);
  }

  /** A change by people ends the work that is under way: it would overwrite the change. */
  private revise(changes: Partial<WebhookRecord>, now: Date): void {
    const { revision, leaseToken } = this.current;
    const counted = { revision: revision + 1, leaseToken: leaseToken + 1, updatedAt: now };
    this.current = { ...this.current, ...changes, ...counted };
  }
}

const within = (position: number, { oldest, last }: FeedRange): number =>
  Math.min(Math.max(position, oldest - 1), last);

function checkedName(name: string): string {
  const text = trimmedText('name', name, WEBHOOK_BOUNDS.name);
  if (hasControls(text)) invalid('name', 'must hold no control character');
  return text;
}

function assertGranted(projects: readonly ProjectId[] | null, granted: readonly ProjectId[] | null): void {
  if (projects && granted && !projects.every((project) => granted.includes(project))) {
    invalid('projects', 'must be Projects that the creating token sees');
  }
}

const isSameList = (list: readonly string[] | null, other: readonly string[] | null): boolean =>
  list === other || (list !== null && other !== null && list.join() === other.join());
