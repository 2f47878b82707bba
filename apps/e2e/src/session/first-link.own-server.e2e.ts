import type { Answer } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { Facts } from '../kit/facts.js';
import { expectRefusal } from '../kit/refusals.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { startServer } from '../kit/server.js';
import { Browser, PLAIN, browserOf, hashOf } from '../kit/session.js';

const { postgresUrl } = theRun();
const OWNER = 'owner@demo.example';

let databaseUrl: string;
let facts: Facts;
const dataDirectory = scratchPath('first-link');

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl);
  facts = new Facts(databaseUrl);
});
afterAll(() => dropDatabase(postgresUrl, databaseUrl));

interface Start {
  readonly baseUrl: string;
  /** The lines that the server printed, without blank ones. */
  readonly lines: readonly string[];
}

/** Starts the server as `npm start` does, does the work, and stops it. */
async function withStart(environment: Record<string, string>, work: (start: Start) => Promise<void>): Promise<void> {
  const server = await startServer({
    postgresUrl,
    databaseUrl,
    setUp: true,
    environment: { WORKTRACK_DEMO: 'on', WORKTRACK_DATA_DIR: dataDirectory, ...environment },
  });
  try {
    const output = await eventually('the addresses', () =>
      Promise.resolve(server.log().includes('/api/v1/me\n') ? server.log() : undefined),
    );
    await work({ baseUrl: server.baseUrl, lines: output.split('\n').filter((line) => line.trim() !== '') });
  } finally {
    await server.stop();
  }
}

/** Returns the secret of the link in the first line. */
function secretIn({ baseUrl, lines }: Start): string {
  const [label, url = ''] = lines[0]!.trim().split(/\s+/);
  expect(label).toBe('Open');
  expect(url.slice(0, url.indexOf('#'))).toBe(`${baseUrl}/welcome`);
  return url.slice(url.indexOf('#') + 1);
}

const useLink = (baseUrl: string, token: string): Promise<Answer> =>
  new Browser(baseUrl).post('/api/session/link', { token }, PLAIN);

describe('The first line that a server with demo data prints', () => {
  const earlier: string[] = [];

  it.each(['first', 'second'])('is a link that signs the owner in once: at the %s start', async () => {
    await withStart({}, async (start) => {
      const secret = secretIn(start);
      expect(earlier).not.toContain(secret);
      expect(await facts.hoursOfLink(hashOf(secret))).toBeGreaterThan(23.9);
      expect(await facts.hoursOfLink(hashOf(secret))).toBeLessThanOrEqual(24);
      const answer = await useLink(start.baseUrl, secret);
      expect(answer).toMatchObject({ status: 200, body: { purpose: 'sign-in', user: { email: OWNER } } });
      expect((await browserOf(answer, start.baseUrl).get('/api/v1/organizations/demo/projects')).status).toBe(200);
      for (const used of [secret, ...earlier]) {
        expectRefusal(await useLink(start.baseUrl, used), 'INVALID_CREDENTIALS');
      }
      earlier.push(secret);
    });
    expect(earlier.length).toBeGreaterThan(0);
  });

  it('is the address of the API where the application for browsers is not served, and no link is made', async () => {
    const before = await facts.linkCount();
    await withStart({ WORKTRACK_WEB: 'off' }, ({ baseUrl, lines }) => {
      expect(lines[0]).toBe(`  API      ${baseUrl}/api/v1`);
      expect(lines.join('\n')).not.toMatch(/Open|welcome/);
      return Promise.resolve();
    });
    expect(before).toBe(2);
    expect(await facts.linkCount()).toBe(before);
  });
});
