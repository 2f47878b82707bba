import { languageOf, type CodeKind, type Language } from './languages.js';

/** A part of code, and its kind; plain text has none. */
export type CodeToken = readonly [text: string, kind?: CodeKind];

/** A run of letters and digits that no part of the language begins. It is matched whole, so that no keyword is found inside of it. */
const WORD = String.raw`[\p{L}\p{N}_$]+`;

const expressions = new WeakMap<Language, RegExp>();

function expressionOf(language: Language): RegExp {
  const known = expressions.get(language);
  if (known) return known;
  const made = new RegExp([...language.parts.map(([, source]) => `(${source})`), WORD].join('|'), 'gu');
  expressions.set(language, made);
  return made;
}

/**
 * Divides code into parts with at most `most` kinds; what comes after them is plain. The parts together are the code. Returns `undefined` for
 * a language that is not known. Takes time that grows with the length.
 */
export function codeTokens(code: string, info: string, most: number): readonly CodeToken[] | undefined {
  const language = languageOf(info);
  if (!language) return undefined;
  const tokens: CodeToken[] = [];
  let plainFrom = 0;
  let left = most;
  for (const match of code.matchAll(expressionOf(language))) {
    const [text, ...groups] = match;
    const kind = kindOf(language, text, groups);
    if (kind === undefined) continue;
    if (left === 0) break;
    left -= 1;
    if (match.index > plainFrom) tokens.push([code.slice(plainFrom, match.index)]);
    tokens.push([text, kind]);
    plainFrom = match.index + text.length;
  }
  if (plainFrom < code.length) tokens.push([code.slice(plainFrom)]);
  return tokens;
}

function kindOf(
  { parts, words, ignoresCase = false }: Language,
  text: string,
  groups: readonly (string | undefined)[],
) {
  if (words.has(ignoresCase ? text.toLowerCase() : text)) return 'keyword';
  return parts[groups.findIndex((group) => group !== undefined)]?.[0];
}
