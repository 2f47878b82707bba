import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { startThrowawayPostgres, type ThrowawayPostgres } from '@worktrack/embedded-postgres';
import { BlobFolders } from '../kit/blob-folders.js';
import { Caller, freshKey, hangUp } from '../kit/client.js';
import { connected, createDatabase, databaseName, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { folderOfOrdinaryUser } from '../kit/nobody.js';
import type { RunningServer } from '../kit/server.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, taskResult } from '../kit/task.js';
import { uploadOf } from '../kit/upload.js';
import { BUSY, expectRestored, type Filled, fillInstallation, Load, type Place, serverOf } from './installation.js';

/*
 * Recovery from a base backup and an archive of the write-ahead log, with the newest PostgreSQL: to a moment, and after the loss of the
 * machine, as docs/operations/backup.md describes it. And from a dump, where the deep tier has programs as new as that PostgreSQL.
 */

/** The folder of `pg_dump` and `pg_restore`: those of an older release refuse a newer server. */
const PROGRAMS = process.env.TEST_NEWEST_PROGRAMS;

/** Seconds after which PostgreSQL archives what it has, even if it is little. */
const ARCHIVE_TIMEOUT = 5;
/** Seconds that the archiving itself may take. */
const ARCHIVING = 5;
/** Seconds of writing before the machine is lost. */
const WRITING = 4 * ARCHIVE_TIMEOUT;
/** Minutes: `db:verify` names bytes without a record when they are older than a day. */
const MORE_THAN_A_DAY = 1_500;

describe('An installation with a base backup and an archive of the log', () => {
  const archive = folderOfOrdinaryUser('archive');
  const backup = folderOfOrdinaryUser('base-backup');
  let postgres: ThrowawayPostgres;
  let source: Place;
  let filled: Filled;
  const recovered: ThrowawayPostgres[] = [];
  const servers: RunningServer[] = [];

  const placeAt = (databaseUrl: string, name: string): Place => {
    const dataDir = scratchPath(name);
    return { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir }, folders: new BlobFolders(dataDir) };
  };

  beforeAll(async () => {
    postgres = await startThrowawayPostgres({
      settings: {
        'worktrack.allow_unsafe': 'on',
        archive_mode: 'on',
        archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
        archive_timeout: String(ARCHIVE_TIMEOUT),
      },
    });
    source = placeAt(await createDatabase(postgres.url), 'recovery-source');
    await taskResult(['db:migrate'], source);
    filled = await fillInstallation(source, 'medium');
    const load = new Load(filled.owner);
    await takeBaseBackup();
    load.stop();
    await load.stopped;
    expect(load.made).toBeGreaterThan(0);
  }, 600_000);

  afterAll(async () => {
    for (const server of [filled.server, ...servers]) await server.stop();
    for (const one of [...recovered, postgres]) await one.leave();
    for (const folder of [archive, backup]) await rm(folder, { recursive: true });
    await hangUp();
  });

  /** Copies the data folder while requests go on, by the functions that `pg_basebackup` uses. */
  async function takeBaseBackup(): Promise<void> {
    await connected(postgres.url, async (client) => {
      const { rows } = await client.query('show data_directory');
      await client.query(`select pg_backup_start('drill', true)`);
      const copy = `tar -C "$1" -cf - --exclude=./pg_wal/* --exclude=./postmaster.pid . 2>/dev/null | tar -C "$2" -xf -`;
      const copying = spawn('/bin/sh', ['-c', copy, 'copy', rows[0].data_directory as string, backup], {
        stdio: 'ignore',
      });
      const [code] = await once(copying, 'close');
      expect(code).toBe(0);
      const { rows: stopped } = await client.query('select labelfile, spcmapfile from pg_backup_stop()');
      writeFileSync(path.join(backup, 'backup_label'), stopped[0].labelfile as string);
    });
  }

  /** Waits until everything that was written so far is in the archive. */
  async function untilArchived(): Promise<void> {
    const [row] = await query(postgres.url, 'select pg_walfile_name(pg_switch_wal()) as segment');
    await eventually(
      'the archive',
      () => Promise.resolve(existsSync(path.join(archive, row.segment)) || undefined),
      60,
    );
  }

  interface Started {
    readonly missing: number;
    readonly verified: { readonly code: number | null; readonly answer: any };
    readonly server: RunningServer;
  }

  /** Starts an installation whose database was restored, next to a copy of the store, by the steps of docs/operations/backup.md. */
  async function startRestored(place: Place): Promise<Started> {
    const attachments = ({ environment }: Place) => path.join(environment.WORKTRACK_DATA_DIR, 'attachments');
    await cp(attachments(source), attachments(place), { recursive: true, preserveTimestamps: true });
    expect(await taskResult(['db:migrate'], place)).toMatchObject({ applied: [] });
    const { missing } = await taskResult(['blobs:adopt'], place);
    const { code, stdout } = await runTask(['db:verify', '--bytes', '--json'], place);
    const server = await serverOf(place);
    servers.push(server);
    return { missing, verified: { code, answer: JSON.parse(stdout) }, server };
  }

  interface Recovered extends Started {
    readonly place: Place;
    /** Seconds until the database could be written to, and until a request was answered. */
    readonly seconds: { readonly database: number; readonly all: number };
  }

  /** Restores the base backup and the archive, up to `target`, and starts the installation there. */
  async function recover(name: string, target: Readonly<Record<string, string>>): Promise<Recovered> {
    const began = performance.now();
    const elapsed = (): number => Math.round((performance.now() - began) / 100) / 10;
    const cluster = await postgres.restore(backup, {
      archive_mode: 'off',
      restore_command: `cp ${archive}/%f %p`,
      ...target,
    });
    recovered.push(cluster);
    await eventually(
      'the end of the recovery',
      async () => ((await query(cluster.url, 'select pg_is_in_recovery() as going'))[0].going ? undefined : true),
      300,
    );
    const database = elapsed();
    const url = new URL(cluster.url);
    url.pathname = databaseName(source.databaseUrl);
    const place = placeAt(url.href, name);
    const started = await startRestored(place);
    return { place, ...started, seconds: { database, all: elapsed() } };
  }

  if (PROGRAMS !== undefined) {
    const run = (program: string, ...options: string[]) =>
      promisify(execFile)(path.join(PROGRAMS, program), options, { env: { PATH: process.env.PATH, LC_ALL: 'C' } });

    it('is restored from a dump that was made while others worked, and a copy of the store', async () => {
      const file = scratchPath('recovery.dump');
      const load = new Load(filled.owner);
      await run('pg_dump', '--format=custom', `--file=${file}`, source.databaseUrl);
      load.stop();
      await load.stopped;
      expect(load.made).toBeGreaterThan(0);
      const place = placeAt(await createDatabase(postgres.url), 'restored-from-a-dump');
      await run('pg_restore', '--exit-on-error', `--dbname=${place.databaseUrl}`, file);
      const { missing, verified, server } = await startRestored(place);
      expect({ missing, verified }).toMatchObject({ missing: 0, verified: { code: 0, answer: { violations: [] } } });
      await expectRestored(new Caller(server.baseUrl, filled.token), filled);
    }, 600_000);
  }

  it('goes back to a moment, and lists bytes that lack a record and records that lack their bytes', async () => {
    const { owner } = filled;
    const add = async (title: string, key = freshKey()) => {
      const { body, text } = await owner.post(`${BUSY}/work-items`, { type: 'task', title }, { key });
      return { path: `${BUSY}/work-items/${String(body.key)}`, title, key, text };
    };
    const before = await add('Before the moment');
    const lost = (await owner.post(`${before.path}/attachments`, uploadOf('deleted after the moment'))).body;
    const blobsBefore = await source.folders.complete();
    const [{ moment }] = await query(postgres.url, 'select clock_timestamp()::text as moment');
    await pause(100);
    const after = await add('After the moment');
    const kept = await owner.post(`${before.path}/attachments`, uploadOf('uploaded after the moment'));
    expect(kept.status).toBe(201);
    const [unneeded] = (await source.folders.complete()).filter((name) => !blobsBefore.includes(name));
    expect((await owner.delete(`${before.path}/attachments/${String(lost.id)}`)).status).toBe(204);
    expect((await owner.patch(before.path, { title: 'Changed after the moment' })).status).toBe(200);
    await source.folders.age('blobs', unneeded!, MORE_THAN_A_DAY);
    await untilArchived();

    const { missing, verified, server, seconds } = await recover('recovered-to-a-moment', {
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    });
    console.log(`to a moment: ${JSON.stringify(seconds)}`);
    expect(missing).toBe(1);
    expect(verified).toMatchObject({
      code: 1,
      answer: {
        violations: [
          { says: 'every attachment has its bytes in the store', count: 1 },
          {
            says: 'every blob in the store that is older than a day belongs to an attachment',
            count: 1,
            examples: [{ blob: unneeded }],
          },
        ],
      },
    });
    const there = new Caller(server.baseUrl, filled.token);
    expect((await there.get(before.path)).body).toMatchObject({ title: before.title });
    expect((await there.get(after.path)).status).toBe(404);
    const { items } = (await there.get(`${before.path}/attachments`)).body;
    expect(items.map(({ id }: { id: string }) => id)).toEqual([lost.id]);
    const replay = await there.post(`${BUSY}/work-items`, { type: 'task', title: before.title }, { key: before.key });
    expect({ text: replay.text, replayed: replay.headers['idempotency-replayed'] }).toEqual({
      text: before.text,
      replayed: 'true',
    });
    await expectRestored(there, filled);
  }, 600_000);

  it('loses no more than the last seconds when the machine is lost', async () => {
    const acknowledged: { readonly title: string; readonly at: number }[] = [];
    let lostAt = Infinity;
    const write = async (client: number): Promise<void> => {
      for (let turn = 0; Date.now() < lostAt; turn += 1) {
        const title = `Written ${client} ${turn}`;
        const answer = await filled.owner.post(`${BUSY}/work-items`, { type: 'task', title }).catch(() => undefined);
        if (answer?.status === 201) acknowledged.push({ title, at: Date.now() });
      }
    };
    const writing = Promise.all([0, 1].map(write));
    await pause(1_000 * WRITING);
    lostAt = Date.now();
    await postgres.crash();
    await writing;

    const { place, missing, verified, seconds } = await recover('recovered-to-the-end', {});
    const rows: { title: string }[] = await query(
      place.databaseUrl,
      `select title from work_items where title like 'Written %'`,
    );
    const there = new Set(rows.map(({ title }) => title));
    const lost = acknowledged.filter(({ title }) => !there.has(title)).map(({ at }) => at);
    const keptAt = acknowledged.filter(({ title }) => there.has(title)).map(({ at }) => at);
    const age = (lostAt - Math.min(lostAt, ...lost)) / 1_000;
    console.log(
      `after the loss: ${JSON.stringify({ acknowledged: acknowledged.length, lost: lost.length, secondsLost: age, ...seconds })}`,
    );
    expect({ missing, verified }).toMatchObject({ missing: 0, verified: { code: 0, answer: { violations: [] } } });
    expect(keptAt.length).toBeGreaterThan(0);
    expect(age).toBeLessThan(ARCHIVE_TIMEOUT + ARCHIVING);
    // Only the end is lost: at most what both clients had under way lies between.
    expect(Math.max(...keptAt)).toBeLessThanOrEqual(Math.min(...lost, Infinity) + 1_000);
  }, 600_000);
});
