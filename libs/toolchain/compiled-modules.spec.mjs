import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

const LIBRARY = path.join(ROOT, 'libs/toolchain/compiled-modules.cjs');

describe('Modules that a program takes from a file', () => {
  let folder;
  const at = (name) => path.join(folder, name);
  const write = (name, text) => {
    mkdirSync(path.dirname(at(name)), { recursive: true });
    writeFileSync(at(name), text);
  };
  /** Runs a program of three modules after a line of code. Returns what it prints. */
  const run = (before, after = '') => {
    const program = `const { useCompiledModules, noteModules } = require(${JSON.stringify(LIBRARY)});
      const require2 = require('node:module').createRequire(${JSON.stringify(at('main.js'))});
      ${before}
      console.log(require2('./one.js'));
      ${after}`;
    return execFileSync(process.execPath, ['--eval', program], { encoding: 'utf8' }).trim();
  };
  const note = (key = 'a') => run('const write = noteModules();', `write(${JSON.stringify(at('file'))}, '${key}');`);
  const use = (key = 'a', options = '') =>
    run(`console.log(useCompiledModules(${JSON.stringify(at('file'))}, { key: '${key}' ${options} }));`);

  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'modules-'));
    write('one.js', `module.exports = 'one ' + require('pack');`);
    write('node_modules/pack/package.json', '{"main": "./first.js"}');
    write('node_modules/pack/first.js', `module.exports = 'größe 日本';`);
    write('node_modules/pack/second.js', `module.exports = 'second';`);
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('are found there without a search', () => {
    expect(note()).toBe('one größe 日本');
    // Only a search would notice.
    write('node_modules/pack/package.json', '{"main": "./second.js"}');
    expect(use()).toBe('true\none größe 日本');
  });

  it('are loaded anew when their source has changed', () => {
    note();
    write('node_modules/pack/first.js', `module.exports = 'changed';`);
    expect(use()).toBe('true\none changed');
    expect(use('a', ', checked: false')).toBe('true\none größe 日本');
  });

  it.each([
    ['is not there', () => rmSync(at('file'))],
    ['is empty', () => write('file', '')],
    ['is cut off in its index', () => write('file', readFileSync(at('file')).subarray(0, 40))],
    ['was written under another key', () => note('b')],
  ])('are loaded as usual when the file %s', (_why, spoil) => {
    note();
    spoil();
    expect(use()).toBe('false\none größe 日本');
  });

  it('are replaced as a whole', () => {
    note();
    write('node_modules/pack/first.js', `module.exports = 'newer';`);
    note('b');
    expect(use('b')).toBe('true\none newer');
  });
});
