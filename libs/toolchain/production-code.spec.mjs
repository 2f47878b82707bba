import {
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
import ts from 'typescript';
import { placesOfProduction } from './ship.mjs';
import { packagesOf, readJson, ROOT } from './workspace.mjs';

/** Filters specs and test helpers. A folder `testing` is production code if the package exports it, as the domain does. */
function testsAmong(files, { exports = {} }) {
  const helpers = exports['./testing'] ? /(^|\/)test\// : /(^|\/)test(ing)?\//;
  return files.filter((file) => /\.(spec|e2e)\./.test(file) || helpers.test(file));
}

/** Lists the sources that the build of a package compiles and the files in its `dist`, by their paths inside the package. */
function builtFiles(folder) {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: ({ messageText }) => fail(messageText) };
  const { fileNames } = ts.getParsedCommandLineOfConfigFile(path.join(folder, 'tsconfig.build.json'), {}, host);
  const dist = path.join(folder, 'dist');
  const entries = existsSync(dist) ? readdirSync(dist, { recursive: true, withFileTypes: true }) : [];
  const outputs = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
  return [...fileNames, ...outputs].map((file) => path.relative(folder, file));
}

function fail(reason) {
  throw new Error(ts.flattenDiagnosticMessageText(reason, '\n'));
}

const built = packagesOf(ROOT).filter(({ folder }) => existsSync(path.join(folder, 'tsconfig.build.json')));

describe('The build', () => {
  it('has a configuration in every package of production code', () => {
    const names = built.map(({ manifest }) => manifest.name.replace('@worktrack/', ''));
    expect(names.filter((name) => !['e2e', 'statement-rules'].includes(name)).sort()).toEqual([
      'adapter-blobs',
      'adapter-http',
      'adapter-mail',
      'adapter-oidc',
      'adapter-postgres',
      'adapter-webhooks',
      'application',
      'charts',
      'demo',
      'domain',
      'embedded-postgres',
      'keyset',
      'server',
      'squeakql',
    ]);
  });

  it.each(built.map(({ folder, manifest }) => [manifest.name, folder, manifest]))(
    'of %s holds no spec and no test helper',
    (_name, folder, manifest) => {
      const files = builtFiles(folder);
      expect(files).not.toEqual([]);
      expect(testsAmong(files, manifest)).toEqual([]);
    },
  );

  it.each(built.map(({ folder, manifest }) => [manifest.name, folder]))(
    'of %s knows no test runner',
    (_name, folder) => {
      const { options } = ts.getParsedCommandLineOfConfigFile(path.join(folder, 'tsconfig.build.json'), {}, ts.sys);
      expect(options.types.filter((name) => name !== 'node')).toEqual([]);
    },
  );

  describe('with planted tests', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'production-code-'));
    afterAll(() => rmSync(folder, { recursive: true, force: true }));

    it('is caught, in the configuration and in dist', () => {
      const config = { extends: path.join(ROOT, 'tsconfig.base.json'), exclude: [] };
      const files = [
        'src/index.ts',
        'src/index.spec.ts',
        'src/testing/helper.ts',
        'dist/index.js',
        'dist/index.spec.js',
      ];
      for (const file of [...files, 'dist/testing/helper.js']) {
        mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        writeFileSync(path.join(folder, file), '');
      }
      writeFileSync(path.join(folder, 'tsconfig.build.json'), JSON.stringify(config));
      const planted = ['src/index.spec.ts', 'dist/index.spec.js'];
      const helpers = ['src/testing/helper.ts', 'dist/testing/helper.js'];
      const found = builtFiles(folder);
      expect(new Set(testsAmong(found, {}))).toEqual(new Set([...planted, ...helpers]));
      const domain = readJson(path.join(ROOT, 'packages/domain/package.json'));
      expect(new Set(testsAmong(found, domain))).toEqual(new Set(planted));
    });
  });
});

/** Folders of the image, from the root of the workspace. Of a package of this workspace, its manifest and its build are in the image. */
function imagePaths() {
  const places = placesOfProduction(readJson(path.join(ROOT, 'package-lock.json')).packages);
  return ['node_modules', ...places.filter((place) => !place.includes('node_modules/'))];
}

/** Lists the tracked and built files of the image that are read as text. */
function imageFiles() {
  const entries = imagePaths()
    .filter((one) => one !== 'node_modules')
    .map((one) => path.join(ROOT, one));
  return entries.flatMap((entry) =>
    statSync(entry).isFile()
      ? [entry]
      : readdirSync(entry, { recursive: true })
          .filter(
            (name) =>
              /\.(ts|[cm]?js|json)$/.test(name) && !/(^|\/)(node_modules|\.turbo)\/|\.spec\.|^[^/]+\/test\//.test(name),
          )
          .map((name) => path.join(entry, name)),
  );
}

describe('The modules that the black-box tests load into a server', () => {
  const folder = path.join(ROOT, 'apps/e2e/src/kit/preload');
  const modules = readdirSync(folder);
  const variables = modules.flatMap((name) =>
    [...readFileSync(path.join(folder, name), 'utf8').matchAll(/process\.env\.(\w+)/g)].map(([, variable]) => variable),
  );
  /** Their names, and the variables that configure them. The address of the database is the server's own. */
  const words = [...new Set([...modules, ...variables])].filter((word) => word !== 'DATABASE_URL');

  it('are not in the image', () => {
    const paths = imagePaths();
    expect(paths).toEqual(expect.arrayContaining(['apps/server', 'libs/keyset', 'packages/domain']));
    const inside = (copied) => !path.relative(copied, 'apps/e2e').startsWith('..');
    expect(paths.filter(inside)).toEqual([]);
  });

  it('are known to no file of the image, built or not', () => {
    expect(words).toEqual(
      expect.arrayContaining(['fault-at.cjs', 'FAULTS', 'second-connection.cjs', 'SECOND_CONNECTIONS']),
    );
    const files = imageFiles();
    expect(files.some((file) => file.endsWith('apps/server/dist/main.js'))).toBe(true);
    const pattern = new RegExp(`\\b(${words.map((word) => word.replace('.', '\\.')).join('|')})\\b`);
    expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([]);
  });

  it('are no dependency of a package of the image', () => {
    const homes = imagePaths().filter((place) => existsSync(path.join(ROOT, place, 'package.json')));
    const manifests = homes.map((place) => readFileSync(path.join(ROOT, place, 'package.json'), 'utf8'));
    expect(manifests.length).toBeGreaterThan(5);
    expect(manifests.filter((text) => text.includes('"@worktrack/e2e"'))).toEqual([]);
  });
});
