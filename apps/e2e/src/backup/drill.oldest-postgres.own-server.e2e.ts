import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { BlobFolders } from '../kit/blob-folders.js';
import { Caller, hangUp } from '../kit/client.js';
import { createDatabase, databaseName, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { folderOfOrdinaryUser, ordinaryUser } from '../kit/nobody.js';
import { freePort } from '../kit/program.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, taskResult } from '../kit/task.js';
import { expectRestored, FILES, type Filled, fillInstallation, Load, type Place, serverOf } from './installation.js';

/** A PostgreSQL 15 with the programs of its distribution, started by the deep tier. */
const POSTGRES = process.env.TEST_OLDEST_DATABASE_URL!;

const ENVIRONMENT = { PATH: process.env.PATH, LC_ALL: 'C' };

describe('An installation on PostgreSQL 15', () => {
  let source: Place;
  let filled: Filled;
  let programs: string;
  const restored: Place[] = [];
  const folder = folderOfOrdinaryUser('drill');
  let cluster: ChildProcess | undefined;

  const placeAt = (databaseUrl: string, name: string): Place => {
    const dataDir = scratchPath(name);
    return { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir }, folders: new BlobFolders(dataDir) };
  };
  const emptyPlace = async (name: string) => {
    const place = placeAt(await createDatabase(POSTGRES), name);
    restored.push(place);
    return place;
  };

  beforeAll(async () => {
    const [row] = await query(POSTGRES, `select setting from pg_config where name = 'BINDIR'`);
    programs = row!.setting as string;
    source = await emptyPlace('drill-source');
    await taskResult(['db:migrate'], source);
    filled = await fillInstallation(source);
  });

  afterAll(async () => {
    await filled.server.stop();
    if (cluster?.exitCode === null) {
      const ended = once(cluster, 'close');
      cluster.kill('SIGQUIT');
      await ended;
    }
    await rm(folder, { recursive: true });
    for (const { databaseUrl } of restored) await dropDatabase(POSTGRES, databaseUrl);
    await hangUp();
  });

  const run = (program: string, ...options: string[]) =>
    promisify(execFile)(path.join(programs, program), options, { cwd: '/', env: ENVIRONMENT, ...ordinaryUser });

  /** Takes a copy while others work, and lets them work on afterwards. */
  async function whileOthersWork(copy: () => Promise<unknown>): Promise<void> {
    const during = new Load(filled.owner);
    await copy().finally(() => {
      during.stop();
    });
    await during.stopped;
    const after = new Load(filled.owner);
    await eventually('more work', () => Promise.resolve(after.made > 0 ? true : undefined));
    after.stop();
    await after.stopped;
    expect(during.made).toBeGreaterThan(0);
  }

  const copyStore = (to: Place) =>
    cp(
      path.join(source.environment.WORKTRACK_DATA_DIR, 'attachments'),
      path.join(to.environment.WORKTRACK_DATA_DIR, 'attachments'),
      { recursive: true },
    );

  /** The steps of docs/operations/backup.md after the database and the store were restored by other means. */
  async function finishRestore(place: Place): Promise<void> {
    expect(await taskResult(['db:migrate'], place)).toMatchObject({ applied: [] });
    expect(await taskResult(['blobs:adopt'], place)).toMatchObject({ missing: 0 });
  }

  async function expectWhole(place: Place): Promise<void> {
    const { code, stdout } = await runTask(['db:verify', '--bytes', '--json'], place);
    expect({ code, answer: JSON.parse(stdout) }).toMatchObject({ code: 0, answer: { violations: [] } });
    const server = await serverOf(place);
    try {
      await expectRestored(new Caller(server.baseUrl, filled.token), filled);
    } finally {
      await server.stop();
    }
  }

  it('is restored from a backup of its tasks', async () => {
    const file = scratchPath('drill.backup');
    await whileOthersWork(() => taskResult(['db:backup', '--attachments', '--out', file], source));
    const place = await emptyPlace('drill-by-tasks');
    expect(await taskResult(['db:restore', '--file', file], place)).toMatchObject({ attachments: FILES.length });
    await expectWhole(place);
  });

  it('is restored from a dump and a copy of the store', async () => {
    const file = path.join(folder, 'drill.dump');
    const place = await emptyPlace('drill-by-dump');
    await whileOthersWork(() => run('pg_dump', '--format=custom', `--file=${file}`, source.databaseUrl));
    await copyStore(place);
    await run('pg_restore', '--exit-on-error', `--dbname=${place.databaseUrl}`, file);
    await finishRestore(place);
    await expectWhole(place);
  });

  it('is restored from a base backup and a copy of the store', async () => {
    const data = path.join(folder, 'data');
    await whileOthersWork(() =>
      run('pg_basebackup', `--pgdata=${data}`, '--wal-method=stream', '--checkpoint=fast', `--dbname=${POSTGRES}`),
    );
    const url = await startCluster(data);
    const there = new URL(url);
    there.pathname = databaseName(source.databaseUrl);
    const place = placeAt(there.href, 'drill-by-base-backup');
    await copyStore(place);
    await finishRestore(place);
    await expectWhole(place);
  });

  /** Starts PostgreSQL on the folder of a base backup. Returns its address. */
  async function startCluster(data: string): Promise<string> {
    const port = await freePort();
    const settings = { port, listen_addresses: '127.0.0.1', unix_socket_directories: '' };
    const given = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = spawn(path.join(programs, 'postgres'), ['-D', data, ...given], {
      stdio: 'ignore',
      cwd: '/',
      env: ENVIRONMENT,
      ...ordinaryUser,
    });
    cluster = started;
    const url = new URL(POSTGRES);
    url.port = String(port);
    await eventually('the restored cluster', async () => {
      if (started.exitCode !== null) throw new Error(`PostgreSQL ended with ${started.exitCode}.`);
      return query(url.href, 'select 1').then(
        () => true,
        () => undefined,
      );
    });
    return url.href;
  }
});
