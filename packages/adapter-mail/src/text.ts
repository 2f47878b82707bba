import { UNSUBSCRIBE, type Letter } from './letter.js';

/** Writes a letter as plain text. */
export function textOf({ paragraphs, quote, entries = [], link, notes, unsubscribeUrl }: Letter): string {
  const blocks = [
    ...paragraphs,
    ...(quote ? [`${quote.by} writes:`, quoted(quote.text)] : []),
    ...entries.map(({ title, text, url }) => `* ${title}\n  ${text}\n  ${url}`),
    ...(link ? [`${link.label}:\n${link.url}`] : []),
    ...notes,
    ...(unsubscribeUrl === undefined ? [] : [`${UNSUBSCRIBE}:\n${unsubscribeUrl}`]),
    SIGNATURE,
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** The space after the dashes is part of the mark. */
const SIGNATURE = '-- \nWorktrack';

const quoted = (text: string): string =>
  text
    .split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
    .map((line) => `> ${line}`)
    .join('\n');
