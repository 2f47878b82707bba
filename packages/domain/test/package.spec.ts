import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const HOME = path.resolve(__dirname, '..');
const README = readFileSync(path.join(HOME, 'README.md'), 'utf8');

/** Returns the text of the README's fenced blocks of one language, in order. */
const blocks = (language: string) =>
  Array.from(README.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms')), ([, text = '']) => text);

jest.setTimeout(300_000);

describe('The package, packed and installed alone', () => {
  const base = mkdtempSync(path.join(tmpdir(), 'worktrack-domain-'));
  const consumer = path.join(base, 'consumer');
  const installed = path.join(consumer, 'node_modules', '@worktrack', 'domain');

  const run = (cwd: string, command: string, ...args: string[]) => {
    // npm itself may run this test: do not pass on its settings or the user's own configuration to the consumer.
    const inherited = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_)/i.test(name));
    const settings = { npm_config_cache: path.join(base, 'cache'), npm_config_userconfig: path.join(base, 'npmrc') };
    const env = { ...Object.fromEntries(inherited), ...settings, npm_config_update_notifier: 'false' };
    return execFileSync(command, args, { cwd, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const node = (file: string, source: string) => {
    writeFileSync(path.join(consumer, file), source);
    return run(consumer, process.execPath, file);
  };

  beforeAll(() => {
    const packed = path.join(base, 'packed');
    mkdirSync(packed);
    mkdirSync(consumer);
    run(HOME, 'npm', 'pack', '--pack-destination', packed);
    // Its own manifest, so that npm does not look for one in the parent folders.
    writeFileSync(path.join(consumer, 'package.json'), '{"private": true}');
    const [tarball = ''] = readdirSync(packed);
    run(consumer, 'npm', 'install', '--offline', '--no-audit', '--no-fund', path.join(packed, tarball));
  });

  afterAll(() => {
    rmSync(base, { recursive: true, force: true });
  });

  it('runs the example of its README, which prints what the README says', () => {
    const [example = ''] = blocks('js');
    expect(readFileSync(path.join(installed, 'examples/one-work-item.mjs'), 'utf8')).toBe(example);
    expect(node('example.mjs', example)).toBe(blocks('text')[0]);
  });

  it('brings no dependency, no test and nothing of the build but its outcome', () => {
    const files = readdirSync(installed, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(installed, path.join(entry.parentPath, entry.name)));
    const allowed =
      /^(package\.json|README\.md|examples\/[a-z-]+\.mjs|dist\/(?:[a-z-]+\/)?[a-z-]+\.(?:js|js\.map|d\.ts))$/;
    expect(files.filter((file) => !allowed.test(file))).toEqual([]);
    expect(files).toEqual(
      expect.arrayContaining(['README.md', 'dist/index.js', 'dist/index.d.ts', 'dist/testing/index.js']),
    );
    expect(readdirSync(path.join(consumer, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual([
      '@worktrack',
    ]);

    const manifest = JSON.parse(readFileSync(path.join(installed, 'package.json'), 'utf8')) as Record<string, unknown>;
    expect(Object.keys(manifest).filter((name) => /dependencies/i.test(name))).toEqual([]);
  });

  it('is one and the same to import and to require', () => {
    const source = `
      import { createRequire } from 'node:module';
      import { DomainError, WORK_ITEM_TRANSITIONS, trim } from '@worktrack/domain';
      import { aWorkItem, refusalOf } from '@worktrack/domain/testing';
      const required = createRequire(import.meta.url)('@worktrack/domain');
      console.log(required.DomainError === DomainError, trim(' x '), WORK_ITEM_TRANSITIONS.done.length);
      console.log(refusalOf(() => aWorkItem().transition('in_review', 'ada', new Date(0))));
    `;
    expect(node('imports.mjs', source)).toBe('true x 3\nINVALID_STATUS_TRANSITION\n');
  });

  it('can be required by a CommonJS program', () => {
    const source = `
      const { WorkItemKey } = require('@worktrack/domain');
      const { aProject, refusalOf } = require('@worktrack/domain/testing');
      console.log(WorkItemKey.parse('web-42'), refusalOf(() => aProject({ archivedAt: new Date(0) }).admitNewWork()));
    `;
    expect(node('requires.cjs', source)).toBe("{ projectKey: 'WEB', number: 42 } PROJECT_ARCHIVED\n");
  });

  it('shows no file of its own but by its two front doors', () => {
    const source = `
      for (const name of ['dist/index.js', 'src/index.ts', 'dist/project/project.js', 'package.json']) {
        try { require('@worktrack/domain/' + name); console.log('open', name); } catch (error) { console.log(error.code); }
      }
    `;
    expect(node('peeks.cjs', source)).toBe('ERR_PACKAGE_PATH_NOT_EXPORTED\n'.repeat(4));
  });

  it('has types for a strict TypeScript program without any other types', () => {
    const source = `
      import { DomainError, Project, ProjectKey, WorkItem, type HistoryChange, type WorkItemRecord } from '@worktrack/domain';
      import { aWorkItem } from '@worktrack/domain/testing';

      export function finish(record: WorkItemRecord, actor: NonNullable<WorkItemRecord['reporterId']>, now: Date): HistoryChange[] {
        const item = WorkItem.restore(record);
        item.transition('done', actor, now);
        return item.events.map(({ change }) => change);
      }
      export const words = (change: HistoryChange): string => (change.action === 'title_changed' ? change.to : change.action);
      export const revision: number = aWorkItem({ status: 'todo' }).record.revision;
      export const refusal: DomainError = new DomainError('CONFLICT', 'Taken.');
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
    `;
    for (const file of ['consumer.mts', 'consumer.cts']) writeFileSync(path.join(consumer, file), source);
    const compilerOptions = { module: 'nodenext', lib: ['es2023'], types: [], strict: true, noEmit: true };
    writeFileSync(path.join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['consumer.*'] }));
    const compile = () =>
      run(consumer, process.execPath, require.resolve('typescript/bin/tsc'), '--skipLibCheck', 'false');
    expect(compile).not.toThrow();
  });
});
