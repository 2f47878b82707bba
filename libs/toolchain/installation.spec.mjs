import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { withoutOuterNpm } from './child.mjs';
import { install, isInstalled } from './installation.mjs';

describe('An installation', () => {
  let root;
  const write = (name, text, { at } = {}) => {
    mkdirSync(path.join(root, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
    if (at) utimesSync(path.join(root, name), at, at);
  };
  const npmInsteadOf = (script) => {
    write('npm-cli.js', `require('fs').appendFileSync('calls', process.argv[2] + ' '); ${script}`);
    process.env.npm_execpath = path.join(root, 'npm-cli.js');
  };
  const outer = process.env.npm_execpath;

  beforeEach(() => {
    root = mkdtempSync(path.join(tmpdir(), 'installation-'));
    write('package-lock.json', '{}', { at: 1000 });
    write('node_modules/anything', '');
  });
  afterEach(() => {
    if (outer === undefined) delete process.env.npm_execpath;
    else process.env.npm_execpath = outer;
    rmSync(root, { recursive: true, force: true });
  });

  it('is missing where nobody installed', () => {
    expect(isInstalled(root)).toBe(false);
  });

  it('is there after ours, until the lock file changes', async () => {
    npmInsteadOf('');
    expect(await install(root)).toBe(0);
    expect(isInstalled(root)).toBe(true);
    write('package-lock.json', '{"changed": true}');
    expect(isInstalled(root)).toBe(false);
  });

  it("is there after somebody's own npm install, unless the lock file is newer", () => {
    write('node_modules/.package-lock.json', '{}', { at: 2000 });
    expect(isInstalled(root)).toBe(true);
    write('package-lock.json', '{}', { at: 3000 });
    expect(isInstalled(root)).toBe(false);
  });

  it('is not taken over from another machine', () => {
    write('node_modules/.worktrack-installed', 'plan9-mips-1 abc');
    write('node_modules/.package-lock.json', '{}', { at: 2000 });
    expect(isInstalled(root)).toBe(false);
  });

  it('is not there after a failure', async () => {
    npmInsteadOf('process.exit(7)');
    expect(await install(root)).toBe(7);
    expect(isInstalled(root)).toBe(false);
  });

  it.each([
    ['is kept out of a cache of npm that cannot be written', 'package-lock.json/cache', true],
    ['comes from the cache of npm where that can be written', 'cache', false],
  ])('%s', async (_, cache, isOwn) => {
    npmInsteadOf("require('fs').writeFileSync('arguments', process.argv.slice(2).join('\\n'))");
    const before = process.env.npm_config_cache;
    process.env.npm_config_cache = path.join(root, cache);
    try {
      expect(await install(root)).toBe(0);
    } finally {
      if (before === undefined) delete process.env.npm_config_cache;
      else process.env.npm_config_cache = before;
    }
    const given = readFileSync(path.join(root, 'arguments'), 'utf8').split('\n');
    const own = path.join(root, '.turbo', 'npm-cache');
    expect(given.at(given.indexOf('--cache') + 1) === own).toBe(isOwn);
    expect(existsSync(own)).toBe(false);
  });
});

describe('The environment of an inner npm', () => {
  it('keeps the way to the registry and nothing else of the outer one', () => {
    const environment = {
      PATH: '/bin',
      npm_config_registry: 'r',
      NPM_CONFIG_CACHE: 'c',
      npm_config_userconfig: 'u',
      npm_config_loglevel: 'silent',
      npm_lifecycle_event: 'pretest',
      npm_package_name: 'worktrack',
    };
    expect(Object.keys(withoutOuterNpm(environment))).toEqual([
      'PATH',
      'npm_config_registry',
      'NPM_CONFIG_CACHE',
      'npm_config_userconfig',
    ]);
  });
});
