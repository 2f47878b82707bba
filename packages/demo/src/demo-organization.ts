import { randomUUID } from 'node:crypto';
import { newPublicId, refuse, type AdministrationTransaction } from '@worktrack/application';
import {
  Color,
  LabelName,
  Project,
  TimeZone,
  type DisplayName,
  type Email,
  type LabelId,
  type OrganizationId,
  type ProjectId,
  type ProjectRecord,
  type Slug,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { DEMO_AVATARS } from './demo-avatars.js';
import { DEMO_PEOPLE, DEMO_PROJECTS, type DemoPerson, type DemoProject } from './demo-cast.js';
import { LABELS } from './demo-words.js';
import { WORKING, type WorkingTime } from './working-time.js';

type DemoLabels = readonly [LabelId, ...LabelId[]];

/** The Organization of the demo with its people and Projects, before it has Work Items. */
export interface DemoOrganization {
  readonly id: OrganizationId;
  /** The first one owns it. */
  readonly people: readonly [DemoPerson, ...DemoPerson[]];
  readonly team: readonly [UserId, ...UserId[]];
  readonly projects: readonly {
    readonly record: ProjectRecord;
    readonly cast: DemoProject;
    readonly labels: DemoLabels;
    /** The moment of its creation, in working time. */
    readonly begins: number;
  }[];
}

/** Returns the e-mail address of a person of the demo. */
export const emailOf = ({ mailbox }: DemoPerson): Email => `${mailbox}@demo.example` as Email;

/** Creates the Organization, its people, and its Projects with their labels, at the beginning of the working time. */
export async function createOrganization(
  tx: AdministrationTransaction,
  slug: Slug,
  { people: headcount, projects: projectCount }: { readonly people: number; readonly projects: number },
  time: WorkingTime,
): Promise<DemoOrganization> {
  const began = time.at(0);
  const id = randomUUID() as OrganizationId;
  tx.organizations.add({
    id,
    slug,
    name: 'Demo' as DisplayName,
    description: 'Made up, to try things out.',
    timeZone: TimeZone.utc,
    suspendedAt: null,
    removalDueAt: null,
    deletionBeganAt: null,
    revision: 1,
    createdAt: began,
    updatedAt: began,
  });
  const [owner, ...others] = DEMO_PEOPLE.slice(0, headcount);
  if (!owner) throw new RangeError('An Organization needs an owner.');
  // Everybody was there before the first Work Item.
  const team: [UserId, ...UserId[]] = [await addPerson(tx, id, owner, began)];
  for (const person of others) team.push(await addPerson(tx, id, person, began));
  const projects = DEMO_PROJECTS.slice(0, projectCount).map((cast, index) => {
    const { key, name, description, color } = cast;
    const begins = index * 2 * WORKING.DAY;
    const facts = { id: randomUUID() as ProjectId, organizationId: id, key, name, description, color };
    const project = Project.create(facts, time.at(begins));
    tx.projects.add(project);
    return { cast, begins, record: project.record, labels: addLabels(tx, project.record) };
  });
  return { id, people: [owner, ...others], team, projects };
}

function addLabels(
  tx: AdministrationTransaction,
  { organizationId, id: projectId, createdAt }: ProjectRecord,
): DemoLabels {
  const [first, ...others] = LABELS.map(([text, hue]) => {
    const [name, color] = [LabelName.parse(text), Color.parse(hue)];
    if (name === undefined || color === undefined) throw new RangeError(`${text} is not a label.`);
    const label = { id: randomUUID() as LabelId, organizationId, projectId, name, color, createdAt, revision: 1 };
    tx.labels.add(label);
    return label.id;
  });
  if (first === undefined) throw new RangeError('A Project needs labels.');
  return [first, ...others];
}

async function addPerson(
  tx: AdministrationTransaction,
  organizationId: OrganizationId,
  person: DemoPerson,
  at: Date,
): Promise<UserId> {
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
    emailConfirmedAt: null,
  });
  const avatar = DEMO_AVATARS[person.mailbox];
  if (avatar !== undefined) tx.avatars.put(id, Buffer.from(avatar, 'base64'));
  tx.memberships.add({ organizationId, userId: id, role, username: username as Username | null, joinedAt: at });
  return id;
}
