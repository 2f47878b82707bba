import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './workspace.mjs';

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');

describe('The documents at the root', () => {
  const names = files.filter((file) => /^[A-Z]+\.md$/.test(file));

  it('are known to the README', () => {
    const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
    expect(names).toEqual(expect.arrayContaining(['CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SECURITY.md']));
    expect(names.filter((name) => name !== 'README.md' && !readme.includes(`](${name})`))).toEqual([]);
  });

  it.each(names)('lead somewhere: %s', (name) => {
    expect(linksOf(name).length).toBeGreaterThan(0);
  });
});

describe('A document', () => {
  const documents = files.filter((file) => /^([A-Z]+|docs\/.*)\.md$/.test(file));

  it.each(documents)('leads to files and headings that exist: %s', (name) => {
    const lost = linksOf(name).filter(([, file, heading]) => {
      const target = file === '' ? name : path.posix.join(path.posix.dirname(name), file);
      if (!files.includes(target) && !files.some((one) => one.startsWith(`${target}/`))) return true;
      return heading !== undefined && !headingsOf(target).includes(heading);
    });
    expect(lost.map(([link]) => link)).toEqual([]);
  });

  it('has at most 2,500 words, but for the contract and the figures of the deep tier', () => {
    const wordsOf = (name) =>
      readFileSync(path.join(ROOT, name), 'utf8')
        .replace(/<!-- The table of figures.*<!-- End of the table/s, '')
        .match(/\S+/g).length;
    const long = documents.filter((name) => wordsOf(name) > 2_500);
    expect(long).toEqual(['docs/api/contract.md']);
  });
});

/** The links of a document that lead to other documents. Code is left out: a pattern in it can look like a link. */
const linksOf = (name) => [
  ...readFileSync(path.join(ROOT, name), 'utf8')
    .replace(/```.*?```|`[^`\n]*`/gs, '')
    .matchAll(/\]\((?!https?:|\/)([^)#\s]*)(?:#([^)\s]*))?\)/g),
];

/** The headings of a document, as they are in an address. */
const headingsOf = (file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, '')
      .replaceAll(' ', '-'),
  );

describe('docs/architecture.md', () => {
  it('names only files that exist', () => {
    const text = readFileSync(path.join(ROOT, 'docs/architecture.md'), 'utf8');
    const named = [...new Set(text.match(/(?<=`)[a-z][a-z/.-]*\.ts(?=`)/g))];
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe.each([
  ['docs/security.md', 'T', 40],
  ['docs/security-mail.md', 'M', 9],
  ['docs/security-team.md', 'E', 14],
  ['docs/security-webhooks.md', 'W', 9],
])('%s', (document, letter, fewest) => {
  const threats = readFileSync(path.join(ROOT, document), 'utf8')
    .split('\n')
    .map((line) => /^\| ([TMEW]\d+) +\|[^|]*\|[^|]*\|(?<tests>[^|]*)\|/.exec(line))
    .filter((row) => row !== null);
  const isTest = (name) =>
    files.some((file) => {
      const folder = name.startsWith('toolchain/') ? 'libs' : '(packages|apps|libs)/[a-z-]+(/src)?(/[a-z-]+)*';
      return name.endsWith('.spec')
        ? new RegExp(`^${folder}/${name.replaceAll('.', '\\.')}\\.(ts|tsx|mjs)$`).test(file)
        : new RegExp(`^apps/e2e/src/${name}(\\.[a-z0-9-]+)?\\.e2e\\.ts$`).test(file);
    });

  it('numbers its threats one after the other', () => {
    expect(threats.length).toBeGreaterThan(fewest);
    expect(threats.map(([, number]) => number)).toEqual(threats.map((_, index) => `${letter}${index + 1}`));
  });

  it.each(threats.map(({ 1: number, groups }) => [number, groups.tests.trim()]))(
    'names tests that exist, or says that it is open: %s',
    (_, tests) => {
      const named = [...tests.matchAll(/`(?<name>[a-z][a-z0-9./-]+)`/g)].map(({ groups }) => groups.name);
      if (named.length === 0) expect(tests).toMatch(/^open: .|races/);
      expect(named.filter((name) => !isTest(name))).toEqual([]);
    },
  );
});

describe('docker/alerts.yaml', () => {
  const alerts = [
    ...readFileSync(path.join(ROOT, 'docker/alerts.yaml'), 'utf8').matchAll(/- alert: (?<name>\w+)/g),
  ].map(({ groups }) => groups.name);

  it('has ten alerts, each of which has a paragraph in docs/operations/watch.md', () => {
    const watch = readFileSync(path.join(ROOT, 'docs/operations/watch.md'), 'utf8');
    const explained = [...watch.matchAll(/^- \*\*(?<name>Worktrack\w+)\.\*\* .{100,}$/gm)].map(
      ({ groups }) => groups.name,
    );
    expect(alerts).toHaveLength(10);
    expect(explained.sort()).toEqual([...alerts].sort());
  });
});

describe('docs/operations/run.md', () => {
  const run = readFileSync(path.join(ROOT, 'docs/operations/run.md'), 'utf8');
  const section = /^## Exit codes$(?<text>.*?)^## /ms.exec(run).groups.text;
  const sources = files
    .filter((file) =>
      /^(apps\/server|packages\/adapter-\w+|libs\/embedded-postgres)\/src\/.*(?<!\.spec)\.ts$/.test(file),
    )
    .map((file) => readFileSync(path.join(ROOT, file), 'utf8'))
    .join('\n');

  it('has every exit code of the program', () => {
    const [, codes] = /export const EXIT = \{(.*?)\}/.exec(sources);
    const listed = [...section.matchAll(/^\| (?<codes>\d[\d, ]*?) +\|/gm)].map(({ groups }) => groups.codes);
    expect(listed.slice(0, 3)).toEqual([...codes.matchAll(/\d+/g)].map(([code]) => code));
  });

  it('has lines of a start that fails as the program says them', () => {
    const lines = [...section.matchAll(/^\| `(?<line>[A-Z][^`]*)` +\|/gm)].map(({ groups }) => groups.line);
    expect(lines.length).toBeGreaterThan(5);
    const said = (line) =>
      new RegExp(
        line
          .split('…')
          .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
          .join('.*'),
      ).test(sources);
    expect(lines.filter((line) => !said(line))).toEqual([]);
  });
});
