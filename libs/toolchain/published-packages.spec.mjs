import { execFile, execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { packagesOf, program, ROOT } from './workspace.mjs';

/** A package that is meant to be published is not private. */
const published = packagesOf(ROOT).filter(({ manifest }) => manifest.private !== true);
const names = published.map(({ manifest }) => manifest.name);

/** The entries of all packages, as a program names them. */
const entries = published.flatMap(({ manifest }) =>
  Object.keys(manifest.exports).map((entry) => path.posix.join(manifest.name, entry)),
);

/** The most bytes that one function of the domain costs a page, compressed by gzip. */
const MOST_BYTES = 8 * 1024;

/** A document of this repository, as comments name it. */
const CITATION = /§|\bcontract\b|\bdocs\/|\bADR\b|\w\.md\b/gi;

jest.setTimeout(600_000);

/** Runs a program without the settings of the npm that may run this test. Returns what it prints. */
async function run(cwd, command, ...args) {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name));
  const env = { ...Object.fromEntries(inherited), npm_config_update_notifier: 'false', NO_COLOR: '1' };
  const { stdout } = await promisify(execFile)(command, args, { cwd, env, maxBuffer: 1e8 });
  return stdout;
}

/** Returns the sources in a folder that are no tests, with their texts. */
const textsIn = (folder) =>
  readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);

/** Returns the text of the fenced blocks of one language in a README. */
const blocksOf = (readme, language) =>
  Array.from(readme.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, text]) => text);

describe('The packages that are published', () => {
  const base = mkdtempSync(path.join(tmpdir(), 'published-'));
  const packed = path.join(base, 'packed');
  const consumer = path.join(base, 'consumer');
  const tarballs = new Map();

  beforeAll(async () => {
    mkdirSync(packed);
    mkdirSync(consumer);
    const pack = ['pack', '--json', '--pack-destination', packed];
    const ours = await run(ROOT, 'npm', ...pack, ...names.flatMap((name) => ['--workspace', name]));
    // Their dependencies come from the installation: a test needs no network.
    const needed = dependenciesOf(published);
    const others = await run(ROOT, 'npm', ...pack, '--ignore-scripts', ...needed);
    const list = [ours, others].flatMap((text) => JSON.parse(text.slice(text.indexOf('[\n'))));
    for (const { name, filename, files } of list) tarballs.set(name, { file: path.join(packed, filename), files });
    writeFileSync(path.join(consumer, 'package.json'), '{ "private": true }');
    const files = [...tarballs.values()].map(({ file }) => file);
    await run(
      consumer,
      'npm',
      'install',
      '--offline',
      '--no-audit',
      '--no-fund',
      '--cache',
      path.join(base, 'cache'),
      ...files,
    );
  });

  afterAll(() => rmSync(base, { recursive: true, force: true }));

  it('are the four that stand alone', () => {
    expect(names.sort()).toEqual([
      '@worktrack/charts',
      '@worktrack/domain',
      '@worktrack/keyset',
      '@worktrack/squeakql',
    ]);
  });

  describe.each(names)('%s', (name) => {
    const { folder, manifest } = published.find((one) => one.manifest.name === name);

    it('has nothing that publint or attw finds', async () => {
      const { file } = tarballs.get(name);
      const linted = await run(consumer, process.execPath, program('publint'), 'run', file, '--strict');
      expect(linted).toContain('All good!');
      const typed = await run(consumer, process.execPath, program('attw'), file, '--format', 'json');
      expect(JSON.parse(typed)).toEqual({ analysis: expect.objectContaining({ problems: [] }), problems: {} });
    });

    it('contains its build, its documents and nothing else', () => {
      const files = tarballs.get(name).files.map((one) => one.path);
      expect(files).toEqual(expect.arrayContaining(['README.md', 'CHANGELOG.md', 'LICENSE', 'esm/package.json']));
      const allowed =
        /^(package\.json|README\.md|CHANGELOG\.md|LICENSE|esm\/package\.json|examples\/[a-z-]+\.mjs|(dist|esm)\/([a-z-]+\/)?[a-z-]+\.(js|js\.map|d\.ts))$/;
      expect(files.filter((one) => !allowed.test(one))).toEqual([]);
      // A file in both forms, and from a source that is there.
      const built = (form) =>
        files.filter((one) => one.startsWith(`${form}/`) && one.endsWith('.js')).map((one) => one.slice(form.length));
      expect(built('esm')).toEqual(built('dist'));
      const withoutSource = built('esm').filter(
        (one) => !existsSync(path.join(folder, 'src', one.replace(/js$/, 'ts'))),
      );
      expect(withoutSource).toEqual([]);
    });

    it('says where it is from, and that no licence is granted yet', () => {
      expect(manifest.repository).toEqual({ type: 'git', directory: path.relative(ROOT, folder) });
      expect(manifest.license).toBe('UNLICENSED');
      expect(readFileSync(path.join(folder, 'LICENSE'), 'utf8')).toBe(readFileSync(path.join(ROOT, 'LICENSE'), 'utf8'));
      expect(readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8')).toContain(`\n## ${manifest.version}\n`);
    });
  });

  it.each(entries)('%s has the same names for import and for require, each from files of its own', async (entry) => {
    const source = `
      import { createRequire } from 'node:module';
      const imported = await import('${entry}');
      const require = createRequire(import.meta.url);
      const names = (module) => Object.keys(module).filter((name) => name !== 'default' && name !== 'module.exports').sort();
      const places = [import.meta.resolve('${entry}'), require.resolve('${entry}')].map((place) => /\\/(esm|dist)\\//.exec(place)[1]);
      console.log(JSON.stringify({ imported: names(imported), required: names(require('${entry}')), places }));
    `;
    writeFileSync(path.join(consumer, 'names.mjs'), source);
    const { imported, required, places } = JSON.parse(await run(consumer, process.execPath, 'names.mjs'));
    expect(imported).not.toEqual([]);
    expect(required).toEqual(imported);
    expect(places).toEqual(['esm', 'dist']);
  });

  it('open no file but their entries', async () => {
    const files = names.flatMap((name) =>
      ['dist/index.js', 'esm/index.js', 'package.json'].map((file) => `${name}/${file}`),
    );
    const source = `
      const codes = ${JSON.stringify(files)}.map((file) => { try { require(file); return file; } catch ({ code }) { return code; } });
      console.log(JSON.stringify([...new Set(codes)]));
    `;
    writeFileSync(path.join(consumer, 'files.cjs'), source);
    expect(JSON.parse(await run(consumer, process.execPath, 'files.cjs'))).toEqual(['ERR_PACKAGE_PATH_NOT_EXPORTED']);
  });

  it('bring no dependency but those that they name', () => {
    const installed = readdirSync(path.join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'));
    const wanted = [...new Set([...tarballs.keys()].map((name) => name.split('/')[0]))];
    expect(installed.sort()).toEqual(wanted.sort());
    const depending = published.filter(({ manifest }) => manifest.dependencies).map(({ manifest }) => manifest.name);
    expect(depending).toEqual(['@worktrack/charts']);
  });

  describe('in a program with types', () => {
    const PROGRAM = `
      import { DomainError, Project, ProjectKey, WorkItem, velocity, velocityFrom, type HistoryChange, type WorkItemRecord } from '@worktrack/domain';
      import { aWorkItem } from '@worktrack/domain/testing';
      import { Catalogue, parse, resolve } from '@worktrack/squeakql';
      import { LIGHT, drawVelocity, toSvg } from '@worktrack/charts';
      import { CursorSeal } from '@worktrack/keyset';

      export function finish(record: WorkItemRecord, actor: NonNullable<WorkItemRecord['reporterId']>, now: Date): HistoryChange[] {
        const item = WorkItem.restore(record);
        item.transition('done', actor, now);
        return item.events.map(({ change }) => change);
      }
      export const words = (change: HistoryChange): string => (change.action === 'title_changed' ? change.to : change.action);
      export const revision: number = aWorkItem({ status: 'todo' }).record.revision;
      export const refusal: DomainError = new DomainError('CONFLICT', 'Taken.');
      export const average: number | null = velocity(velocityFrom([aWorkItem()], []), { range: 6, unit: 'points', window: 3 }).figures.rollingAverage;
      // @ts-expect-error no such status
      aWorkItem({ status: 'nonsense' });
      // @ts-expect-error no such code
      new DomainError('NONSENSE', 'Taken.');
      // @ts-expect-error a key that nobody has checked
      Project.restore(null as unknown as Project['record']).record.key satisfies 'WEB';
      // @ts-expect-error it may be none
      export const key: ProjectKey = ProjectKey.parse('web');
      // @ts-expect-error the record is read only
      aWorkItem().record.title = 'x';

      const books = new Catalogue({ types: { text: { takes: 'text' } }, fields: { title: { type: 'text', operators: ['='] } }, functions: {} });
      export const field: 'title' | undefined = resolve(parse('title = a'), books, { ordering: true }).query?.fields[0];
      // @ts-expect-error no such operator
      new Catalogue({ types: { text: { takes: 'text' } }, fields: { title: { type: 'text', operators: ['LIKE'] } }, functions: {} });

      declare const report: Parameters<typeof drawVelocity>[0];
      export const svg: string = toSvg(drawVelocity(report, { width: 640, theme: LIGHT }).mark);
      export const cursor: string = new CursorSeal(new Uint8Array(32)).seal('c', ['a', 1, null]);
    `;
    const RESOLUTIONS = {
      node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
      bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
      node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
    };

    it.each(Object.keys(RESOLUTIONS))('have types by the resolution %s, without any other types', (resolution) => {
      const files = resolution === 'node16' ? ['typed.mts', 'typed.cts'] : ['typed.ts'];
      const roots = files.map((file) => path.join(consumer, file));
      for (const root of roots) writeFileSync(root, PROGRAM);
      const options = {
        ...RESOLUTIONS[resolution],
        target: ts.ScriptTarget.ES2023,
        lib: ['lib.es2023.d.ts'],
        types: [],
      };
      const checked = ts.createProgram(roots, { ...options, strict: true, noEmit: true, skipLibCheck: false });
      const problems = ts.getPreEmitDiagnostics(checked).map(({ file, messageText }) => {
        return `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      });
      expect(problems).toEqual([]);
      const read = checked.getSourceFiles().filter(({ fileName }) => fileName.includes('@worktrack/domain/'));
      expect(read.length).toBeGreaterThan(20);
    });
  });

  it.each(published.map(({ manifest, folder }) => [manifest.name, folder]))(
    '%s cites no document that it does not contain',
    (_name, folder) => {
      const inSources = textsIn(path.join(folder, 'src')).flatMap(([file, text]) =>
        (text.match(CITATION) ?? []).map((citation) => `${file}: ${citation}`),
      );
      const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
      expect([...inSources, ...(readme.match(/\]\(\.\.[^)]*\)/g) ?? [])]).toEqual([]);
    },
  );

  it.each(['/** As contract §2.4 says. */', '// See docs/scale.md', '// The contract has the reason.', '/* ADR 12 */'])(
    'would be found to cite a document: %s',
    (comment) => {
      expect(comment).toMatch(CITATION);
    },
  );

  it.each([
    ['@worktrack/charts', 1],
    ['@worktrack/domain', 2],
    ['@worktrack/keyset', 1],
  ])('%s has %d examples in its README, which print what the README says', async (name, count) => {
    const { folder } = published.find(({ manifest }) => manifest.name === name);
    const readme = readFileSync(path.join(folder, 'README.md'), 'utf8');
    const outputs = blocksOf(readme, 'text');
    const examples = blocksOf(readme, 'js').filter((text) => text.includes('console.log'));
    expect([examples.length, outputs.length]).toEqual([count, count]);
    for (const [index, example] of examples.entries()) {
      writeFileSync(path.join(consumer, 'example.mjs'), example);
      expect(await run(consumer, process.execPath, 'example.mjs')).toBe(outputs[index]);
    }
  });

  it(`cost a page at most ${MOST_BYTES} bytes for one function of the domain`, async () => {
    const sizes = JSON.parse(
      await run(ROOT, process.execPath, path.join(__dirname, 'test/bundle-sizes.mjs'), consumer, '@worktrack/domain'),
    );
    expect(Object.keys(sizes)).toEqual(
      expect.arrayContaining(['WorkItem', 'TimeZone', 'velocity', 'cumulativeFlowFrom', 'sprintReport']),
    );
    expect(Object.entries(sizes).filter(([, bytes]) => bytes > MOST_BYTES)).toEqual([]);
  });
});

/** Lists the folders of all packages that these depend on, as npm resolves them from the root. */
function dependenciesOf(packages) {
  const found = new Set();
  const follow = ({ dependencies = {} }) => {
    for (const name of Object.keys(dependencies)) {
      const folder = path.join(ROOT, 'node_modules', name);
      if (found.has(folder)) continue;
      found.add(folder);
      follow(JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')));
    }
  };
  for (const { manifest } of packages) follow(manifest);
  return [...found];
}

describe('The application', () => {
  it('requires the packages that are published: their modules for `import` are made only when they are packed', () => {
    const pattern = `import\\('(${names.join('|')})`;
    const command = [
      'grep',
      '--untracked',
      '-lE',
      pattern,
      '--',
      'apps/*/src/*.ts',
      'packages/*/src/*.ts',
      'libs/*/src/*.ts',
    ];
    let found = '';
    try {
      found = execFileSync('git', command, { cwd: ROOT, encoding: 'utf8' });
    } catch ({ status }) {
      // 1: nothing was found.
      expect(status).toBe(1);
    }
    expect(found).toBe('');
  });
});
