import {
  administer,
  createToken,
  refuse,
  TOKEN_DAYS,
  type AdministrationTransaction,
  type AdministrationUnitOfWork,
} from '@worktrack/application';
import { SCOPES, type DisplayName, type ProjectKey, type Slug } from '@worktrack/domain';
import { DEMO_SCALE, type DemoSize } from './demo-cast.js';
import { emailOf, settle, type DemoOrganization } from './demo-organization.js';
import { Links } from './links.js';
import { ProjectStory } from './project-story.js';
import { SeededRandom } from './seeded-random.js';
import { WORKING, WorkingTime } from './working-time.js';

const DEMO = 'demo' as Slug;

/** Any number: the same one tells the same story. */
const SEED = 20260306;

/** How long ago everything began: half a year, in working time. */
const AGE = 26 * WORKING.WEEK;
const DAYS = AGE / WORKING.DAY;

/** Work Items that are stored at a time. */
const BATCH = 1_000;

/** Per cent of the items between two sentences on how far it is. */
const TELLING = 5;

/** What `seed:demo` answers. */
export interface SeededDemo {
  readonly organization: Slug;
  readonly projects: readonly ProjectKey[];
  readonly users: readonly string[];
  /** An owner's, with all scopes and the whole Organization. */
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * Makes the Organization `demo` with half a year of history: every Work Item and Sprint lived through its own aggregate, so that
 * present values, history and ledger agree. Throws `CONFLICT` when it exists.
 * @param tell hears how far it is, one line at a time
 */
export function seedDemo(
  administration: AdministrationUnitOfWork,
  size: DemoSize,
  tell: (line: string) => void,
): Promise<SeededDemo> {
  return administer(administration, 'seed:demo', async (tx) => {
    if (await tx.organizations.find(DEMO)) refuse('CONFLICT', `An Organization with the slug ${DEMO} exists already.`);
    const time = WorkingTime.until(await tx.instant(), AGE);
    const scale = DEMO_SCALE[size];
    const organization = await settle(tx, DEMO, scale, time);
    await work(tx, organization, time, scale.items, tell);
    const { token, expiresAt, credentialId } = await ownersToken(tx, organization);
    const { id, projects, people } = organization;
    return {
      answer: {
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

/** Tells the stories of all Projects side by side, a day at a time, and stores what is told to the end. */
async function work(
  tx: AdministrationTransaction,
  organization: DemoOrganization,
  time: WorkingTime,
  items: number,
  tell: (line: string) => void,
): Promise<void> {
  const random = new SeededRandom(SEED);
  const stories = await storiesOf(tx, random, organization, time, items);
  const links = new Links(random, stories);
  let stored = 0;
  let told = 0;
  for (let day = 1; day <= DAYS; day += 1) {
    const atTheEnd = day === DAYS;
    const moment = atTheEnd ? time.length : day * WORKING.DAY - Math.round(random.between(WORKING.HOUR, WORKING.DAY));
    for (const story of stories) story.pass(moment);
    if (!atTheEnd) {
      links.review(moment);
      for (const story of stories) story.tidyUp(moment);
    }
    for (const story of stories) {
      for await (const count of store(tx, story, atTheEnd)) {
        stored += count;
        const percent = Math.floor((100 * stored) / items);
        if (percent < told + TELLING) continue;
        told = percent;
        tell(`${stored} of ${items} Work Items`);
      }
    }
  }
  for (const { sprintRecords } of stories) await tx.imports.concludeSprints([...sprintRecords.values()]);
  await tx.imports.addLinks(links.all);
}

async function storiesOf(
  tx: AdministrationTransaction,
  random: SeededRandom,
  { projects, team }: DemoOrganization,
  time: WorkingTime,
  items: number,
): Promise<readonly ProjectStory[]> {
  const stories: ProjectStory[] = [];
  let left = items;
  for (const [index, { record: project, cast, labels, begins }] of projects.entries()) {
    // Half of what is left, so that there are big and small Projects; the last one takes the rest.
    const count = index === projects.length - 1 ? left : Math.ceil(left / 2);
    left -= count;
    const first = await tx.imports.reserveNumbers({ ...project, projectId: project.id }, count);
    const surroundings = { time, cast, team, labels };
    // Not every team began with Sprints on its first day.
    const doneSprints = 11 - 2 * (index % 3);
    stories.push(new ProjectStory(random.part(index), { project, surroundings, begins, first, count, doneSprints }));
  }
  return stories;
}

/** Stores what the story has told to the end; yields how many Work Items at a time. */
async function* store(
  { imports, sprints }: AdministrationTransaction,
  story: ProjectStory,
  atTheEnd: boolean,
): AsyncGenerator<number> {
  const told = story.leave(atTheEnd);
  for (const sprint of told.sprints) sprints.add(sprint);
  for (let start = 0; start < told.lives.length; start += BATCH) {
    const lives = told.lives.slice(start, start + BATCH);
    await imports.add(
      lives.map(({ item }) => item),
      story.sprintRecords,
    );
    await imports.addComments(lives.flatMap(({ conversation }) => conversation.comments));
    yield lives.length;
  }
}

function ownersToken(tx: AdministrationTransaction, { people: [owner] }: DemoOrganization) {
  return createToken(tx, {
    email: emailOf(owner),
    name: 'Demo' as DisplayName,
    scopes: SCOPES,
    grants: [{ org: DEMO }],
    expiresInDays: TOKEN_DAYS.most,
  });
}
