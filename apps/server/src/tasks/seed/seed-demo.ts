import { administer, createToken, refuse, TOKEN_DAYS, type Transaction, type UnitOfWork } from '@worktrack/application';
import { SCOPES, type DisplayName, type ProjectKey, type Slug } from '@worktrack/domain';
import { DEMO_PROJECTS, DEMO_SCALE, type DemoSize } from './demo-cast.js';
import { emailOf, settle, type DemoOrganization } from './demo-organization.js';
import { peopleProject } from './demo-work.js';
import { SeededRandom } from './seeded-random.js';

const DEMO = 'demo' as Slug;

/** Any number: the same one tells the same story. */
const SEED = 20260302;

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
 * Makes the Organization `demo` with months of history: every Work Item lived through its own aggregate at those times, so that
 * present values and history agree. Throws `CONFLICT` when it exists.
 * @param tell hears how far it is, one line at a time
 */
export function seedDemo(unitOfWork: UnitOfWork, size: DemoSize, tell: (line: string) => void): Promise<SeededDemo> {
  return administer(unitOfWork, 'seed:demo', async (tx) => {
    if (await tx.organizations.find(DEMO)) refuse('CONFLICT', `An Organization with the slug ${DEMO} exists already.`);
    const random = new SeededRandom(SEED);
    const now = await tx.instant();
    const scale = DEMO_SCALE[size];
    const organization = await settle(tx, DEMO, scale, now);
    await work(tx, random, organization, scale.items, now, tell);
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

async function work(
  tx: Transaction,
  random: SeededRandom,
  organization: DemoOrganization,
  items: number,
  now: Date,
  tell: (line: string) => void,
): Promise<void> {
  const { projects, team } = organization;
  let left = items;
  for (const [index, { record: project }] of projects.entries()) {
    // Half of what is left, so that there are big and small Projects; the last one takes the rest.
    const count = index === projects.length - 1 ? left : Math.ceil(left / 2);
    left -= count;
    const cast = DEMO_PROJECTS.find(({ key }) => key === project.key);
    if (!cast) continue;
    const first = await tx.imports.reserveNumbers({ ...project, projectId: project.id }, count);
    let done = 0;
    for (const batch of peopleProject(random.part(index), { project, cast, team, first, count, now })) {
      await tx.imports.add(batch);
      done += batch.length;
      tell(`${project.key}: ${done} of ${count} Work Items`);
    }
  }
}

function ownersToken(tx: Transaction, { people: [owner] }: DemoOrganization) {
  return createToken(tx, {
    email: emailOf(owner),
    name: 'Demo' as DisplayName,
    scopes: SCOPES,
    grants: [{ org: DEMO }],
    expiresInDays: TOKEN_DAYS.most,
  });
}
