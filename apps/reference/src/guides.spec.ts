import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { guideTextsOf, guidesOf, SOURCES } from './guides.js';

const ROOT = path.resolve(__dirname, '../../..');
const files = Object.fromEntries(
  execFileSync('git', ['ls-files', 'docs/*.md'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '')
    .map((file) => [file, readFileSync(path.join(ROOT, file), 'utf8')]),
);
const guides = guidesOf(files);
const textOf = (name: string): string => guides.find((one) => one.name === name)?.text ?? '';

describe('The guides of the page', () => {
  it('are about tokens, lists, revisions, repeats, errors, limits, imports, SqueakQL, generators, each report and the contract', () => {
    const names = guides.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([
        ...['Tokens', 'Lists', 'Revisions', 'Repeats', 'Errors', 'Limits', 'SqueakQL', '7. Errors'],
        ...['Import and mirror', 'Generated clients'],
      ]),
    );
    const reports = execFileSync('git', ['ls-files', 'docs/reports'], { cwd: ROOT, encoding: 'utf8' }).trim();
    expect(guides.filter(({ group }) => group === 'Guides to reports')).toHaveLength(reports.split('\n').length);
    const chapters = files['docs/api/contract.md']!.match(/^## .+$/gm)!;
    expect(names).toEqual(expect.arrayContaining(chapters.map((chapter) => chapter.slice(3))));
  });

  it('have different names, which are their addresses', () => {
    const names = guides.map(({ name }) => name.toLowerCase());
    expect(new Set(names).size).toBe(names.length);
  });

  it('lead to each other, to headings of the guides, and to no file', () => {
    const links = guides.flatMap(({ text }) =>
      [...text.replace(/^```[^]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    );
    expect(links.length).toBeGreaterThan(20);
    const places = guides.map(
      ({ name }) =>
        `#tag/${name
          .toLowerCase()
          .replace(/[^\w -]/g, '')
          .replaceAll(' ', '-')}`,
    );
    const lost = links.filter((link) => !link.startsWith('https://') && !places.includes(link));
    expect(lost).toEqual([]);
    expect(textOf('Errors')).toContain('[contract §7](#tag/7-errors)');
    expect(textOf('Tokens')).toContain('by a task (`token:create`)');
  });

  it('keep every line of the documents but the headings that are their names', () => {
    const lines = (text: string): string[] =>
      text.split('\n').filter((line) => line.trim() !== '' && !line.includes(']('));
    const contract = files['docs/api/contract.md']!;
    const shown = new Set(guides.flatMap(({ text }) => lines(text)));
    expect(lines(contract).filter((line) => !/^##? /.test(line) && !shown.has(line))).toEqual([]);
  });

  it('are not cut at a line of code that looks like a heading', () => {
    const divided = guidesOf({
      ...files,
      'docs/api/README.md': '# A\n\n```sh\n## no heading\n```\n\n## B\n\n[x](`a](b)\n',
    });
    expect(divided.map(({ name }) => name).slice(0, 3)).toEqual(['A', 'B', 'Import and mirror']);
  });

  it('must all be there', () => {
    expect(() => guidesOf({})).toThrow('The guide docs/api/README.md is missing.');
    expect(() => guidesOf({ ...files, 'docs/squeakql.md': 'text' })).toThrow('does not begin with a heading');
  });
});

describe('The guides as text', () => {
  const texts = guideTextsOf(files);

  it('are whole documents with their headings, by the names of their files', () => {
    expect(texts.get('calling-the-api.md')).toMatch(/^# Calling the API\n\n[^]*^## Limits$/m);
    expect(texts.get('worktrack-api-v1-wire-contract.md')).toContain('### 1.6 Order of checks');
    expect(texts.size).toBe(new Set(SOURCES.map(({ file }) => file)).size);
  });

  it('lead to each other, and to no other file', () => {
    const links = [...texts.values()].flatMap((text) =>
      [...text.replace(/^```[^]*?^```/gm, '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!),
    );
    expect(links).toEqual(expect.arrayContaining(['reports.md', 'calling-the-api.md', 'velocity.md']));
    expect(links.filter((link) => !link.startsWith('https://') && !texts.has(link))).toEqual([]);
  });
});
