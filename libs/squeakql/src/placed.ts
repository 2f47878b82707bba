import { Lexer } from './lexer.js';
import type { Range } from './range.js';
import type { Token } from './token.js';
import { assertObjects, assertText } from './wrong-use.js';

/** A part of a text from one offset up to another, in UTF-16 units as JavaScript counts them. */
export interface Place {
  readonly from: number;
  readonly to: number;
}

/** A token with its place in the text. */
export interface PlacedToken extends Place {
  readonly token: Exclude<Token, { kind: 'end' }>;
}

/** Splits any text into tokens, for editors. Text that is not a token is an `invalid` one. Never throws. */
export function tokensOf(text: string): readonly PlacedToken[] {
  assertText('tokensOf', text);
  const lexer = new Lexer(text);
  const tokens: PlacedToken[] = [];
  let end = 0;
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next()) {
    // Only blanks are between two tokens, and no token begins with one.
    const from = text.indexOf(token.token, end);
    end = from + token.token.length;
    tokens.push({ token, from, to: end });
  }
  return tokens;
}

/** Returns the place of a range in its text. A range at the end of the text is empty. */
export function placeOf(text: string, range: Range): Place {
  assertText('placeOf', text);
  assertObjects('The range of placeOf', range);
  const { line, column, endLine, endColumn } = range;
  const from = offsetOf(text, line, column);
  const last = offsetOf(text, endLine, endColumn);
  return { from, to: last + widthAt(text, last) };
}

/** Finds a code point by its line and column, both from 1. */
function offsetOf(text: string, line: number, column: number): number {
  let offset = 0;
  for (let before = 1; before < line; before += 1) offset = text.indexOf('\n', offset) + 1;
  for (let before = 1; before < column; before += 1) offset += widthAt(text, offset);
  return offset;
}

const widthAt = (text: string, offset: number): number => {
  const point = text.codePointAt(offset);
  return point === undefined ? 0 : point > 0xffff ? 2 : 1;
};
