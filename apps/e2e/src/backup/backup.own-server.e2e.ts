import { readFile, readdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { BlobFolders } from '../kit/blob-folders.js';
import { Caller, hangUp } from '../kit/client.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { expectRestored, FILES, type Filled, fillInstallation, Load, type Place, serverOf } from './installation.js';

const places: Place[] = [];

async function newPlace(name: string, template?: string): Promise<Place> {
  const dataDir = scratchPath(name);
  const databaseUrl = await createDatabase(theRun().postgresUrl, template);
  const place = { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir }, folders: new BlobFolders(dataDir) };
  places.push(place);
  return place;
}

describe('db:backup and db:restore', () => {
  const file = scratchPath('whole.backup');
  let source: Place;
  let filled: Filled;
  let backup: any;

  beforeAll(async () => {
    source = await newPlace('backup-source', theRun().template);
    filled = await fillInstallation(source);
    const load = new Load(filled.owner);
    backup = await taskResult(['db:backup', '--attachments', '--out', file], source).finally(() => {
      load.stop();
    });
    await load.stopped;
    expect(load.made).toBeGreaterThan(0);
  });

  afterAll(async () => {
    await filled.server.stop();
    for (const { databaseUrl } of places) await dropDatabase(theRun().postgresUrl, databaseUrl);
    await hangUp();
  });

  const restore = (place: Place, from: string) => runTask(['db:restore', '--json', '--file', from], place);

  it('answer what was written, and leave no other file; only the owner may read it', async () => {
    const { size, mode } = await stat(file);
    expect(backup).toEqual({
      file,
      bytes: size,
      rows: expect.any(Number),
      attachments: FILES.length,
      at: expect.any(String),
    });
    expect(mode & 0o777).toBe(0o600);
    expect((await readdir(path.dirname(file))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('make an installation that answers as the one did which was backed up, while others worked in it', async () => {
    const place = await newPlace('backup-restored');
    const restored = await taskResult(['db:restore', '--file', file], place);
    expect(restored).toMatchObject({ file, at: backup.at, rows: backup.rows, attachments: FILES.length });
    expect(restored).toMatchObject({ missing: 0, checked: expect.any(Number), violations: [] });
    expect(await taskResult(['db:verify', '--bytes'], place)).toMatchObject({ violations: [] });
    const other = await serverOf(place);
    try {
      await expectRestored(new Caller(other.baseUrl, filled.token), filled);
    } finally {
      await other.stop();
    }
  });

  it('write a backup to standard output, without attachments', async () => {
    const { code, stderr } = await runTaskProcess(['db:backup', '--out', '-', '--json'], source);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: 'error: --out - and --json exclude each other: both want standard output\n',
    });
    const piped = await runTaskProcess(['db:backup', '--out', '-'], source);
    expect({ code: piped.code, stderr: piped.stderr, start: piped.stdout.slice(0, 2) }).toEqual({
      code: 0,
      stderr: '',
      start: 'PK',
    });
  });

  it('replace no file', async () => {
    const taken = scratchPath('taken.backup');
    await writeFile(taken, 'mine');
    const { code, stderr } = await runTask(['db:backup', '--out', taken], source);
    expect({ code, stderr }).toEqual({ code: 1, stderr: `error: The file ${taken} exists already.\n` });
    expect(await readFile(taken, 'utf8')).toBe('mine');
  });

  it('list the bytes that the store has lost, and back up all others', async () => {
    const place = await newPlace('backup-lossy');
    await taskResult(['db:restore', '--file', file], place);
    const [lost = ''] = await place.folders.complete();
    await place.folders.move(lost, 'blobs', 'staging');
    const lossy = scratchPath('lossy.backup');
    const { code, stdout, stderr } = await runTask(['db:backup', '--json', '--attachments', '--out', lossy], place);
    expect(code).toBe(1);
    expect(stderr).toBe('error: The store lacks the bytes of 1 attachments: the backup has all but these.\n');
    expect(JSON.parse(stdout)).toMatchObject({ file: lossy, attachments: FILES.length - 1 });
    const next = await newPlace('backup-of-lossy');
    const again = await restore(next, lossy);
    expect(again.code).toBe(1);
    expect(JSON.parse(again.stdout)).toMatchObject({
      missing: 1,
      violations: [{ says: 'every attachment has its bytes in the store', count: 1 }],
    });
  });

  describe('with a file or a place that does not fit', () => {
    let whole: Buffer;
    beforeAll(async () => {
      whole = await readFile(file);
    });

    const without = (bytes: number) => whole.subarray(0, whole.length - bytes);
    const patched = (from: string, to: string) => {
      const at = whole.lastIndexOf(from);
      expect(at).toBeGreaterThan(0);
      return Buffer.concat([whole.subarray(0, at), Buffer.from(to), whole.subarray(at + from.length)]);
    };
    const flipped = () => {
      const bytes = Buffer.from(whole);
      const at = bytes.indexOf('second filesecond file');
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      return bytes;
    };

    it.each<[string, () => Buffer, RegExp]>([
      ['lacks its second half', () => without(whole.length >> 1), /is no backup, or it is cut off\.$/],
      [
        'has a byte that was changed',
        flipped,
        /The backup is damaged: blobs\/[0-9a-f]{48} is not the part that SHA256SUMS names/,
      ],
      [
        'has another format',
        () => patched('"format": 1', '"format": 2'),
        /The backup has the format 2; this release reads format 1\.$/,
      ],
      ['has fewer rows than it says', () => patched('"rows": 1', '"rows": 7'), /The backup has \d+ rows of the table/],
    ])('refuse a file that %s, and leave nothing behind', async (what, content, message) => {
      const damaged = scratchPath(`damaged-${what.replaceAll(' ', '-')}.backup`);
      await writeFile(damaged, content());
      const place = await newPlace(`backup-${what.replaceAll(' ', '-')}`);
      const { code, stdout, stderr } = await restore(place, damaged);
      expect({ code, stdout, stderr: stderr.trimEnd() }).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(message),
      });
      expect(await contentsOf(place)).toEqual({ tables: [], functions: [], blobs: [] });
    });

    it('refuse a file that is not there', async () => {
      const { code, stderr } = await restore(await newPlace('backup-nothing'), '/nowhere/at-all');
      expect(code).toBe(1);
      expect(stderr).toMatch(/^error: The file \/nowhere\/at-all cannot be read: ENOENT: .*\n$/);
    });

    it('refuse a database that is not empty, and leave it as it is', async () => {
      const place = await newPlace('backup-taken');
      await query(place.databaseUrl, 'create table mine (id integer)');
      const { code, stderr } = await restore(place, file);
      expect(code).toBe(1);
      expect(stderr).toBe('error: The database is not empty: it has the table mine. Restore into an empty one.\n');
      expect(await contentsOf(place)).toEqual({ tables: ['mine'], functions: [], blobs: [] });
    });

    it('refuse a store of another database', async () => {
      const { databaseUrl } = await newPlace('backup-elsewhere');
      const { code, stderr } = await restore({ ...places.at(-1)!, ...(await withStoreOfAnother(databaseUrl)) }, file);
      expect(code).toBe(1);
      expect(stderr).toBe(
        'error: The store of attachments belongs to another database. Restore into an empty store.\n',
      );
    });
  });
});

/** A place with the store of an installation that has its own files. */
async function withStoreOfAnother(databaseUrl: string): Promise<Place> {
  const dataDir = scratchPath('backup-other-store');
  const folders = new BlobFolders(dataDir);
  const place = { databaseUrl, environment: { WORKTRACK_DATA_DIR: dataDir }, folders };
  const other = await newPlace('backup-other', theRun().template);
  await taskResult(['blobs:adopt'], { ...other, environment: place.environment });
  await folders.put('blobs', 'a'.repeat(48), 0);
  return place;
}

async function contentsOf({ databaseUrl, folders }: Place) {
  const tables = await query(
    databaseUrl,
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'S', 'v')`,
  );
  const functions = await query(databaseUrl, `select proname from pg_proc where pronamespace = 'public'::regnamespace`);
  const blobs = await folders.complete().catch(() => []);
  return { tables: tables.map(({ relname }) => relname), functions: functions.map(({ proname }) => proname), blobs };
}
