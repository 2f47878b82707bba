import { request } from 'undici';
import { childrenOf } from './children.js';
import { createDatabase, dropDatabase } from './database.js';
import { eventually } from './eventually.js';
import { assertFollowed, folderOfBreaches, PRELOAD as FOLLOWED } from './second-connections.js';
import { folderOfSentStatements, RECORDER } from './sent-statements.js';
import { type Ended, type Environment, freePort, listenTo, PROGRAMS, startProgram } from './program.js';

export interface RunningServer {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  readonly pid: number;
  /** Returns all output of the server so far. */
  log(): string;
  /** Sends a signal and waits for the end. May be called again. */
  stop(signal?: NodeJS.Signals): Promise<Ended>;
}

export interface ServerWish {
  readonly postgresUrl: string;
  /** Name of a database that is copied for this server alone. */
  readonly template?: string;
  readonly databaseUrl?: string;
  /** A port of the loopback address; by default a free one. */
  readonly port?: number;
  readonly environment?: Environment;
  /** True: the server also migrates, creates the demo data and prints its addresses, as `npm start` does. */
  readonly setUp?: boolean;
  /** The program of another release, which no module of the tests is loaded into; by default the one that was built. */
  readonly program?: string;
}

/** A program for `node --eval`: the server with its set-up. */
const SERVER_WITH_SET_UP = `require(${JSON.stringify(PROGRAMS.server)}).serve({ setUp: true })`;

/**
 * Starts the built server on a free port and waits until it says that it is ready. A request that takes a second connection of a pool
 * while it holds one fails the test.
 */
export async function startServer({
  postgresUrl,
  template,
  databaseUrl,
  port: wanted,
  environment = {},
  setUp = false,
  program: other,
}: ServerWish): Promise<RunningServer> {
  if (globalThis.SHARED_SERVER === 'one-connection') {
    throw new Error('A suite that starts servers is named *.own-server.e2e.ts: it then runs once.');
  }
  const ownDatabase = databaseUrl ?? (await createDatabase(postgresUrl, template));
  const port = wanted ?? (await freePort());
  const { SECOND_CONNECTIONS: breaches = folderOfBreaches() } = environment;
  const [file, parameters] = setUp ? ['--eval', [SERVER_WITH_SET_UP]] : [PROGRAMS.server, []];
  const preloaded = ['--require', FOLLOWED, '--require', RECORDER, file, ...parameters];
  const [first = '', ...rest] = other === undefined ? preloaded : [other];
  const program = startProgram(first, rest, {
    SECOND_CONNECTIONS: breaches,
    SENT_STATEMENTS: folderOfSentStatements(),
    DATABASE_URL: ownDatabase,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    RATE_LIMIT_DISABLED: 'true',
    // Receivers of webhooks are on this machine.
    WEBHOOK_ALLOW_HTTP: 'on',
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.1,::1',
    ...environment,
  });
  const { output, ended } = listenTo(program);
  program.stdin?.end();
  let gone: Ended | undefined;
  void ended.then((end) => (gone = end));
  const baseUrl = `http://127.0.0.1:${port}`;

  await eventually(
    'a ready server',
    async () => {
      if (gone !== undefined) throw new Error(`The server ended with ${String(gone.code)}:\n${output()}`);
      return (await isReady(baseUrl)) ? true : undefined;
    },
    60,
  )
    .then(() => {
      if (other === undefined) assertFollowed(processesOf(program.pid ?? 0), breaches);
    })
    .catch((error: unknown) => {
      program.kill('SIGKILL');
      throw new Error(`The server did not start:\n${output()}`, { cause: error });
    });

  return {
    baseUrl,
    databaseUrl: ownDatabase,
    pid: program.pid ?? 0,
    log: output,
    stop: async (signal = 'SIGTERM') => {
      if (gone === undefined) program.kill(signal);
      const end = await ended;
      if (databaseUrl === undefined) await dropDatabase(postgresUrl, ownDatabase);
      return end;
    },
  };
}

/** The process of a server, and those that it has started. */
function processesOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}

async function isReady(baseUrl: string): Promise<boolean> {
  try {
    const { statusCode, body } = await request(`${baseUrl}/api/ready`);
    await body.dump();
    return statusCode === 200;
  } catch {
    return false;
  }
}
