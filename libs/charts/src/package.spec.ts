import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const HOME = path.resolve(__dirname, '..');

/** Runs a script with the built package, outside jest, and returns what it printed. The build has run already. */
function run(script: string): string {
  return execFileSync(process.execPath, ['-e', script], {
    cwd: HOME,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

describe('The built package', () => {
  it('is loaded by require and by import, and draws', () => {
    const draw = `drawEpicProgress({ items: [], limitations: [], epicProgress: { epicCount: 0 } }, { width: 320, theme: LIGHT })`;
    const required = run(`const { drawEpicProgress, LIGHT, toSvg } = require('.'); console.log(toSvg(${draw}.mark))`);
    expect(required).toMatch(/^<svg .*There are no epics[.].*<\/svg>\n$/);
    const imported = run(
      `import('./dist/index.js').then(({ drawEpicProgress, LIGHT, toSvg }) => console.log(toSvg(${draw}.mark)))`,
    );
    expect(imported).toBe(required);
  });

  it('runs the example of the README', () => {
    const [, example = ''] = /```ts\n([^]*?)```/.exec(readFileSync(path.join(HOME, 'README.md'), 'utf8')) ?? [];
    const script = example.replace(/import (.*) from '.*';/, "const $1 = require('.');").replaceAll(' as const', '');
    const svg = run(`${script}\nconsole.log(JSON.stringify([toSvg(drawing.mark), drawing.finding, drawing.points]))`);
    const [text, finding, points] = JSON.parse(svg) as [string, string, { label: string }[]];
    expect(text.startsWith('<svg aria-label="Velocity. The latest Sprint,')).toBe(true);
    expect(finding.startsWith('The latest Sprint, Sprint 2, completed 9 of 12 committed points. ')).toBe(true);
    expect(points[0]?.label.startsWith('Sprint 1, completed on 2026-03-05: 8 points committed, 13 completed, ')).toBe(
      true,
    );
  });
});
