import type { Section } from './guide.js';
import { slugOf } from './slug.js';

/** A code block, inline code, or a link with its text and target. */
const CODE_OR_LINK = /^```[^]*?^```|`[^`\n]*`|\[(?<text>(?:[^\][`]|`[^`\n]*`)+)\]\((?<target>[^)\s]+)\)/gm;

/**
 * Returns the text of a section with its links to other sections as links to their addresses. A link to a document that is none of them
 * becomes plain text.
 */
export function withLinks(section: Section, sections: readonly Section[], addressOf: (slug: string) => string): string {
  return section.text.replace(CODE_OR_LINK, (whole: string, text?: string, target?: string) => {
    if (text === undefined || target === undefined || /^[a-z]+:/.test(target)) return whole;
    const [path = '', anchor = ''] = target.split('#');
    const file = path === '' ? section.file : resolved(path, section.file);
    const inFile = sections.filter((one) => one.file === file);
    const found = inFile.find(({ anchors }) => anchors.includes(anchor)) ?? inFile[0];
    return found ? `[${text}](${addressOf(slugOf(found.name))})` : text;
  });
}

/** Resolves a relative path against the path of a document, both from the root. */
const resolved = (path: string, document: string): string => new URL(path, `file:///${document}`).pathname.slice(1);
