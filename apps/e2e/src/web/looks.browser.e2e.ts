import { inBrowser, Visit } from '../kit/browser.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { startServer } from '../kit/server.js';
import { givenLink, setupToken } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { givenEveryPage, pagesOfAdmins, type NamedPage } from './every-page.js';
import { faultsOf } from './lost.js';

const world = new World('web-looks');

/** The pages of a member. */
let pages: readonly NamedPage[];

beforeAll(async () => {
  pages = await givenEveryPage(world);
}, 120_000);

describe('In forced colours, with text of double size, in a narrow window and with reduced motion', () => {
  it(
    'the pages behind sign-in lose nothing',
    inBrowser(async (visit) => {
      await visit.enter(world, 'member');
      const faults: string[] = [];
      for (const [name, target] of pages) {
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    600_000,
  );

  it(
    'the pages of administrators lose nothing',
    inBrowser(async (visit) => {
      await visit.enter(world, 'owner');
      const faults: string[] = [];
      for (const [name, target] of pagesOfAdmins(world)) {
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    120_000,
  );

  it(
    'the pages before sign-in lose nothing',
    inBrowser(async (visit) => {
      const { body } = await world.owner.post(`/api/x/organizations/${world.slug}/invitations`, {
        invitations: [{ email: 'somebody.with.a.long.name@invited.example' }],
      });
      const invitation = `/invitation${new URL(body.results[0].invitation.url).hash}`;
      const faults: string[] = [];
      for (const [name, target] of [
        ['sign-in', '/sign-in'],
        ['forgotten', '/forgotten'],
        ['welcome', `/welcome#${await givenLink(world, 'colleague', 'set-password')}`],
        ['welcome-without-link', '/welcome'],
        ['invitation', invitation],
        ['invitation-without-link', '/invitation'],
      ] as const) {
        await visit.open('/robots.txt');
        faults.push(...(await faultsOf(visit, name, target)));
      }
      expect(faults).toEqual([]);
    }),
    120_000,
  );

  it('the page that sets up a new server loses nothing', async () => {
    const { postgresUrl } = theRun();
    const databaseUrl = await createDatabase(postgresUrl);
    await taskResult(['db:migrate'], { databaseUrl });
    const server = await startServer({ postgresUrl, databaseUrl });
    const visit = await Visit.begin({ origin: server.baseUrl });
    try {
      const faults = await faultsOf(visit, 'setup-without-link', '/setup');
      await visit.open('/robots.txt');
      faults.push(...(await faultsOf(visit, 'setup', `/setup#${await setupToken(server)}`)));
      await visit.page.getByLabel('Organization').waitFor();
      expect([...faults, ...(await visit.reckoning())]).toEqual([]);
    } finally {
      await visit.end();
      await server.stop();
      await dropDatabase(postgresUrl, databaseUrl);
    }
  }, 120_000);
});
