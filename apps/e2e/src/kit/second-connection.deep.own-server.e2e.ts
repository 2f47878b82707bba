import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { theRun } from './run.js';
import { scratchPath } from './scratch.js';
import { Breaches } from './second-connections.js';
import { type RunningServer, startServer } from './server.js';
import { World } from './world.js';

/** A folder of its own: what is found here is no fault of the run. */
const folder = scratchPath('expected-breaches');
mkdirSync(folder);
const found = new Breaches({ fromNow: false, folder });

let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const borrower = path.resolve(__dirname, 'preload/borrower.cjs');
  const environment = { NODE_OPTIONS: `--require ${borrower}`, SECOND_CONNECTIONS: folder };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('hostile', server.baseUrl, server.databaseUrl);
});
afterAll(() => server.stop());

/** Sends a request that borrows connections in this way. */
const borrow = (way: string) =>
  world.owner.post(`${world.org()}/projects`, { name: 'Borrowed', key: 'B' }, { headers: { borrow: way } });

describe('The connections of a request', () => {
  it.each(['one after the other', 'one of each pool'])('may be %s', async (way) => {
    await borrow(way);
    expect(() => {
      found.assertNone();
    }).not.toThrow();
  });

  it.each([
    ['a second one', 'inner'],
    ['a second one by a callback', 'select 2'],
    ['a second one by the pool', 'select 2'],
  ])('are too many: %s', async (way, second) => {
    await borrow(way);
    expect(() => {
      found.assertNone();
    }).toThrow(
      `POST /api/v1/organizations/:organizationSlug/projects took a second connection, for ${second}, ` +
        'while it held one of the same pool after select 1',
    );
  });

  it('are too many: two at once', async () => {
    await borrow('two at once');
    expect(() => {
      found.assertNone();
    }).toThrow(/took a second connection, for select [12], while it held one of the same pool/);
  });

  it('are those of a single request: ten at the same moment are no fault', async () => {
    await Promise.all(Array.from({ length: 10 }, () => borrow('one after the other')));
    expect(() => {
      found.assertNone();
    }).not.toThrow();
  });

  it('are given back: one that is not is known when the server has ended', async () => {
    await borrow('one for ever');
    await server.stop();
    expect(() => {
      found.assertNone();
    }).toThrow(
      'POST /api/v1/organizations/:organizationSlug/projects never gave back its connection, whose last statement was select 1',
    );
  });
});
