import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { program, ROOT } from './workspace.mjs';

/** Names the rules that a file breaks in a project of its own, under the configuration of the whole tree. */
function rulesBrokenBy(name, code) {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'lint-')));
  try {
    const configuration = JSON.stringify(path.join(ROOT, 'oxlint.config.mjs'));
    writeFileSync(path.join(folder, 'oxlint.config.mjs'), `export { default } from ${configuration};`);
    const options = { strict: true, target: 'es2023', noEmit: true, types: [] };
    writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), code);
    const { stdout, stderr } = spawnSync(program('oxlint'), ['-c', 'oxlint.config.mjs', '--format', 'json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
    return JSON.parse(stdout).diagnostics.map(({ code: rule }) => /\((.+)\)/.exec(rule ?? '')?.[1]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('The linter', () => {
  it.each([
    [
      'a promise that nobody waits for',
      'export function run(work: () => Promise<void>) { work(); }',
      'no-floating-promises',
    ],
    [
      'a condition that is always true',
      'export const size = (text: string) => (text !== undefined ? text.length : 0);',
      'no-unnecessary-condition',
    ],
    [
      'a value of any type',
      'export const length = (text: string) => JSON.parse(text).length;',
      'no-unsafe-member-access',
    ],
    [
      'a case that a switch forgets',
      "export function rank(one: 'a' | 'b') { switch (one) { case 'a': return 1; } return 2; }",
      'switch-exhaustiveness-check',
    ],
    ['a variable that nothing uses', 'const unused = 1;\nexport {};', 'no-unused-vars'],
  ])('finds %s', (_what, code, rule) => {
    expect(rulesBrokenBy('packages/application/src/planted.ts', code)).toContain(rule);
  });

  it('lets tests read values of any type', () => {
    const code = 'export const length = (text: string) => JSON.parse(text).length;';
    expect(rulesBrokenBy('packages/application/src/planted.spec.ts', code)).toEqual([]);
  });
});

describe('The compiler', () => {
  it('is the native one', () => {
    expect(spawnSync(program('tsc'), ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^Version 7\./);
  });
});
