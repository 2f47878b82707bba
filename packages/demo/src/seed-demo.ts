import {
  administer,
  createToken,
  refuse,
  summariseImportedSprints,
  TOKEN_DAYS,
  type AdministrationTransaction,
  type AdministrationUnitOfWork,
} from '@worktrack/application';
import { ALL_SCOPES, type DisplayName, type ProjectKey, type Slug } from '@worktrack/domain';
import { DEMO_SCALE, type DemoSize } from './demo-cast.js';
import { createOrganization, emailOf, type DemoOrganization } from './demo-organization.js';
import { SeededRandom } from './seeded-random.js';
import { SimulatedLinks } from './simulated-links.js';
import { SimulatedProject } from './simulated-project.js';
import { WORKING, WorkingTime } from './working-time.js';

const DEMO = 'demo' as Slug;

/** Any number. A seed always gives the same history. */
const SEED = 20260306;

/** Length of the history: half a year, in working time. */
const AGE = 26 * WORKING.WEEK;
const DAYS = AGE / WORKING.DAY;

/** Number of Work Items that are stored at a time. */
const BATCH = 1_000;

/** Per cent of the items between two reports of progress. */
const REPORT_EVERY = 5;

/** The result of `seed:demo`. */
export interface SeededDemo {
  readonly organization: Slug;
  readonly projects: readonly ProjectKey[];
  readonly users: readonly string[];
  /** An owner's, with all scopes and the whole Organization. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes the Organization `demo` with half a year of history. Every change goes through the aggregates, so that present values,
 * history and Sprint ledger agree. Throws `CONFLICT` when the Organization exists.
 * @param report is called with one line of progress at a time
 */
export function seedDemo(
  administration: AdministrationUnitOfWork,
  size: DemoSize,
  report: (line: string) => void,
): Promise<SeededDemo> {
  return administer(administration, 'seed:demo', async (tx) => {
    if (await tx.organizations.find(DEMO)) refuse('CONFLICT', `An Organization with the slug ${DEMO} exists already.`);
    const time = WorkingTime.until(await tx.instant(), AGE);
    const scale = DEMO_SCALE[size];
    const organization = await createOrganization(tx, DEMO, scale, time);
    await simulate(tx, organization, time, scale.items, report);
    const { token, expiresAt, credentialId } = await ownersToken(tx, organization);
    const { id, projects, people } = organization;
    return {
      result: {
        organization: DEMO,
        projects: projects.map(({ record }) => record.key),
        users: people.map(emailOf),
        token,
        expiresAt,
      },
      organizationId: id,
      touched: [
        { kind: 'organization', id },
        { kind: 'token', id: credentialId },
      ],
    };
  });
}

/** Simulates all Projects side by side, a day at a time, and stores what is finished. */
async function simulate(
  tx: AdministrationTransaction,
  organization: DemoOrganization,
  time: WorkingTime,
  items: number,
  report: (line: string) => void,
): Promise<void> {
  const random = new SeededRandom(SEED);
  const projects = await simulatedProjects(tx, random, organization, time, items);
  const links = new SimulatedLinks(random, projects);
  let stored = 0;
  let reported = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    const atTheEnd = day === DAYS;
    const moment = atTheEnd ? time.length : day * WORKING.DAY - Math.round(random.between(WORKING.HOUR, WORKING.DAY));
    for (const project of projects) project.runUntil(moment);
    if (!atTheEnd) {
      links.change(moment);
      for (const project of projects) project.deleteSome(moment);
    }
    for (const project of projects) {
      for await (const count of store(tx, project, atTheEnd)) {
        stored += count;
        const percent = Math.floor((100 * stored) / items);
        if (percent < reported + REPORT_EVERY) continue;
        reported = percent;
        report(`${stored} of ${items} Work Items`);
      }
    }
  }
  for (const { sprintRecords } of projects) await summariseImportedSprints(tx, [...sprintRecords.values()]);
  await tx.imports.addLinks(links.all);
}

async function simulatedProjects(
  tx: AdministrationTransaction,
  random: SeededRandom,
  { projects, team }: DemoOrganization,
  time: WorkingTime,
  items: number,
): Promise<readonly SimulatedProject[]> {
  const simulated: SimulatedProject[] = [];
  let left = items;
  for (const [index, { record: project, cast, labels, begins }] of projects.entries()) {
    // Half of the rest each, so that there are big and small Projects; the last one takes all that is left.
    const count = index === projects.length - 1 ? left : Math.ceil(left / 2);
    left -= count;
    const first = await tx.imports.reserveNumbers({ ...project, projectId: project.id }, count);
    const surroundings = { time, cast, team, labels };
    // Not every team began with Sprints on its first day.
    const doneSprints = 11 - 2 * (index % 3);
    const plan = { project, surroundings, begins, first, count, doneSprints };
    simulated.push(new SimulatedProject(random.part(index), plan));
  }
  return simulated;
}

/** Stores what is finished in the Project; yields the number of Work Items of each batch. */
async function* store(
  { imports, sprints }: AdministrationTransaction,
  project: SimulatedProject,
  atTheEnd: boolean,
): AsyncGenerator<number> {
  const finished = project.takeFinished(atTheEnd);
  for (const sprint of finished.sprints) sprints.add(sprint);
  for (let start = 0; start < finished.items.length; start += BATCH) {
    const batch = finished.items.slice(start, start + BATCH);
    await imports.add(
      batch.map(({ item }) => item),
      project.sprintRecords,
    );
    await imports.addComments(batch.flatMap(({ conversation }) => conversation.comments));
    yield batch.length;
  }
}

function ownersToken(tx: AdministrationTransaction, { people: [owner] }: DemoOrganization) {
  return createToken(tx, {
    email: emailOf(owner),
    name: 'Demo' as DisplayName,
    scopes: ALL_SCOPES,
    grants: [{ org: DEMO }],
    expiresInDays: TOKEN_DAYS.most,
  });
}
