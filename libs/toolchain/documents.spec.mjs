import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

describe('docs/architecture.md', () => {
  it('names only files that exist', () => {
    const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
      cwd: ROOT,
      encoding: 'utf8',
    }).split('\n');
    const text = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const named = [...new Set(text.match(/(?<=`)[a-z][a-z/.-]*\.ts(?=`)/g))];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});
