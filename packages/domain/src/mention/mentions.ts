import { Username } from '../identity/names.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The most people that one text mentions: the first ones. Source: the extension for mentions. */
export const MOST_MENTIONED = 50;

/** A name in a text after an `@`. Somebody with this username is mentioned; a name that nobody has is text. */
export interface NamedPerson {
  /** In lower case. */
  readonly username: Username;
  /** How often the text has it. */
  readonly occurrenceCount: number;
}

/** A word after an `@`. Before that is the start of the text, white space or an opening bracket. The whole word must be a username. */
const NAME = /(?<![^\s\p{Ps}])@([A-Za-z0-9._-]+)(?![\p{L}\p{M}\p{N}@._-])/gu;

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LIST_ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])(?:\s|$)/;
const INDENTED = /^(?: {4}| {0,3}\t)/;

/**
 * Finds the names that a text in Markdown mentions, in the order of their first occurrence, at most `MOST_MENTIONED`. Code mentions nobody.
 * The time is proportional to the length of the text.
 */
export function mentionsIn(text: string): readonly NamedPerson[] {
  assertKinds('mentionsIn', { text }, { text: 'text' });
  if (!text.includes('@')) return [];
  const counts = new Map<Username, number>();
  for (const paragraph of proseOf(text)) {
    for (const [, word = ''] of withoutCodeSpans(paragraph).matchAll(NAME)) {
      const username = Username.parse(withoutEnd(word));
      if (username === undefined || (counts.size === MOST_MENTIONED && !counts.has(username))) continue;
      counts.set(username, (counts.get(username) ?? 0) + 1);
    }
  }
  return [...counts].map(([username, occurrenceCount]) => ({ username, occurrenceCount }));
}

/** Leaves out the punctuation at the end, which is of the sentence. */
function withoutEnd(word: string): string {
  let end = word.length;
  while (end > 0 && '._-'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(0, end);
}

/** Splits a text at blank lines, and leaves out its blocks of code: those between fences, and those that are indented outside of lists. */
function proseOf(text: string): readonly string[] {
  const paragraphs: string[] = [];
  let lines: string[] = [];
  let fence: string | undefined;
  let isInList = false;
  const endParagraph = () => {
    if (lines.length > 0) paragraphs.push(lines.join('\n'));
    lines = [];
  };
  for (const line of text.split(/\r\n?|\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence) === true && line.trim() === mark) fence = undefined;
    } else if (mark !== undefined || line.trim() === '') {
      fence = mark;
      endParagraph();
    } else if (lines.length > 0 || isInList || !INDENTED.test(line)) {
      if (LIST_ITEM.test(line)) isInList = true;
      else if (lines.length === 0 && !INDENTED.test(line)) isInList = false;
      lines.push(line);
    }
  }
  endParagraph();
  return paragraphs;
}

/** Replaces each span of code by a backtick. A span ends at the next run of as many backticks as began it. */
function withoutCodeSpans(paragraph: string): string {
  const runs = [...paragraph.matchAll(/`+/g)].map(({ 0: run, index }) => ({ index, length: run.length }));
  // The first one of each list is its last, so that it can be taken off.
  const byLength = new Map<number, { readonly index: number; readonly length: number }[]>();
  for (const run of runs.toReversed()) {
    const same = byLength.get(run.length);
    if (same) same.push(run);
    else byLength.set(run.length, [run]);
  }
  let prose = '';
  let end = 0;
  for (const run of runs) {
    const start = isEscaped(paragraph, run.index) ? run.index + 1 : run.index;
    const length = run.index + run.length - start;
    if (start < end || length === 0) continue;
    const same = byLength.get(length) ?? [];
    while ((same.at(-1)?.index ?? Infinity) <= run.index) same.pop();
    const closing = same.at(-1);
    if (!closing) continue;
    prose += `${paragraph.slice(end, start)}\``;
    end = closing.index + closing.length;
  }
  return prose + paragraph.slice(end);
}

/** True after an odd number of backslashes. */
function isEscaped(text: string, index: number): boolean {
  let first = index;
  while (text[first - 1] === '\\') first -= 1;
  return (index - first) % 2 === 1;
}
