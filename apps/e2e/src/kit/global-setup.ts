import { readFileSync } from 'node:fs';
import { startThrowawayPostgres } from '@worktrack/embedded-postgres';
import { request } from 'undici';
import { createDatabase, databaseName, databaseUrl as urlOfDatabase, query } from './database.js';
import type { OpenApiDocument } from './openapi-document.js';
import { behindPooler, loginOf, startPgBouncer } from './pgbouncer.js';
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

/** The installation of the shared server, where it is another one than the server of `npm test`. */
const INSTALLATION = process.env.TEST_INSTALLATION;

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
  const { url: postgresUrl, replicaUrl } = await throwawayPostgres();
  await startTaskHost();
  const templateUrl = await createDatabase(postgresUrl);
  await taskResult(['db:migrate'], { databaseUrl: templateUrl });
  const file = provisionFile();
  const output: ProvisionOutput = await taskResult(['provision', '--file', '-'], {
    databaseUrl: templateUrl,
    input: JSON.stringify(file),
  });

  const template = databaseName(templateUrl);
  const ordinary = await startOrdinary({ postgresUrl, template, replicaUrl });
  const openapi = await publishedDocument(ordinary, '/api/v1/openapi.json');
  const extensions = await publishedDocument(ordinary, '/api/x/openapi.json');
  const application = await applicationDocument(ordinary);
  const oneConnection = await startShared({ postgresUrl, template, environment: { DATABASE_POOL_MAX: '1' } });
  announce(
    {
      sharedServers: { ordinary: addressOf(ordinary), 'one-connection': addressOf(oneConnection) },
      postgresUrl,
      template,
      worlds: worldsOf(file, output),
      openapi,
      extensions,
      application,
    },
    scratchPath('run'),
  );
}

async function publishedDocument({ baseUrl }: SharedServer, path: string): Promise<OpenApiDocument> {
  return (await (await request(baseUrl + path)).body.json()) as OpenApiDocument;
}

/** Reads the document of the operations that only the application calls: no server publishes it. */
async function applicationDocument({ databaseUrl }: SharedServer): Promise<OpenApiDocument> {
  const file = scratchPath('application.json');
  await taskResult(['openapi:export', '--application', '--out', file], { databaseUrl });
  return JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument;
}

/**
 * Starts the server that most suites share. `TEST_INSTALLATION` has another installation: `whole`, two servers with Redis and S3; `replica`,
 * those with a replica for reports; `pgbouncer`, those behind PgBouncer.
 */
async function startOrdinary({ postgresUrl, template, replicaUrl }: OrdinaryWish): Promise<SharedPlace> {
  const databaseUrl = await createDatabase(postgresUrl, template);
  const environment = {
    ...(INSTALLATION === 'pgbouncer' && (await putBehindPooler(postgresUrl, databaseUrl))),
    ...(replicaUrl !== undefined && { DATABASE_READ_URL: urlOfDatabase(replicaUrl, databaseName(databaseUrl)) }),
  };
  if (INSTALLATION === undefined)
    return { ...(await startShared({ postgresUrl, databaseUrl, environment })), databaseUrl };
  const [first, second] = await startWholeInstallation({ postgresUrl, databaseUrl, environment });
  return { baseUrl: first.baseUrl, another: second.baseUrl, databaseUrl, pid: first.pid };
}

interface OrdinaryWish {
  readonly postgresUrl: string;
  readonly template: string;
  readonly replicaUrl: string | undefined;
}

/** Starts a PgBouncer before the server of this database, in transaction mode, with logins of its own. Returns the variables of a server behind it. */
async function putBehindPooler(postgresUrl: string, databaseUrl: string): Promise<Record<string, string>> {
  const logins = { server: loginOf('server'), reports: loginOf('reports') };
  const all = Object.values(logins);
  for (const { name, password } of all) await query(postgresUrl, `create role ${name} login password '${password}'`);
  takeDown(async () => {
    for (const { name } of all) await query(postgresUrl, `drop role ${name}`);
  });
  await taskResult(['db:logins', '--server', logins.server.name, '--reports', logins.reports.name], { databaseUrl });
  const pooler = await startPgBouncer(postgresUrl, all);
  takeDown(() => pooler.stop());
  return behindPooler(pooler, logins, databaseUrl);
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

const addressOf = ({ baseUrl, databaseUrl, another }: SharedServer): SharedServer => ({
  baseUrl,
  databaseUrl,
  ...(another !== undefined && { another }),
});

/** Returns the URL of the test command's PostgreSQL, or starts one; with a replica where the installation has one. */
async function throwawayPostgres(): Promise<{ readonly url: string; readonly replicaUrl?: string }> {
  const given = process.env.TEST_DATABASE_URL;
  const withReplica = INSTALLATION === 'replica';
  if (given !== undefined) {
    if (withReplica)
      throw new Error('TEST_INSTALLATION=replica has a PostgreSQL of its own: leave TEST_DATABASE_URL out.');
    return { url: given };
  }
  const postgres = await startThrowawayPostgres({ settings: { 'worktrack.allow_unsafe': 'on' } });
  takeDown(() => postgres.leave());
  if (!withReplica) return { url: postgres.url };
  const replica = await postgres.replica();
  takeDown(() => replica.leave());
  return { url: postgres.url, replicaUrl: replica.url };
}
