import { readFileSync } from 'node:fs';
import path from 'node:path';
import { settingsOf, type SessionRole } from './session-settings.js';

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
