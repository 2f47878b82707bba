import { createRequire } from 'node:module';
import path from 'node:path';
import { refusalOf } from './node-version.mjs';
import { readJson, ROOT } from './workspace.mjs';

const manifest = readJson(path.join(ROOT, 'package.json'));
const { packages } = readJson(path.join(ROOT, 'package-lock.json'));

/** Lists every version of a package that the lock file installs, nested ones included. */
const lockedVersions = (name) =>
  Object.entries(packages)
    .filter(([place]) => place.endsWith(`node_modules/${name}`))
    .map(([, { version }]) => version);

const numbersOf = (version) => version.split('-')[0].split('.').map(Number);
const isAtLeast = (version, floor) => {
  const [ours, least] = [numbersOf(version), numbersOf(floor)];
  const differing = ours.findIndex((number, index) => number !== least[index]);
  return differing < 0 || ours[differing] > least[differing];
};

describe('What is installed', () => {
  it.each([
    ['fastify', '5.12.5', 'a media type that is checked in another form than it is parsed'],
    ['@nestjs/platform-fastify', '11.1.14', 'middleware that a path can slip past'],
    ['find-my-way', '9.6.1', 'a router that a path can stall'],
  ])('has no %s before %s: %s', (name, floor) => {
    const versions = lockedVersions(name);
    expect(versions).not.toEqual([]);
    expect(versions.filter((version) => !isAtLeast(version, floor))).toEqual([]);
  });

  it('has one Fastify, the one that is asked for', () => {
    expect(lockedVersions('fastify')).toEqual([manifest.overrides.fastify]);
  });

  // An override may hold for the dependencies of one package only: `{ parent: { child: version } }`.
  const overrides = Object.entries(manifest.overrides).flatMap(([name, rule]) =>
    typeof rule === 'string' ? [[name, rule]] : Object.entries(rule),
  );

  it.each(overrides)('keeps %s at %s wherever somebody depends on it', (name, version) => {
    expect(new Set(lockedVersions(name))).toEqual(new Set(lockedVersions(name).length ? [version] : []));
  });

  it('is what the lock file says, for the packages with a floor', () => {
    for (const name of ['fastify', 'find-my-way', 'light-my-request', 'cookie']) {
      const { version } = readJson(path.join(ROOT, 'node_modules', name, 'package.json'));
      expect({ name, version }).toEqual({ name, version: packages[`node_modules/${name}`].version });
    }
  });

  it('has no pg-native, which pg would silently prefer where it is asked to', () => {
    expect(lockedVersions('pg-native')).toEqual([]);
    const require = createRequire(path.join(ROOT, 'packages', 'adapter-postgres', 'package.json'));
    expect(() => require.resolve('pg-native')).toThrow('pg-native');
  });

  it('compares versions by number', () => {
    expect(isAtLeast('5.12.8', '5.12.5')).toBe(true);
    expect(isAtLeast('5.12.5', '5.12.5')).toBe(true);
    expect(isAtLeast('6.0.0', '5.12.5')).toBe(true);
    expect(isAtLeast('5.9.9', '5.12.5')).toBe(false);
  });
});

describe('Node', () => {
  it.each(['20.19.0', '20.20.2', '22.12.0', '24.1.0'])('%s runs the project', (version) => {
    expect(refusalOf(version)).toBeUndefined();
  });

  it.each(['18.20.0', '20.18.3', '21.7.0', '22.11.0'])('%s does not, and prints a sentence that says so', (version) => {
    expect(refusalOf(version)).toBe(
      `Worktrack needs Node.js 20.19 or newer (22.12 or newer of 22); this is ${version}.`,
    );
  });

  it('has the same bounds in package.json', () => {
    expect(manifest.engines.node).toBe('^20.19.0 || >=22.12.0');
  });
});
