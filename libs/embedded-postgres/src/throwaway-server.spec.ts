import { existsSync } from 'node:fs';
import { startThrowawayPostgres } from './index.js';
import { poll } from './poll.js';
import { OtherProcess } from '../test/other-process.js';
import { query } from '../test/query.js';

/** The time limit for events that must happen soon, in milliseconds: wide, because the machine may be busy. */
const SOON = 30_000;

afterEach(() => OtherProcess.killAll());
jest.setTimeout(90_000);

describe('A throwaway PostgreSQL', () => {
  it('serves, and takes its folder with it', async () => {
    const server = await startThrowawayPostgres({ settings: { work_mem: '5MB' } });
    const folder = String(await query(server.url, 'show data_directory'));
    expect(existsSync(folder)).toBe(true);
    expect(await query(server.url, 'show fsync')).toBe('off');
    expect(await query(server.url, 'show work_mem')).toBe('5MB');
    await server.leave();
    await server.leave();
    expect(existsSync(folder)).toBe(false);
  });

  it('serves by a Unix socket that its address names, where that is wanted, and by TCP', async () => {
    const server = await startThrowawayPostgres({ socket: true });
    const byTcp = new URL(server.url);
    byTcp.searchParams.delete('host');
    const client = 'select host(inet_client_addr())';
    expect(await query(server.url, client)).toBeNull();
    expect(await query(byTcp.href, client)).toBe('127.0.0.1');
    await server.leave();
  });

  it('is another one every time', async () => {
    const [one, two] = await Promise.all([startThrowawayPostgres(), startThrowawayPostgres()]);
    await query(one.url, 'create table mine ()');
    expect(await query(two.url, "select to_regclass('mine')")).toBeNull();
    await one.leave();
    expect(await query(two.url, 'select 1')).toBe(1);
    await two.leave();
  });

  it('crashes and starts again on its port, with what was committed', async () => {
    const server = await startThrowawayPostgres();
    await query(server.url, 'create table kept ()');
    await server.crash();
    await expect(query(server.url, 'select 1')).rejects.toThrow();
    await server.restart();
    expect(await query(server.url, "select to_regclass('kept')::text")).toBe('kept');
    await server.crash();
    await server.restart();
    await server.leave();
    await expect(query(server.url, 'select 1')).rejects.toThrow();
  });

  it('leaves no folder when it crashed', async () => {
    const server = await startThrowawayPostgres();
    const folder = String(await query(server.url, 'show data_directory'));
    await server.crash();
    await server.leave();
    expect(existsSync(folder)).toBe(false);
  });

  it('is gone with its folder soon after its process was killed', async () => {
    const process = OtherProcess.running('say((await postgres.startThrowawayPostgres()).url); await released();');
    const folder = String(await query(await process.line(), 'show data_directory'));
    await process.kill();
    expect(await poll(SOON, () => (existsSync(folder) ? undefined : true))).toBe(true);
  });
});
