import { signal } from '@preact/signals';
import type { TextFiles } from '../text-place.js';
import type { Edit, Written } from './edits.js';

/** Files that were put into texts of this page, by the names that stand for them: the address in the text, or `null` where it was refused. */
const results = signal<ReadonlyMap<string, string | null>>(new Map());
/** The names of files that are being sent. */
const underWay = signal<ReadonlyMap<string, string>>(new Map());

/** Images that are shown in texts. */
const RASTER = /^image\/(?:png|jpeg|webp|gif)$/;

/** Puts files into a text, at its selection: names stand for them until they are attached. */
export function withFiles(
  { text, start, end }: Written,
  files: readonly File[],
  take: NonNullable<TextFiles['take']>,
): Edit {
  const parts = files.map((file) => {
    const name = `new-${crypto.getRandomValues(new Uint32Array(1))[0]?.toString(16).padStart(8, '0')}`;
    const sent = take(file, name);
    if (sent) void follow(name, file.name, sent);
    return `${RASTER.test(file.type) ? '!' : ''}[${altOf(file.name)}](attachment:${name})`;
  });
  const before = start === 0 || /\s/.test(text[start - 1] ?? '') ? '' : ' ';
  const made = before + parts.join('\n');
  const caret = start + made.length;
  return { from: start, to: end, text: made, start: caret, end: caret };
}

async function follow(name: string, fileName: string, sent: Promise<string | null>): Promise<void> {
  underWay.value = new Map([...underWay.peek(), [name, fileName]]);
  const result = await sent.catch(() => null);
  results.value = new Map([...results.peek(), [name, result]]);
  underWay.value = new Map([...underWay.peek()].filter(([one]) => one !== name));
}

/** The name of a file as the text of a link: without signs that Markdown understands, and not longer than a line. */
export const altOf = (fileName: string): string =>
  fileName
    .replace(/[\p{C}\s[\]\\`*<>|~!&$]+/gu, ' ')
    .trim()
    .slice(0, 80) || 'file';

const NAMED = /!?\[[^\]\n]*\]\(attachment:(new-[0-9a-f]{8})\)|attachment:(new-[0-9a-f]{8})/g;

/** The change that replaces a name by the address of what was attached, or takes out a file that was refused; the selection stays. */
export function settledEdit({ text, start, end }: Written, known = results.value): Edit | undefined {
  for (const match of text.matchAll(NAMED)) {
    const [whole, inLink, alone = ''] = match;
    const name = inLink ?? alone;
    const address = known.get(name);
    if (address === undefined) continue;
    const made = address === null ? '' : whole.replace(`attachment:${name}`, () => address);
    const { index } = match;
    const moved = (at: number) =>
      at >= index + whole.length ? at + made.length - whole.length : Math.min(at, index + made.length);
    return { from: index, to: index + whole.length, text: made, start: moved(start), end: moved(end) };
  }
  return undefined;
}

/** The file names of a text that are being sent. */
export const filesOnTheirWay = (text: string): readonly string[] =>
  [...underWay.value].flatMap(([name, fileName]) => (text.includes(`attachment:${name}`) ? [fileName] : []));

/** True for the name of a file that is being sent from this page, or was. */
const isOfThisPage = (name: string): boolean => underWay.peek().has(name) || results.peek().has(name);

/** The text without the files of an earlier visit, which nobody has any more: their words stand for them. */
export const withoutLostFiles = (text: string, isKept = isOfThisPage): string =>
  withAddresses(text, (name) => (isKept(name) ? `attachment:${name}` : undefined));

/** Replaces each name of a file by what `addressOf` says; without an address only the words of the link stay. */
export const withAddresses = (text: string, addressOf: (name: string) => string | undefined): string =>
  text.replace(/!?\[([^\]\n]*)\]\(attachment:(new-[0-9a-f]{8})\)/g, (link, words: string, name: string) => {
    const address = addressOf(name);
    return address === undefined ? words : link.replace(`attachment:${name}`, () => address);
  });
