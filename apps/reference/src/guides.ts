import type { Guide, Section } from './guide.js';
import { withLinks } from './links.js';
import { slugOf } from './slug.js';

/** A document that becomes guides: one, or one for each heading of the second level. */
interface Source {
  readonly group: string;
  readonly file: string;
  readonly isDivided?: true;
}

const reports = [
  'README',
  'sprint',
  'velocity',
  'cumulative-flow',
  'control-chart',
  'ageing-wip',
  'created-vs-resolved',
];

/** The documents in the order of the page. */
export const SOURCES: readonly Source[] = [
  { group: 'Guides', file: 'docs/api/README.md', isDivided: true },
  { group: 'Guides', file: 'docs/api/import-and-mirror.md' },
  { group: 'Guides', file: 'docs/api/events-and-webhooks.md' },
  { group: 'Guides', file: 'docs/squeakql.md' },
  { group: 'Guides', file: 'docs/api/generators.md' },
  ...[...reports, 'distribution', 'epic-progress', 'exports'].map((name) => ({
    group: 'Guides to reports',
    file: `docs/reports/${name}.md`,
  })),
  { group: 'Contract', file: 'docs/api/contract.md', isDivided: true },
];

/**
 * Makes the guides of the page from the documents, given by their paths from the root. Throws when one of them is missing, or has no
 * heading.
 */
export function guidesOf(files: Readonly<Record<string, string>>): Guide[] {
  const sections = SOURCES.flatMap((source) => sectionsOf(source, textOf(files, source.file)));
  return sections.map((section) => ({
    group: section.group,
    name: section.name,
    text: withLinks(section, sections, (slug) => `#tag/${slug}`),
  }));
}

/** Makes a text of each document by the name of its file, for readers without the page. */
export function guideTextsOf(files: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const documents = SOURCES.flatMap(({ group, file }) => sectionsOf({ group, file }, textOf(files, file)));
  const fileOf = (slug: string): string => `${slug}.md`;
  return new Map(
    documents.map((document) => [
      fileOf(slugOf(document.name)),
      `# ${document.name}\n\n${withLinks(document, documents, fileOf)}\n`,
    ]),
  );
}

function textOf(files: Readonly<Record<string, string>>, file: string): string {
  const text = files[file];
  if (text === undefined) throw new Error(`The guide ${file} is missing.`);
  return text;
}

/** Cuts a document at its headings. The heading of a section is its name, not a part of its text. */
function sectionsOf({ group, file, isDivided }: Source, document: string): Section[] {
  const sections: { name: string; lines: string[]; anchors: string[] }[] = [];
  let isCode = false;
  for (const line of document.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode;
    const [, marks, title] = (isCode ? null : /^(#+) (.+)$/.exec(line)) ?? [];
    const isName = marks === '#' || (isDivided === true && marks === '##');
    if (title !== undefined && isName) sections.push({ name: title, lines: [], anchors: [] });
    const section = sections.at(-1);
    if (!section) throw new Error(`The guide ${file} does not begin with a heading.`);
    if (title !== undefined) section.anchors.push(slugOf(title));
    if (!isName) section.lines.push(line);
  }
  return sections.map(({ name, lines, anchors }) => ({ group, file, name, anchors, text: lines.join('\n').trim() }));
}
