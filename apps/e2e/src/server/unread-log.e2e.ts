import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Caller } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { freePort, listenTo, PROGRAMS, startProgram } from '../kit/program.js';
import { theRun } from '../kit/run.js';

const LOGGING = path.join(path.dirname(PROGRAMS.server), 'logging.js');

/** Lines of about 700 bytes: more than fit into the pipe and the memory that the log may take. */
const LINES = 20_000;

/** A process whose stdout is a pipe that nobody reads until the test does. `work` sees `log`. */
function logger(work: string): ChildProcess {
  const program = `
    const log = require(${JSON.stringify(LOGGING)}).openLog('info', 'stdout');
    const many = () => { for (let n = 0; n < ${LINES}; n += 1) log.info({ n, filler: 'x'.repeat(600) }, 'request'); };
    const fault = (message) => log.error({ err: new Error(message) }, 'A request failed unexpectedly.');
    ${work}`;
  return spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'pipe'] });
}

const linesOf = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

describe('A log that nobody reads', () => {
  it('does not stop the server, nor its end; what it holds is written when somebody reads on', async () => {
    const { postgresUrl, template } = theRun();
    const databaseUrl = await createDatabase(postgresUrl, template);
    const port = await freePort();
    const program = startProgram(PROGRAMS.server, [], {
      DATABASE_URL: databaseUrl,
      PORT: String(port),
      LOG_LEVEL: 'info',
      RATE_LIMIT_DISABLED: 'true',
    });
    const stranger = new Caller(`http://127.0.0.1:${port}`);
    await eventually('an answer', () => stranger.get('/api/health').catch(() => undefined), 60);
    const id = 'i'.repeat(128);
    const asked = 1_500;
    for (let n = 0; n < asked; n += 50) {
      await Promise.all(Array.from({ length: 50 }, () => stranger.get('/api/v1/me', { 'x-request-id': id })));
    }
    const { output, ended } = listenTo(program);
    const recorded = await eventually('all access lines', () => {
      const lines = output().split(id).length - 1;
      return Promise.resolve(lines >= asked ? lines : undefined);
    });
    expect(recorded).toBe(asked);

    program.stdout?.pause();
    for (let n = 0; n < asked; n += 50) {
      await Promise.all(Array.from({ length: 50 }, () => stranger.get('/api/v1/me', { 'x-request-id': id })));
    }
    program.kill('SIGTERM');
    const [code] = (await once(program, 'exit')) as [number | null];
    expect(code).toBe(0);
    program.stdout?.resume();
    await ended;
    await dropDatabase(postgresUrl, databaseUrl);
  });

  it('loses no fault, and reports how many access lines are missing', async () => {
    const program = logger(`
      many();
      for (let n = 0; n < 100; n += 1) fault('Fault ' + n + '.');
      process.stderr.write('ready');
      setInterval(() => undefined, 1_000);
    `);
    await once(program.stderr!, 'data');
    const { output, ended } = listenTo(program);
    const missing = await eventually('the number of lines that were dropped', () => {
      const found = /"dropped":(\d+)/.exec(output());
      return Promise.resolve(found ? Number(found[1]) : undefined);
    });
    program.kill('SIGKILL');
    const lines = linesOf((await ended).stdout);
    const kept = lines.filter(({ msg }) => msg === 'request').map(({ n }) => n as number);
    expect(missing).toBeGreaterThan(0);
    expect(kept.length + missing).toBe(LINES);
    expect(kept).toEqual([...kept.keys()]);
    const faults = lines.filter(({ level }) => level === 'error').map(({ err }) => err.message as string);
    expect(faults).toEqual(Array.from({ length: 100 }, (_, n) => `Fault ${n}.`));
  });

  it.each([
    ['an ordinary end', 'many();', 0],
    ['an exit', 'many(); process.exit(3);', 3],
    [
      'a fault that nobody caught',
      `process.on('uncaughtException', (error) => { fault(error.message); process.exit(1); });
       many(); throw new Error('Unexpected.');`,
      1,
    ],
  ])('is written to its last line after %s, when its reader was only slow', async (_what, work, expected) => {
    const program = logger(work);
    const { ended } = listenTo(program);
    const { code, stdout } = await ended;
    expect(code).toBe(expected);
    const lines = linesOf(stdout);
    const missing = Number(lines.find(({ dropped }) => dropped !== undefined)?.dropped ?? 0);
    expect(lines.filter(({ msg }) => msg === 'request').length + missing).toBe(LINES);
    expect(lines.filter(({ level }) => level === 'error')).toHaveLength(expected === 1 ? 1 : 0);
  });

  it('does not keep the process from ending after a fault that nobody caught', async () => {
    const program = logger(`
      process.on('uncaughtException', (error) => { fault(error.message); process.exit(1); });
      many(); throw new Error('Unexpected.');
    `);
    const [code] = (await once(program, 'exit')) as [number | null];
    expect(code).toBe(1);
    program.stdout?.destroy();
  });

  it('does not end the process when its reader has gone', async () => {
    const program = logger(`
      process.stdout.write('Worktrack is running.');
      process.stderr.write('ready');
      setTimeout(() => { many(); fault('Unexpected.'); process.stdout.write('More.'); }, 200);
      setTimeout(() => process.exit(0), 600);
    `);
    await once(program.stderr!, 'data');
    program.stdout?.destroy();
    let output = '';
    program.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const [code] = (await once(program, 'close')) as [number | null];
    expect(code).toBe(0);
    expect(linesOf(output)).toMatchObject([{ level: 'error', err: { message: 'Unexpected.' } }]);
  });
});
