import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, joinEmbeddedPostgres } from './index.js';
import { query } from '../test/query.js';

jest.setTimeout(60_000);

describe('The database of a shared embedded PostgreSQL', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'embedded-postgres-'));
  let server: EmbeddedPostgres;
  beforeAll(async () => {
    server = await joinEmbeddedPostgres({ dataDir });
  });
  afterAll(async () => {
    await server.leave();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is PostgreSQL 18', async () => {
    expect(await query(server.url, 'show server_version')).toMatch(/^18\./);
  });

  it.each([
    ['server_encoding', 'UTF8'],
    ['timezone', 'UTC'],
    ['log_timezone', 'UTC'],
    ['fsync', 'on'],
    ['synchronous_commit', 'on'],
    ['full_page_writes', 'on'],
    ['listen_addresses', '127.0.0.1'],
    ['unix_socket_directories', ''],
    ['password_encryption', 'scram-sha-256'],
  ])('has %s %s', async (setting, value) => {
    expect(await query(server.url, `show ${setting}`)).toBe(value);
  });

  it('orders by code point and knows the letters of every language, wherever it runs', async () => {
    const ordered =
      "select string_agg(word, '' order by word) from unnest(array['b', 'A', 'é', 'a', 'B', 'z']) as word";
    expect(await query(server.url, ordered)).toBe('ABabzé');
    expect(await query(server.url, "select lower('ÉÄŽ')")).toBe('éäž');
  });

  it('asks for the password, which only its owner can read', async () => {
    const stranger = new URL(server.url);
    stranger.password = 'guess';
    await expect(query(stranger.href, 'select 1')).rejects.toThrow('password authentication failed');
    const file = path.join(dataDir, 'postgres', 'superuser.password');
    expect(readFileSync(file, 'utf8')).toBe(new URL(server.url).password);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('is not run by root', async () => {
    const data = String(await query(server.url, 'show data_directory'));
    expect(statSync(path.join(data, 'postmaster.pid')).uid).not.toBe(0);
  });
});
