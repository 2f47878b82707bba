import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { theRun } from '../kit/run.js';

const { postgresUrl, template } = theRun();

describe('Workers that cannot start', () => {
  const endOf = (databaseUrl: string, port: number) =>
    listenTo(startProgram(PROGRAMS.server, [], { DATABASE_URL: databaseUrl, PORT: String(port), WORKERS: '2' })).ended;

  it('say what is wrong, and nothing else: without a schema', async () => {
    const databaseUrl = await createDatabase(postgresUrl);
    expect(await endOf(databaseUrl, await freePort())).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The schema of the database is not up to date: run the task db:migrate.\n',
    });
    await dropDatabase(postgresUrl, databaseUrl);
  });

  it('say what is wrong, and nothing else: with a port that is in use', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    const databaseUrl = await createDatabase(postgresUrl, template);
    expect(await endOf(databaseUrl, port)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: Port ${port} of 127.0.0.1 cannot be opened: it is in use, choose another one by PORT=….\n`,
    });
    taken.close();
    await dropDatabase(postgresUrl, databaseUrl);
  });
});
