import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBlobs } from '@worktrack/adapter-blobs';
import { createApi, type Api } from '@worktrack/adapter-http';
import { Logger } from 'nestjs-pino';
import { pino } from 'pino';
import { ScratchDatabase } from '../test/scratch-database.js';
import { readConfiguration } from './config.js';
import { joinDatabaseServer, openCurrentDatabase, type OpenDatabase } from './database.js';
import { httpLog } from './http-log.js';
import { logOptions } from './logging.js';
import { portsOf } from './ports.js';
import { openRateLimiter } from './rate-limits/open-rate-limiter.js';
import { ServerModule } from './server.module.js';
import { guardStore } from './store.js';

const lines: string[] = [];
const log = pino(logOptions('debug'), { write: (line: string) => lines.push(line) });

/** Takes the lines that were written since the last call. */
const written = (): Record<string, unknown>[] => lines.splice(0).map((line) => JSON.parse(line));

describe('The log of the server', () => {
  let scratch: ScratchDatabase;
  let dataDir: string;
  let open: OpenDatabase;
  let api: Api;

  beforeAll(async () => {
    scratch = await ScratchDatabase.create();
    dataDir = await mkdtemp(join(tmpdir(), 'server-module-'));
    const configuration = readConfiguration({ DATABASE_URL: scratch.url, WORKTRACK_DATA_DIR: dataDir });
    open = await openCurrentDatabase(await joinDatabaseServer(configuration), configuration);
    const limits = await openRateLimiter(configuration, log);
    const store = await openBlobs(configuration);
    const ports = ServerModule.of(portsOf(open, limits, store, guardStore(store, open), configuration), log);
    const { baseUrl, trustProxy, attachmentMaxBytes } = configuration;
    const settings = { baseUrl, trustProxy, attachmentMaxBytes };
    api = await createApi({ ports, ...settings, log: httpLog(log), logger: Logger });
  });
  afterAll(async () => {
    await api.drain(0);
    await open.database.close();
    await scratch.drop();
    await rm(dataDir, { recursive: true });
  });

  it('shows at start what Nest does: with the level debug, the context and the message', () => {
    const messages = written();
    expect(new Set(messages.map(({ level }) => level))).toEqual(new Set(['debug']));
    const line = { level: 'debug', time: expect.any(String), pid: process.pid };
    const [first] = messages;
    expect(first).toEqual({ ...line, context: 'NestFactory', msg: 'Starting Nest application...' });
    expect(Object.keys(first ?? {})).toEqual(['level', 'time', 'pid', 'context', 'msg']);
    expect(messages).toContainEqual({ ...line, context: 'RouterExplorer', msg: 'Mapped {/api/health, GET} route' });
  });

  it('has one line of a request, and no middleware of the logger runs on it', async () => {
    const origin = `http://127.0.0.1:${await api.listen(0, '127.0.0.1')}`;
    written();
    const logged: unknown[] = [];
    const look = (message: unknown): void => {
      const { request } = message as { request: IncomingMessage };
      logged.push(['log', 'allLogs'].filter((member) => member in request));
    };
    subscribe('http.server.response.finish', look);
    const answers = [await fetch(`${origin}/api/health`), await fetch(`${origin}/api/v1/me`)];
    unsubscribe('http.server.response.finish', look);

    expect(answers.map(({ status }) => status)).toEqual([200, 401]);
    expect(logged).toEqual([[], []]);
    expect(written()).toMatchObject([
      { level: 'info', route: '/api/health', status: 200, msg: 'request' },
      { level: 'info', route: '/api/v1/me', status: 401, msg: 'request' },
    ]);
  });
});
