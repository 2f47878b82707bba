import { readFileSync } from 'node:fs';
import path from 'node:path';
import { reportAddresses, settingsOf, type SessionRole } from './settings.js';

describe('docs/operations/settings.md', () => {
  const text = readFileSync(path.resolve(__dirname, '../../../../docs/operations/settings.md'), 'utf8');
  const section = text.split(/^## /m).find((part) => part.startsWith('Settings that are read back')) ?? '';
  const rows = [...section.matchAll(/^\| `(?<name>\w+)` +\| (?<requests>.*?) +\| (?<reports>.*?) +\|$/gm)];

  it.each<['requests' | 'reports', SessionRole]>([
    ['requests', 'application'],
    ['reports', 'reports'],
  ])('lists every setting of the sessions of %s, with its value', (column, role) => {
    const listed = rows.map(({ groups }) => [groups?.name, (groups?.[column] ?? '').replaceAll('`', '')] as const);
    const given = Object.fromEntries(listed.filter(([, value]) => value !== ''));
    expect(given).toEqual(settingsOf(role));
  });
});

const ADDRESS = 'postgres://server:s%2Fs@db.example:6432/worktrack?sslmode=require';
const addresses = (readUrl: string | undefined, pooler: 'none' | 'transaction') =>
  reportAddresses({ url: ADDRESS, readUrl, pooler, poolMax: 1, prepared: false });

describe('The addresses of reports', () => {
  it('are those that are given, without a pooler or without another login', () => {
    expect(addresses(undefined, 'none')).toEqual({ primary: ADDRESS, replica: undefined });
    expect(addresses(ADDRESS, 'none')).toEqual({ primary: ADDRESS, replica: ADDRESS });
    expect(addresses(undefined, 'transaction')).toEqual({ primary: ADDRESS, replica: undefined });
  });

  it.each([
    'postgres://reports:r%2Br@db.example:6432/worktrack',
    'postgresql://db.example:6432/worktrack?user=reports&password=r%2Br',
  ])('have the login of %s behind a pooler, on the primary alone when it leads there', (readUrl) => {
    expect(addresses(readUrl, 'transaction')).toEqual({
      primary: 'postgres://db.example:6432/worktrack?sslmode=require&user=reports&password=r%2Br',
      replica: undefined,
    });
  });

  it.each([
    'postgres://reports@other.example:6432/worktrack',
    'postgres://reports@db.example/worktrack',
    'postgres://reports@db.example:6432/copy',
    'postgres://reports@db.example:6432/worktrack?host=/run/pooler',
  ])('have the login of the replica %s behind a pooler, on both', (readUrl) => {
    expect(addresses(readUrl, 'transaction')).toEqual({
      primary: 'postgres://db.example:6432/worktrack?sslmode=require&user=reports',
      replica: readUrl,
    });
  });
});
