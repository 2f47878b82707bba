import { randomUUID } from 'node:crypto';
import {
  Color,
  Project,
  type AccessTokenId,
  type DisplayName,
  type Email,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Role,
  type Slug,
  type TimeZone,
  type UserId,
  type Username,
} from '@worktrack/domain';
import type { RequestClock } from '../shared/clock.js';
import { createUser, type CreateUser } from '../identity/create-user.js';
import { findUser } from '../identity/find-user.js';
import type { AccountPorts } from '../identity/ports.js';
import type { Touched } from '../mutation/reply.js';
import { addMember, changeMember } from '../membership/change-membership.js';
import { createOrganization } from '../organization/create-organization.js';
import { changedOrganization, type OrganizationRecord } from '../organization/organizations.js';
import type { InvitationPorts } from '../invitation/ports.js';
import type { OrganizationPorts } from '../organization/ports.js';
import type { ProjectKeyPorts, ProjectPorts } from '../project/ports.js';
import { refuse } from '../shared/refusals.js';
import { createToken, type CreateToken } from './create-token.js';

type Ports = RequestClock &
  AccountPorts &
  InvitationPorts &
  OrganizationPorts &
  ProjectKeyPorts &
  Pick<ProjectPorts, 'projects'>;

/** A user to provision as a member. */
export interface ProvisionedMember {
  readonly email: Email;
  readonly role: Role;
  /** Absent: an existing value is kept. */
  readonly username?: Username | null | undefined;
}

/** A Project to provision, archived or not. */
export interface ProvisionedProject {
  readonly key: ProjectKey;
  readonly name: DisplayName;
  /** Absent: an existing value is kept. */
  readonly description?: string | null | undefined;
  readonly color?: Color | undefined;
}

/** An Organization to provision, with the minimum set of its members and Projects. */
export interface ProvisionedOrganization {
  readonly slug: Slug;
  readonly name: DisplayName;
  /** Absent: an existing value is kept. */
  readonly description?: string | null | undefined;
  /** Absent: an existing value is kept. */
  readonly timeZone?: TimeZone | undefined;
  readonly members: readonly ProvisionedMember[];
  readonly projects: readonly ProvisionedProject[];
}

/** The desired state. */
export interface Provision {
  readonly users: readonly CreateUser[];
  readonly organizations: readonly ProvisionedOrganization[];
  readonly tokens: readonly CreateToken[];
}

/** The provisioned records, in the order of the request. */
export interface Provisioned {
  readonly users: readonly { readonly email: Email; readonly id: UserId; readonly publicId: PublicUserId }[];
  readonly organizations: readonly { readonly slug: Slug; readonly id: OrganizationId }[];
  readonly tokens: readonly {
    readonly name: string;
    readonly email: Email;
    /** `null` when the token already existed. */
    readonly token: string | null;
    readonly credentialId: AccessTokenId;
  }[];
  readonly touched: readonly Touched[];
}

/**
 * Creates missing records, updates listed members that differ, removes nothing. Users are matched by e-mail address, Organizations by slug,
 * Projects by key, members by Organization and user, tokens by user and name. Throws `CONFLICT` for a new Organization without an owner
 * among its members or an Organization that would lose its last owner, and `NOT_FOUND` for a named user or record that does not exist.
 */
export async function provision(tx: Ports, { users, organizations, tokens }: Provision): Promise<Provisioned> {
  await lockAccounts(tx, { users, organizations, tokens });
  const existing = await lockProjects(tx, organizations);
  const wishes = wishesOf(organizations);
  const touched: Touched[] = [];
  const provisioned = {
    users: await inOrder(users, (user) => provisionUser(tx, user, touched)),
    organizations: await inOrder(organizations, (wanted) =>
      provisionOrganization(tx, wanted, { wishes, existing }, touched),
    ),
    tokens: await inOrder(tokens, (token) => provisionToken(tx, token, touched)),
  };
  return { ...provisioned, touched };
}

/** Locks accounts before Organizations, in one fixed order, so that two of these tasks cannot deadlock. */
async function lockAccounts(tx: Ports, { users, organizations, tokens }: Provision): Promise<void> {
  const members = organizations.flatMap((organization) => organization.members);
  const emails = new Set([...users, ...members, ...tokens].map(({ email }) => email));
  for (const email of [...emails].sort()) await tx.users.find(email);
}

/** Finds and locks the existing Projects, by Organization and key, before the task reads its instant. */
async function lockProjects(
  tx: Ports,
  organizations: readonly ProvisionedOrganization[],
): Promise<ReadonlyMap<string, Project>> {
  const found = new Map<string, Project>();
  for (const { slug, projects } of [...organizations].sort((a, b) => (a.slug < b.slug ? -1 : 1))) {
    const organizationId = (await tx.organizations.find(slug))?.id;
    if (organizationId === undefined) continue;
    const keys = projects.map(({ key }) => key);
    for (const [key, projectId] of await tx.projectKeys.find(organizationId, keys)) {
      found.set(nameOf(slug, key), await tx.projects.find({ organizationId, projectId }));
    }
  }
  return found;
}

/** Merges entries for the same Project: later values override earlier ones. */
function wishesOf(organizations: readonly ProvisionedOrganization[]): Map<string, ProvisionedProject> {
  const wishes = new Map<string, ProvisionedProject>();
  for (const { slug, projects } of organizations) {
    for (const { key, name, description, color } of projects) {
      const before = wishes.get(nameOf(slug, key));
      const wish = {
        key,
        name,
        description: description === undefined ? before?.description : description,
        color: color ?? before?.color,
      };
      wishes.set(nameOf(slug, key), wish);
    }
  }
  return wishes;
}

const nameOf = (slug: Slug, key: ProjectKey): string => `${slug}/${key}`;

/** Runs the works sequentially: all of them share one connection. */
async function inOrder<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function provisionUser(tx: Ports, { email, name }: CreateUser, touched: Touched[]) {
  const existing = await tx.users.find(email);
  const user = existing ?? (await createUser(tx, { email, name }));
  if (existing && existing.name !== name) tx.users.save({ ...existing, name });
  if (existing?.name !== name) touched.push({ kind: 'user', id: user.id });
  return { email, id: user.id, publicId: user.publicId };
}

/** The Projects to provision, by Organization and key. A handled Project is removed from `wishes`. */
interface ProjectsToProvision {
  readonly wishes: Map<string, ProvisionedProject>;
  readonly existing: ReadonlyMap<string, Project>;
}

async function provisionOrganization(
  tx: Ports,
  wanted: ProvisionedOrganization,
  { wishes, existing: projects }: ProjectsToProvision,
  touched: Touched[],
) {
  // Owners first, so that an Organization that changes its owner always has one.
  const members = [...wanted.members].sort((a, b) => Number(b.role === 'owner') - Number(a.role === 'owner'));
  const existing = await tx.organizations.find(wanted.slug);
  const organization = existing
    ? await updated(tx, existing, wanted, touched)
    : await created(tx, wanted, members, touched);
  for (const member of members) await provisionMember(tx, organization, member, touched);
  for (const { key } of wanted.projects) {
    const name = nameOf(wanted.slug, key);
    const wish = wishes.get(name);
    if (wish) await provisionProject(tx, organization, wish, projects.get(name), touched);
    wishes.delete(name);
  }
  return { slug: organization.slug, id: organization.id };
}

async function created(
  tx: Ports,
  { slug, name, description = null, timeZone }: ProvisionedOrganization,
  [owner]: readonly ProvisionedMember[],
  touched: Touched[],
): Promise<OrganizationRecord> {
  if (owner?.role !== 'owner') refuse('CONFLICT', `The new Organization ${slug} needs an owner among its members.`);
  const { email, username: ownerUsername } = owner;
  const organization = await createOrganization(tx, { slug, name, description, timeZone, owner: email, ownerUsername });
  touched.push({ kind: 'organization', id: organization.id });
  return organization;
}

async function updated(
  tx: Ports,
  organization: OrganizationRecord,
  { name, description = organization.description, timeZone = organization.timeZone }: ProvisionedOrganization,
  touched: Touched[],
): Promise<OrganizationRecord> {
  const isSame =
    name === organization.name && description === organization.description && timeZone === organization.timeZone;
  if (!isSame) {
    tx.organizations.save(changedOrganization(organization, { name, description, timeZone }, await tx.instant()));
    touched.push({ kind: 'organization', id: organization.id });
  }
  return organization;
}

async function provisionMember(
  tx: Ports,
  { slug: org, id: organizationId }: OrganizationRecord,
  { email, role, username }: ProvisionedMember,
  touched: Touched[],
): Promise<void> {
  const user = await findUser(tx, email);
  const membership = await tx.memberships.find(organizationId, user.id);
  if (!membership) {
    await addMember(tx, { org, email, role, username: username ?? null, makeDefault: false });
  } else if (membership.role !== role || (username !== undefined && membership.username !== username)) {
    await changeMember(tx, { org, email, role, username, makeDefault: false });
  } else {
    return;
  }
  touched.push({ kind: 'membership', id: user.id });
}

async function provisionProject(
  tx: Ports,
  { id: organizationId }: OrganizationRecord,
  { key, name, description, color }: ProvisionedProject,
  existing: Project | undefined,
  touched: Touched[],
): Promise<void> {
  const now = await tx.instant();
  if (existing) {
    existing.update({ name, description, color }, now);
    if (!existing.hasChanged) return;
    tx.projects.save(existing);
    touched.push({ kind: 'project', id: existing.record.id, revision: existing.record.revision });
  } else {
    const id = randomUUID() as ProjectId;
    const looks = { name, description: description ?? null, color: color ?? Color.default };
    tx.projects.add(Project.create({ id, organizationId, key, ...looks }, now));
    touched.push({ kind: 'project', id, revision: 1 });
  }
}

async function provisionToken(tx: Ports, wanted: CreateToken, touched: Touched[]) {
  const { email, name } = wanted;
  const { id: userId } = await findUser(tx, email);
  const now = await tx.instant();
  const existing = (await tx.accessTokens.list(userId)).find(
    (token) => token.name === name && token.revokedAt === null && token.expiresAt > now,
  );
  if (existing) return { name, email, token: null, credentialId: existing.id };
  const { token, credentialId } = await createToken(tx, wanted);
  touched.push({ kind: 'token', id: credentialId });
  return { name, email, token, credentialId };
}
