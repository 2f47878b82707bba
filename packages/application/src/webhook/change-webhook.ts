import { randomBytes, randomUUID } from 'node:crypto';
import {
  Webhook,
  invalid,
  type AnyScope,
  type ExpectedRevision,
  type ProjectId,
  type ProjectKey,
  type WebhookId,
} from '@worktrack/domain';
import { Access, type OrganizationScope } from '../access/access.js';
import type { FeedType } from '../feed/feed-entry.js';
import type { MemberPorts } from '../organization/ports.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import type { WebhookPorts } from './ports.js';
import type { WebhookDeadLetterView, WebhookView } from './webhook.views.js';

type Ports = WebhookPorts & RequestClock & Pick<MemberPorts, 'members'>;

/** The members of a webhook, with the Projects by their keys. The caller has checked the address. */
export interface WebhookInput {
  readonly name: string;
  readonly url: string;
  /** `null`: all. */
  readonly types: readonly FeedType[] | null;
  /** `null`: all that the creating credential sees. */
  readonly projects: readonly ProjectKey[] | null;
}

/** The command to create a webhook. */
export interface CreateWebhook extends WebhookInput {
  /** The scopes of the credential, which limit the webhook from now on. */
  readonly scopes: readonly AnyScope[];
  /** The position in the feed after which events are sent. */
  readonly position: number;
}

/** A webhook to act on. */
export interface NamedWebhook {
  readonly id: WebhookId;
}

/** The command to change a webhook. An absent member stays. */
export interface ChangeWebhook extends NamedWebhook {
  readonly expected: ExpectedRevision;
  readonly changes: { readonly [Member in keyof WebhookInput]?: WebhookInput[Member] | undefined };
}

/** Makes the secret of a webhook in the form of Standard Webhooks: 32 random bytes. */
const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`;

/**
 * Creates a webhook of the actor, and returns it with its secret, which no other response shows. Throws `VALIDATION_ERROR` on `name` or
 * `projects`, and `WEBHOOK_LIMIT_REACHED`.
 */
export async function createWebhook(
  tx: Ports,
  scope: OrganizationScope,
  { name, url, types, projects, scopes, position }: CreateWebhook,
): Promise<WebhookView & { readonly secret: string }> {
  await lockWebhooks(tx, scope);
  const facts = await tx.webhooks.factsFor(scope, projects ?? []);
  const projectIds = projects && projectsIn(scope, projects, facts.projects);
  const { organizationId, actorId: ownerId, onlyProjects } = scope;
  const id = randomUUID() as WebhookId;
  const secret = newSecret();
  const limits = { ownerId, scopes, grantedProjectIds: onlyProjects ? [...onlyProjects] : null };
  const webhook = { id, organizationId, ...limits, name, url, types, projectIds, position };
  tx.webhooks.add(Webhook.create(webhook, facts.count, await tx.instant()), secret);
  return { ...(await tx.webhookViews.one(scope, id)), secret };
}

/** Changes the given members. Throws `VALIDATION_ERROR`, `NOT_FOUND` and `REVISION_CONFLICT`. */
export async function changeWebhook(
  tx: Ports,
  scope: OrganizationScope,
  { id, expected, changes: { projects, ...changes } }: ChangeWebhook,
): Promise<WebhookView> {
  const webhook = await visibleWebhook(tx, scope, id);
  webhook.expect(expected);
  const facts = await tx.webhooks.factsFor(scope, projects ?? []);
  const projectIds = projects && projectsIn(scope, projects, facts.projects);
  // Without a list the webhook reaches all that it was created for, which the actor must see.
  if (projects === null && !seesAll(scope, webhook.record.grantedProjectIds)) hiddenProject();
  webhook.change({ ...changes, projectIds }, await tx.instant());
  tx.webhooks.save(webhook);
  return tx.webhookViews.one(scope, id);
}

/** Deletes a webhook. Throws `NOT_FOUND` and `REVISION_CONFLICT`. */
export async function deleteWebhook(
  tx: Ports,
  scope: OrganizationScope,
  { id, expected }: NamedWebhook & { readonly expected: ExpectedRevision },
): Promise<void> {
  const webhook = await visibleWebhook(tx, scope, id);
  webhook.expect(expected);
  tx.webhooks.delete(webhook);
}

/** A new secret, shown once. */
export interface RotatedSecret {
  readonly secret: string;
  /** The instant until which the secret before signs too; `null`: it signs no more. */
  readonly previousValidUntil: string | null;
}

/** Replaces the secret of a webhook; the one before signs too for the given hours. */
export async function rotateWebhookSecret(
  tx: Ports,
  scope: OrganizationScope,
  { id, overlapHours }: NamedWebhook & { readonly overlapHours: number },
): Promise<RotatedSecret> {
  const webhook = await visibleWebhook(tx, scope, id);
  webhook.rotate(await tx.instant());
  tx.webhooks.save(webhook);
  const secret = newSecret();
  const until = await tx.webhooks.replaceSecret(webhook, secret, overlapHours);
  return { secret, previousValidUntil: until?.toISOString() ?? null };
}

/** Pauses a webhook until somebody resumes it. A repeat changes nothing. */
export async function pauseWebhook(tx: Ports, scope: OrganizationScope, { id }: NamedWebhook): Promise<WebhookView> {
  const webhook = await visibleWebhook(tx, scope, id);
  webhook.pause(await tx.instant());
  tx.webhooks.save(webhook);
  return tx.webhookViews.one(scope, id);
}

/** Goes on with a webhook where it stood, with an attempt right away. Throws `CONFLICT` when its owner is not an administrator any more. */
export async function resumeWebhook(tx: Ports, scope: OrganizationScope, { id }: NamedWebhook): Promise<WebhookView> {
  const webhook = await visibleWebhook(tx, scope, id);
  const { range, ownerHasAccess } = await tx.webhooks.factsToResume(scope, webhook.record.ownerId);
  webhook.resume(ownerHasAccess, range, await tx.instant());
  tx.webhooks.save(webhook);
  return tx.webhookViews.one(scope, id);
}

/** Has an event `webhook.ping` sent, once and ahead of all others, also by a webhook that is paused. */
export async function pingWebhook(tx: Ports, scope: OrganizationScope, { id }: NamedWebhook): Promise<WebhookView> {
  const webhook = await visibleWebhook(tx, scope, id);
  tx.webhooks.ping(webhook, randomUUID());
  return tx.webhookViews.one(scope, id);
}

/** Sets a webhook to a position of the feed: the events after it are sent, those that were sent before included. */
export async function replayWebhook(
  tx: Ports,
  scope: OrganizationScope,
  { id, position }: NamedWebhook & { readonly position: number },
): Promise<WebhookView> {
  const webhook = await visibleWebhook(tx, scope, id);
  webhook.replay(position, await tx.instant());
  tx.webhooks.save(webhook);
  return tx.webhookViews.one(scope, id);
}

/** Has a dead letter sent once more, ahead of all other events; when the receiver takes it, the dead letter is gone. */
export async function redeliverDeadLetter(
  tx: Ports,
  scope: OrganizationScope,
  { id, eventId }: NamedWebhook & { readonly eventId: string },
): Promise<WebhookDeadLetterView> {
  const webhook = await visibleWebhook(tx, scope, id);
  if (!(await tx.webhooks.redeliver(webhook, eventId))) refuse('NOT_FOUND');
  return tx.webhookViews.deadLetter(scope, id, eventId);
}

/** Locks the webhooks of the Organization, and the membership of the actor before. Throws `NOT_FOUND` when the membership has ended. */
async function lockWebhooks(tx: Ports, scope: OrganizationScope): Promise<void> {
  const member = await tx.members.find(scope.organizationId, { kind: 'id', id: scope.actorId });
  if (!member?.active) refuse('NOT_FOUND');
  tx.webhooks.lock(scope);
}

/** Locks the webhooks of the Organization and finds one that the actor sees. */
async function visibleWebhook(tx: Ports, scope: OrganizationScope, id: WebhookId): Promise<Webhook> {
  await lockWebhooks(tx, scope);
  const webhook = await tx.webhooks.find(scope, id);
  if (!webhook) refuse('NOT_FOUND');
  const { projectIds, grantedProjectIds } = webhook.record;
  return seesAll(scope, projectIds ?? grantedProjectIds) ? webhook : refuse('NOT_FOUND');
}

/** True when the actor sees all of these Projects; `null`, the whole Organization, is seen by whoever sees all of it. */
const seesAll = (scope: OrganizationScope, projects: readonly ProjectId[] | null): boolean =>
  projects ? projects.every((project) => Access.sees(scope, project)) : scope.onlyProjects === undefined;

function projectsIn(
  scope: OrganizationScope,
  keys: readonly ProjectKey[],
  known: ReadonlyMap<ProjectKey, ProjectId>,
): readonly ProjectId[] {
  return [...new Set(keys)].map((key) => {
    const project = known.get(key);
    return project !== undefined && Access.sees(scope, project) ? project : hiddenProject();
  });
}

const hiddenProject = (): never => invalid('projects', 'must be the keys of Projects that you can see');
