import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { theRun } from './run.js';
import { scratchPath } from './scratch.js';
import { assertTied, sentStatements } from './sent-statements.js';
import { type RunningServer, startServer } from './server.js';
import { World } from './world.js';

/** A folder of its own: what is found here is no fault of the run. */
const folder = scratchPath('stray-statements');
mkdirSync(folder);

let server: RunningServer;
let world: World;

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  const stray = path.resolve(__dirname, 'preload/stray-statement.cjs');
  const environment = { NODE_OPTIONS: `--require ${stray}`, SENT_STATEMENTS: folder };
  server = await startServer({ postgresUrl, template, environment });
  world = new World('hostile', server.baseUrl, server.databaseUrl);
});
afterAll(() => server.stop());

/** Makes the server send this statement as its own. */
const send = (stray: string) =>
  world.owner.post(`${world.org()}/projects`, { name: 'Stray', key: 'S' }, { headers: { stray } });

describe('The statements of a server', () => {
  it('are written down with their names, once', async () => {
    await send('select 1 as stray');
    await send('select 1 as stray');
    const sent = sentStatements(folder);
    expect(sent).toContainEqual({ text: 'select 1 as stray' });
    expect(sent).toContainEqual({ name: 'projects.insert', text: expect.stringContaining('insert into projects') });
    expect(new Set(sent.map(({ text }) => text)).size).toBe(sent.length);
  });

  it('are limited to an Organization', async () => {
    await expect(assertTied(folder)).resolves.toBeUndefined();
  });

  it('are found when they are not', async () => {
    await send(`select count(*) from work_items where title = ''`);
    await expect(assertTied(folder)).rejects.toThrow(
      /^The server sent:\nselect count\(\*\) from work_items where title = '': work_items is compared with no parameter of its own$/,
    );
  });
});
