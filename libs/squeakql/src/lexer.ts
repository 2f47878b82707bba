import type { Range } from './range.js';
import { DURATION_UNITS, KEYWORDS, type Comparator, type DurationUnit, type Keyword, type Token } from './token.js';

const LINE_FEED = 0x0a;
const BACKSLASH = '\\';

/** Symbols, the longest first: `<=` must not be read as `<` and a stray `=`. */
const SYMBOLS: readonly (readonly [string, Comparator | '(' | ')' | ','])[] = [
  ['!=', '!='],
  ['<>', '!='],
  ['<=', '<='],
  ['>=', '>='],
  ['!~', '!~'],
  ['=', '='],
  ['<', '<'],
  ['>', '>'],
  ['~', '~'],
  ['(', '('],
  [')', ')'],
  [',', ','],
];

const keywords: ReadonlySet<string> = new Set(KEYWORDS);
const units: ReadonlySet<string> = new Set(DURATION_UNITS);

/** The beginning of a token. */
interface Start {
  readonly offset: number;
  readonly line: number;
  readonly column: number;
}

/**
 * Splits a text into tokens, one at a time and only forwards: it reads every code point once, whatever the text. Never throws:
 * text that is not a token becomes an `invalid` token.
 */
export class Lexer {
  /** Position of the next character, in UTF-16 units. */
  private offset = 0;
  private line = 1;
  private column = 1;
  /** Line and column of the code point that was read last. */
  private lastLine = 1;
  private lastColumn = 1;

  constructor(private readonly text: string) {}

  /** Returns the next token; after the last one always `end`. */
  next(): Token {
    this.passWhile(isBlank);
    const start: Start = { offset: this.offset, line: this.line, column: this.column };
    const first = this.at(0);
    if (first === '') return this.end();
    if (isLetter(first)) return this.word(start);
    if (first === "'" || first === '"') return this.string(start, first);
    if (isDigit(first) || ((first === '-' || first === '+') && isDigit(this.at(1)))) return this.number(start, first);
    return this.symbol(start);
  }

  private end(): Token {
    const { line, column } = this;
    return Object.freeze({
      kind: 'end',
      token: '',
      range: Object.freeze({ line, column, endLine: line, endColumn: column }),
    });
  }

  private word(start: Start): Token {
    this.passWhile(isWordPart);
    const text = this.since(start);
    const upper = text.toUpperCase();
    return keywords.has(upper)
      ? this.token(start, { kind: 'keyword', text: upper as Keyword })
      : this.token(start, { kind: 'word', text });
  }

  private string(start: Start, quote: string): Token {
    this.pass();
    let text = '';
    let from = this.offset;
    for (let character = this.at(0); character !== quote; character = this.at(0)) {
      if (character === '') return this.token(start, { kind: 'invalid', problem: 'string' });
      if (character === BACKSLASH && (this.at(1) === quote || this.at(1) === BACKSLASH)) {
        text += this.text.slice(from, this.offset);
        this.pass();
        from = this.offset;
      }
      this.pass();
    }
    text += this.text.slice(from, this.offset);
    this.pass();
    return this.token(start, { kind: 'string', text });
  }

  private number(start: Start, first: string): Token {
    const signed = first === '+' || first === '-';
    if (signed) this.pass();
    const from = this.offset;
    this.passWhile(isDigit);
    const digits = this.text.slice(from, this.offset);
    const unit = this.at(0).toLowerCase();
    if (units.has(unit)) {
      this.pass();
      return this.unlessItRunsOn(start, {
        kind: 'duration',
        sign: first === '-' ? '-' : '+',
        digits,
        unit: unit as DurationUnit,
      });
    }
    // Only a duration can have a plus sign.
    if (first === '+') return this.invalidNumber(start);
    if (unit === '.' && isDigit(this.at(1))) {
      this.pass();
      this.passWhile(isDigit);
    }
    return this.unlessItRunsOn(start, { kind: 'number', text: this.since(start) });
  }

  private unlessItRunsOn(start: Start, token: TokenPart): Token {
    return isWordPart(this.at(0)) ? this.invalidNumber(start) : this.token(start, token);
  }

  private invalidNumber(start: Start): Token {
    this.passWhile(isWordPart);
    return this.token(start, { kind: 'invalid', problem: 'number' });
  }

  private symbol(start: Start): Token {
    for (const [written, text] of SYMBOLS) {
      if (!this.text.startsWith(written, this.offset)) continue;
      while (this.offset < start.offset + written.length) this.pass();
      return text === '(' || text === ')' || text === ','
        ? this.token(start, { kind: 'punctuation', text })
        : this.token(start, { kind: 'comparator', text });
    }
    this.pass();
    return this.token(start, { kind: 'invalid', problem: 'character' });
  }

  private token(start: Start, part: TokenPart): Token {
    const range: Range = Object.freeze({
      line: start.line,
      column: start.column,
      endLine: this.lastLine,
      endColumn: this.lastColumn,
    });
    // Object spread would be ten times as slow.
    return Object.assign(part, { token: this.since(start), range });
  }

  private since(start: Start): string {
    return this.text.slice(start.offset, this.offset);
  }

  /** Returns the current UTF-16 unit or the next one; empty after the end. All special characters of the language are one unit. */
  private at(ahead: 0 | 1): string {
    return this.text.charAt(this.offset + ahead);
  }

  private passWhile(belongs: (character: string) => boolean): void {
    while (belongs(this.at(0))) this.pass();
  }

  /** Moves on by one code point, so that an emoji counts as one column. */
  private pass(): void {
    const point = this.text.codePointAt(this.offset) ?? 0;
    this.lastLine = this.line;
    this.lastColumn = this.column;
    this.offset += point > 0xffff ? 2 : 1;
    if (point === LINE_FEED) {
      this.line += 1;
      this.column = 1;
    } else {
      this.column += 1;
    }
  }
}

type Without<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never;
type TokenPart = Without<Exclude<Token, { kind: 'end' }>, 'range' | 'token'>;

// Each of these functions gets one UTF-16 unit, or the empty text at the end, for which it returns false.

function isBlank(character: string): boolean {
  return character === ' ' || character === '\t' || character === '\r' || character === '\n';
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function isWordPart(character: string): boolean {
  return isLetter(character) || isDigit(character) || character === '_' || character === '-' || character === '.';
}
