import { randomUUID } from 'node:crypto';
import { newPublicId, refuse, type Transaction } from '@worktrack/application';
import {
  Project,
  type DisplayName,
  type Email,
  type OrganizationId,
  type ProjectId,
  type Slug,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { DEMO_PEOPLE, DEMO_PROJECTS, type DemoPerson } from './demo-cast.js';
import { workingTime } from './working-time.js';

const DAY = 86_400_000;

/** How long ago everything began: half a year. */
const AGE = 26 * 7 * DAY;

export interface DemoOrganization {
  readonly id: OrganizationId;
  /** The first one owns it. */
  readonly people: readonly [DemoPerson, ...DemoPerson[]];
  readonly team: readonly [UserId, ...UserId[]];
  readonly projects: readonly Project[];
}

export const emailOf = ({ mailbox }: DemoPerson): Email => `${mailbox}@demo.example` as Email;

/** The Organization, its people and its Projects, as they began half a year before `now`. */
export async function settle(
  tx: Transaction,
  slug: Slug,
  { people: headcount, projects: projectCount }: { readonly people: number; readonly projects: number },
  now: Date,
): Promise<DemoOrganization> {
  const began = workingTime(new Date(now.getTime() - AGE));
  const after = (days: number): Date => workingTime(new Date(began.getTime() + days * DAY));
  const id = randomUUID() as OrganizationId;
  tx.organizations.add({
    id,
    slug,
    name: 'Demo' as DisplayName,
    description: 'Made up, to try things out.',
    suspendedAt: null,
    createdAt: began,
    updatedAt: began,
  });
  const [owner, ...others] = DEMO_PEOPLE.slice(0, headcount);
  if (!owner) throw new RangeError('An Organization needs an owner.');
  // Everybody was there before the first Work Item.
  const team: [UserId, ...UserId[]] = [await join(tx, id, owner, began)];
  for (const person of others) team.push(await join(tx, id, person, began));
  const projects = DEMO_PROJECTS.slice(0, projectCount).map(({ key, name, description, color }, index) => {
    const facts = { id: randomUUID() as ProjectId, organizationId: id, key, name, description, color };
    const project = Project.create(facts, after(index * 3));
    tx.projects.add(project);
    return project;
  });
  return { id, people: [owner, ...others], team, projects };
}

async function join(tx: Transaction, organizationId: OrganizationId, person: DemoPerson, at: Date): Promise<UserId> {
  const email = emailOf(person);
  if (await tx.users.find(email)) refuse('CONFLICT', `A user with the e-mail address ${email} exists already.`);
  const { name, role, username } = person;
  const id = randomUUID() as UserId;
  tx.users.add({
    id,
    publicId: newPublicId(),
    email,
    name: name as DisplayName,
    defaultOrganizationId: organizationId,
    createdAt: at,
  });
  tx.memberships.add({ organizationId, userId: id, role, username: username as Username | null, joinedAt: at });
  return id;
}
