import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { request } from 'undici';
import { keepCompiledModules } from './compiled-modules.js';
import { createDatabase, databaseName } from './database.js';
import type { OpenApiDocument } from './openapi-document.js';
import { announce, type SharedServer } from './run.js';
import { Breaches } from './second-connections.js';
import { removeScratch, scratchPath } from './scratch.js';
import { assertTied, folderOfSentStatements } from './sent-statements.js';
import { type RunningServer, type ServerWish, startServer } from './server.js';
import { taskResult } from './task.js';
import { startTaskHost } from './task-host.js';
import { takeAllDown, takeDown } from './teardown-list.js';
import { startWholeInstallation } from './whole-installation.js';
import { type ProvisionOutput, provisionFile, worldsOf } from './world-plans.js';

/** Starts a database server, makes a migrated template with every world in it, and starts the servers that suites share. */
export default async function setUp(): Promise<void> {
  // jest calls no teardown after a failed set-up.
  await build().catch(async (error: unknown) => {
    await takeAllDown();
    throw error;
  });
}

async function build(): Promise<void> {
  takeDown(removeScratch);
  const breaches = new Breaches({ fromNow: false });
  takeDown(() =>
    Promise.resolve().then(() => {
      breaches.assertNone();
    }),
  );
  folderOfSentStatements();
  takeDown(() => assertTied());
  const postgresUrl = await throwawayPostgres();
  await startTaskHost();
  const templateUrl = await createDatabase(postgresUrl);
  await taskResult(['db:migrate'], { databaseUrl: templateUrl });
  const file = provisionFile();
  const output: ProvisionOutput = await taskResult(['provision', '--file', '-'], {
    databaseUrl: templateUrl,
    input: JSON.stringify(file),
  });

  const template = databaseName(templateUrl);
  const ordinary = await startOrdinary({ postgresUrl, template });
  const openapi = (await (await request(`${ordinary.baseUrl}/api/v1/openapi.json`)).body.json()) as OpenApiDocument;
  // After the first answers, so that the code that gives them is kept too.
  await keepCompiledModules(ordinary.pid);
  const oneConnection = await startShared({ postgresUrl, template, environment: { DATABASE_POOL_MAX: '1' } });
  announce(
    {
      sharedServers: { ordinary: addressOf(ordinary), 'one-connection': addressOf(oneConnection) },
      postgresUrl,
      template,
      worlds: worldsOf(file, output),
      openapi,
    },
    scratchPath('run'),
  );
}

/** Starts the server that most suites share; two of them, with Redis and S3, where `TEST_WHOLE` names the program of Redis. */
async function startOrdinary(wish: { readonly postgresUrl: string; readonly template: string }): Promise<SharedPlace> {
  const redis = process.env.TEST_WHOLE;
  if (redis === undefined) return startShared(wish);
  const databaseUrl = await createDatabase(wish.postgresUrl, wish.template);
  const { baseUrl, servers } = await startWholeInstallation({ ...wish, databaseUrl }, redis);
  return { baseUrl, databaseUrl, pid: servers[0]!.pid };
}

/** A shared server, with its process: of two, the first one. */
type SharedPlace = SharedServer & Pick<RunningServer, 'pid'>;

async function startShared(wish: ServerWish): Promise<RunningServer> {
  const server = await startServer(wish);
  takeDown(async () => {
    const { code, stderr } = await server.stop();
    if (code !== 0) throw new Error(`The shared server ended with ${String(code)}: ${stderr}`);
  });
  return server;
}

const addressOf = ({ baseUrl, databaseUrl }: SharedServer): SharedServer => ({ baseUrl, databaseUrl });

/** Returns the URL of the test command's PostgreSQL, or starts one. */
async function throwawayPostgres(): Promise<string> {
  const given = process.env.TEST_DATABASE_URL;
  if (given !== undefined) return given;
  const postgres = await startThrowawayPostgres({ settings: { 'worktrack.allow_unsafe': 'on' } });
  takeDown(() => postgres.leave());
  return postgres.url;
}
