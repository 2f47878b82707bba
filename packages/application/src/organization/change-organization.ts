import {
  expectRevision,
  type DisplayName,
  type ExpectedRevision,
  type Role,
  type Slug,
  type TimeZone,
} from '@worktrack/domain';
import type { OrganizationScope } from '../access/access.js';
import type { RequestClock } from '../shared/clock.js';
import { refuse } from '../shared/refusals.js';
import { lockWithRights } from './find-organization.js';
import { settingsOf, type OrganizationSettingsView } from './organization-settings.js';
import { changedOrganization, type OrganizationRecord } from './organizations.js';
import type { OrganizationPorts } from './ports.js';

/** Days for which a slug that was changed leads to its Organization in the application: nobody else gets it. */
export const FORMER_SLUG_DAYS = 90;

/** The most slugs that an Organization keeps next to its own. */
export const MOST_FORMER_SLUGS = 5;

/** Days between the removal of an Organization and its deletion. The operator can choose fewer, at least one: stored replies of its requests are gone by then. */
export const REMOVAL_DAYS = 30;

const DAY = 86_400_000;

type Ports = RequestClock & OrganizationPorts;

/** The changes of an Organization. An absent member keeps its value. */
export interface OrganizationChanges {
  readonly name?: DisplayName | undefined;
  readonly description?: string | null | undefined;
  readonly timeZone?: TimeZone | undefined;
  /** Only an owner changes it. */
  readonly slug?: Slug | undefined;
}

/** The command to change an Organization. */
export interface UpdateOrganization extends OrganizationChanges {
  readonly expected: ExpectedRevision;
}

/**
 * Changes an Organization. Needs the administrator's role, and for the slug the owner's. Throws `REVISION_CONFLICT`, `LIMIT_REACHED` for too many changes of the slug, and `CONFLICT`
 * when it is taken. Source: extensions, team §1 and §2.
 */
export async function updateOrganization(
  tx: Ports,
  scope: OrganizationScope,
  { expected, ...changes }: UpdateOrganization,
): Promise<OrganizationSettingsView> {
  const least = changes.slug === undefined ? 'admin' : 'owner';
  return settingsOf(await changeOrganization(tx, await lock(tx, scope, least, expected), changes));
}

/**
 * Changes a locked Organization. What is as it was counts as no change. Another time zone changes no instant, only how days are read and shown. Throws `CONFLICT` when
 * the slug is taken.
 */
export async function changeOrganization(
  tx: Ports,
  before: OrganizationRecord,
  changes: OrganizationChanges,
): Promise<OrganizationRecord> {
  const {
    name = before.name,
    description = before.description,
    timeZone = before.timeZone,
    slug = before.slug,
  } = changes;
  const isSame = name === before.name && description === before.description && timeZone === before.timeZone;
  if (isSame && slug === before.slug) return before;
  const now = await tx.instant();
  if (slug !== before.slug) {
    const holders = await tx.organizations.slugsLike(slug);
    const isTaken = holders.some((holder) => holder.slug === slug && holder.organizationId !== before.id);
    if (isTaken) refuse('CONFLICT', `The slug ${slug} is taken.`);
    if ((await tx.organizations.formerSlugs(before.id)) >= MOST_FORMER_SLUGS) {
      refuse('LIMIT_REACHED', `An Organization changes its slug at most ${MOST_FORMER_SLUGS} times in 90 days.`);
    }
    tx.organizations.keepSlug(before.slug, before.id, new Date(now.getTime() + FORMER_SLUG_DAYS * DAY));
  }
  return save(tx, changedOrganization(before, { name, description, timeZone, slug }, now));
}

/** The command to remove an Organization. Its slug is typed again, so that nobody removes another one by mistake. */
export interface RemoveOrganization {
  readonly expected: ExpectedRevision;
  readonly slug: string;
}

/**
 * Suspends an Organization now, and lets the server delete it with all that it holds after 30 days. Needs the owner's role. Throws
 * `REVISION_CONFLICT`, and `VALIDATION_ERROR` for another slug.
 */
export async function removeOrganization(
  tx: Ports,
  scope: OrganizationScope,
  { expected, slug }: RemoveOrganization,
): Promise<OrganizationSettingsView> {
  const before = await lock(tx, scope, 'owner', expected);
  if (slug !== before.slug) {
    const problem = 'must be the slug of this Organization';
    refuse('VALIDATION_ERROR', `slug ${problem}.`, { fieldErrors: { slug: [problem] } });
  }
  return settingsOf(await beginRemoval(tx, before));
}

/**
 * Lets the server delete a locked Organization after these days [30]. It is suspended until then. A repeat changes nothing, unless its days end
 * earlier.
 */
export async function beginRemoval(
  tx: Ports,
  organization: OrganizationRecord,
  days = REMOVAL_DAYS,
): Promise<OrganizationRecord> {
  const now = await tx.instant();
  const removalDueAt = new Date(now.getTime() + days * DAY);
  if (organization.removalDueAt !== null && organization.removalDueAt <= removalDueAt) return organization;
  return save(tx, changedOrganization(organization, { removalDueAt }, now));
}

/**
 * Keeps an Organization that was to be removed. A suspension by the operator stays. One that is not to be removed stays as it is. Needs the owner's role. Throws
 * `REVISION_CONFLICT`, and `CONFLICT` when its deletion has begun.
 */
export async function keepOrganization(
  tx: Ports,
  scope: OrganizationScope,
  expected: ExpectedRevision,
): Promise<OrganizationSettingsView> {
  return settingsOf(await endRemoval(tx, await lock(tx, scope, 'owner', expected)));
}

/**
 * Keeps a locked Organization that was to be removed. A suspension by the operator stays. A repeat changes nothing. Throws `CONFLICT` when its
 * deletion has begun: a part of it is gone.
 */
export async function endRemoval(tx: Ports, organization: OrganizationRecord): Promise<OrganizationRecord> {
  if (organization.removalDueAt === null) return organization;
  if (organization.deletionBeganAt !== null) {
    refuse('CONFLICT', 'The deletion of this Organization has begun: it cannot be kept any more.');
  }
  return save(tx, changedOrganization(organization, { removalDueAt: null }, await tx.instant()));
}

/** Locks the Organization of a caller with at least this role now. */
async function lock(
  tx: Ports,
  scope: OrganizationScope,
  least: Role,
  expected: ExpectedRevision,
): Promise<OrganizationRecord> {
  const { organization, scope: now } = await lockWithRights(tx, scope);
  now.require(least);
  expectRevision(expected, organization.revision);
  return organization;
}

function save(tx: Ports, organization: OrganizationRecord): OrganizationRecord {
  tx.organizations.save(organization);
  return organization;
}
