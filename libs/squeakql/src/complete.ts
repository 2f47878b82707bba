import type { Catalogue, KnownField, KnownFunction, KnownType } from './catalogue.js';
import { LIMITS } from './limits.js';
import { following, type Following, type Subject } from './parser.js';
import { tokensOf, type Place, type PlacedToken } from './placed.js';
import { asOperand } from './printer.js';
import { isOperand, type Use } from './resolve.js';
import type { DurationUnit } from './token.js';
import { assertCatalogue, assertObjects, assertText } from './wrong-use.js';

/** One way to go on: `text` stands in the place of what is between `from` and `to`, and the caret goes after it. */
export interface Completion extends Place {
  readonly kind: 'field' | 'function' | 'operator' | 'value' | 'keyword' | 'punctuation';
  readonly text: string;
  /** The name of a value that is known by another one, such as that of a user whose id is written. */
  readonly label?: string;
  /** A blank follows before the next token, as people write it. */
  readonly isSpaced: boolean;
}

/** All ways to go on at one place of a text. */
export interface Completions {
  readonly items: readonly Completion[];
  /** The type of the operand that is written here: values of it can be added. */
  readonly type?: string;
  /** The part of the token at the caret that is written so far, without quotes. */
  readonly typed: string;
  /** True when what is written is one of the completions already. */
  readonly isWritten: boolean;
}

/** A value that the catalogue cannot know. */
export interface NamedValue {
  readonly text: string;
  /** The name that people know, where it differs from the text. */
  readonly label?: string;
}

/** The options of a completion. */
export interface CompletionUse extends Use {
  /** Values of types that take any text, and examples of times and numbers, by the name of the type. */
  readonly values?: Readonly<Partial<Record<string, readonly NamedValue[]>>>;
}

/** The most values of one type that are listed. */
const MOST_VALUES = 50;

/** Operands of types that list no words. */
const EXAMPLES: Readonly<Record<Exclude<KnownType['takes'], 'words'>, readonly string[]>> = {
  text: [],
  number: ['1', '2', '3', '5', '8', '13'],
  truth: ['TRUE', 'FALSE'],
  time: ['1d', '7d', '2w', '-1d', '-7d', '-2w'],
};

/** Units of a duration, the commonest first. */
const UNITS: readonly DurationUnit[] = ['d', 'w', 'h', 'm'];

/**
 * Lists what can stand at the caret of any text, in the order of the catalogue: each completion makes the text before it the beginning
 * of a valid query, if it was one. It completes the token that ends at the caret, and what can follow it when it is complete.
 * `offset` counts UTF-16 units. Never throws.
 */
export function complete(
  text: string,
  offset: number,
  catalogue: Catalogue<string, string>,
  use: CompletionUse = { ordering: true },
): Completions {
  assertText('complete', text);
  assertCatalogue('complete', catalogue);
  assertObjects('The use of complete', use);
  const before = text.slice(0, offset);
  const last = tokensOf(before).at(-1);
  const touched = last?.to === offset && last.token.kind !== 'punctuation' ? last : undefined;
  const head = before.slice(0, touched?.from ?? offset);
  const here = new Offer(head, catalogue, use, touched);
  const whole = touched && tokensOf(text).find(({ from }) => from === touched.from);
  const end = whole && whole.token.kind !== 'invalid' ? Math.max(whole.to, offset) : offset;
  const rest = text.slice(end);
  const items = here.items().map((item) => placed(item, touched ? '' : head, { from: head.length, to: end }, rest));
  if (end === offset && here.isComplete()) {
    const after = new Offer(before, catalogue, use, undefined).items();
    items.push(...after.map((item) => placed(item, before, { from: offset, to: offset }, rest)));
  }
  const { type, typed } = here;
  const isWritten = items.some(({ from, text: put }) => typed !== '' && from < offset && isSame(head + put, before));
  return { items: unlike(items, before), typed, isWritten, ...(type && { type: type.name }) };
}

type Part = Pick<Completion, 'kind' | 'text' | 'label' | 'isSpaced'>;

/** Writes a completion as it stands between what is before and after it. */
function placed(part: Part, before: string, place: Place, rest: string): Completion {
  const text =
    part.text.endsWith('(') && rest.trimStart().startsWith('(') ? part.text.slice(0, -1).trimEnd() : part.text;
  const touches = part.kind !== 'punctuation' && !' \t\r\n('.includes(before.at(-1) ?? ' ');
  return { ...part, ...place, text: touches ? ` ${text}` : text };
}

/** Leaves out what is written already, and what gives the same text twice. */
function unlike(items: readonly Completion[], before: string): readonly Completion[] {
  const seen = new Set([before]);
  return items.filter(({ from, text }) => {
    const result = before.slice(0, from) + text;
    if (seen.has(result) || Array.from(result).length > LIMITS.length) return false;
    seen.add(result);
    return true;
  });
}

/** The completions that can follow one beginning of a query, narrowed to the letters that are typed. */
class Offer {
  /** The type of the operand that is wanted. */
  readonly type: KnownType | undefined;
  readonly typed: string;
  private readonly next: Following | undefined;
  private readonly field: KnownField<string> | undefined;
  private readonly called: KnownFunction<string> | undefined;

  constructor(
    head: string,
    private readonly catalogue: Catalogue<string, string>,
    private readonly use: CompletionUse,
    private readonly touched: PlacedToken | undefined,
  ) {
    this.next = following(head);
    this.typed = touched ? textOf(touched) : '';
    const subject = this.next?.subject;
    if (subject?.kind === 'field') this.field = catalogue.field(subject.name);
    if (subject?.kind === 'function') this.called = catalogue.function(subject.name);
    if (subject && this.expects('string')) this.type = this.field?.type ?? this.called?.takes[subject.operands];
  }

  items(): readonly Part[] {
    if (!this.next) return [];
    const { subject } = this.next;
    return [
      ...(this.expects('field') ? this.fields() : []),
      ...(this.type && subject ? this.operands(this.type, subject) : []),
      ...(this.expects('IN') ? this.operators() : []),
      ...this.words(),
    ].filter((part) => this.isMeant(part));
  }

  /** True when the typed token is all that it can be: a query can go on after it. */
  isComplete(): boolean {
    if (!this.touched) return false;
    const { token } = this.touched.token;
    if (this.type && isOperand(token, this.type)) return true;
    const start = token.toLowerCase();
    return this.items().some(({ text }) => `${text.toLowerCase()} `.startsWith(`${start} `));
  }

  private expects(what: string): boolean {
    return this.next?.expected.includes(what) ?? false;
  }

  /** Fields of a condition or of an order, and functions that are conditions. */
  private fields(): readonly Part[] {
    const isOrder = !this.expects('NOT');
    // A condition needs a field and an operand.
    const hasRoom = this.left('names') >= (isOrder ? 1 : 2);
    const fields = this.catalogue.fieldNames.filter((name) => {
      const field = this.catalogue.field(name);
      if (!hasRoom || !field || (name !== field.name && !startsWith(name, this.typed || ' '))) return false;
      return isOrder ? field.sortable : !field.costly || this.affordsCostly();
    });
    const calls = isOrder
      ? []
      : this.catalogue
          .functionsGiving('predicate')
          .filter(({ costly, takes }) => (!costly || this.affordsCostly()) && this.left('names') >= takes.length);
    return [...fields.map((text): Part => ({ kind: 'field', text, isSpaced: true })), ...this.calls(calls, true)];
  }

  private operators(): readonly Part[] {
    const operators = this.field?.operators ?? [];
    // After NOT, only the list can follow.
    if (!this.expects('IS')) return operators.includes('IN') ? [list('IN (')] : [];
    return operators.flatMap((operator): readonly Part[] => {
      if (operator === 'IN') return this.left('names') > 0 ? [list('IN ('), list('NOT IN (')] : [];
      if (operator === 'IS') return [keyword('IS NULL'), keyword('IS NOT NULL')];
      return this.left('names') > 0 ? [{ kind: 'operator', text: operator, isSpaced: true }] : [];
    });
  }

  private operands(type: KnownType, { kind, operands, among }: Subject): readonly Part[] {
    if (this.left('names') < 1 || (among && operands >= LIMITS.values)) return [];
    const isSpaced = kind === 'field' && !among;
    const value = (text: string, label?: string): Part => ({
      kind: 'value',
      text,
      isSpaced,
      ...(label !== undefined && { label }),
    });
    const calls = this.catalogue.functionsGiving(type.name).filter(({ manyValues }) => among || !manyValues);
    const known = type.takes === 'words' ? this.wordsOf(type) : [...EXAMPLES[type.takes], ...this.durations(type)];
    const isWritable = type.takes === 'text' || type.takes === 'time';
    const named = (isWritable ? this.use.values?.[type.name] : undefined) ?? [];
    return [
      ...this.calls(calls, isSpaced),
      ...known.map((text) => value(text)),
      ...named
        .map(({ text, label }) => value(asOperand(text), label))
        .filter((part) => this.isMeant(part))
        .slice(0, MOST_VALUES),
      ...(type.takes === 'text' ? [this.quotes(isSpaced)] : []),
    ];
  }

  /** The words of a type; their other spellings only when one of them is typed. */
  private wordsOf({ words, spellings }: KnownType): readonly string[] {
    return spellings.filter(
      (text) => words.get(text.toLowerCase()) === text || (this.typed !== '' && startsWith(text, this.typed)),
    );
  }

  /** Durations of the number that is typed. */
  private durations(type: KnownType): readonly string[] {
    if (type.takes !== 'time') return [];
    return UNITS.map((unit) => this.typed + unit).filter((text) => isOperand(text, type));
  }

  /** The string that is typed, closed; else one that is opened. */
  private quotes(isSpaced: boolean): Part {
    if (!this.touched || !isOpen(this.touched)) return { kind: 'value', text: "'", isSpaced: false };
    return { kind: 'value', text: closed(this.touched.token.token), isSpaced };
  }

  private calls(functions: readonly KnownFunction<string>[], isSpaced: boolean): readonly Part[] {
    if (this.left('nesting') < 1) return [];
    return functions.map(({ name, takes }) =>
      takes.length === 0
        ? { kind: 'function', text: `${name}()`, isSpaced }
        : { kind: 'function', text: `${name}(`, isSpaced: false },
    );
  }

  /** Keywords and punctuation. Those that belong to an operator or an operand are offered with it. */
  private words(): readonly Part[] {
    const { expected = [], subject } = this.next ?? {};
    if (this.expects('string')) {
      return this.called?.takes.length === subject?.operands && this.expects(')') ? [CLOSING] : [];
    }
    if (this.expects('IS')) return [];
    if (expected[0] === '(' && this.left('names') > 0) return [list('(')];
    return expected.flatMap((word): readonly Part[] => {
      switch (word) {
        case 'NOT':
          if (this.expects('NULL')) return [keyword('NULL'), keyword('NOT NULL')];
          return this.left('nesting') > 0 ? [keyword('NOT')] : [];
        case '(':
          return this.left('nesting') > 0 ? [{ kind: 'punctuation', text: '(', isSpaced: false }] : [];
        case 'NULL':
          return [keyword('NULL')];
        case 'BY':
        case 'AND':
        case 'OR':
        case 'ASC':
        case 'DESC':
          return [keyword(word)];
        case 'ORDER BY':
          return this.use.ordering ? [keyword(word)] : [];
        case ',':
          return this.canListMore(subject) ? [{ kind: 'punctuation', text: ',', isSpaced: true }] : [];
        case ')':
          return this.canClose(subject) ? [CLOSING] : [];
        default:
          return [];
      }
    });
  }

  private canListMore(subject: Subject | undefined): boolean {
    if (this.left('names') < 1) return false;
    // After a list or a call stands its bracket; elsewhere the comma is one of the order.
    if (!this.expects(')')) return true;
    if (this.called) return (subject?.operands ?? 0) < this.called.takes.length;
    return (subject?.operands ?? 0) < LIMITS.values;
  }

  private canClose(subject: Subject | undefined): boolean {
    if (!this.expects(',') || !this.called) return true;
    return subject?.operands === this.called.takes.length;
  }

  private left(what: 'names' | 'nesting'): number {
    return LIMITS[what] - (this.next?.[what] ?? 0);
  }

  private affordsCostly(): boolean {
    const { costly: most = Infinity } = this.use;
    const costly = (this.next?.predicates ?? []).filter((predicate) =>
      predicate.kind === 'call'
        ? this.catalogue.function(predicate.name.text)?.costly
        : this.catalogue.field(predicate.field.text)?.costly,
    );
    return costly.length < most;
  }

  /** True for what goes on from the typed text: it begins with it, or one of its words does. */
  private isMeant({ text, label, kind }: Part): boolean {
    const { typed, touched } = this;
    if (!touched) return true;
    // A string can only become a value.
    const isString = touched.token.kind === 'string' || isOpen(touched);
    if (isString && (kind !== 'value' || text === "'")) return false;
    if (kind !== 'value') return startsWith(text, typed);
    return matches(unquoted(text), typed) || (label !== undefined && matches(label, typed));
  }
}

const keyword = (text: string): Part => ({ kind: 'keyword', text, isSpaced: true });
const list = (text: string): Part => ({ kind: 'operator', text, isSpaced: false });
const CLOSING: Part = { kind: 'punctuation', text: ')', isSpaced: true };

const isOpen = ({ token }: PlacedToken): boolean => token.kind === 'invalid' && token.problem === 'string';

/** The text of a token as a person typed it, without quotes. */
function textOf({ token }: PlacedToken): string {
  if (token.kind === 'string') return token.text;
  return token.kind === 'invalid' && token.problem === 'string' ? unquoted(closed(token.token)) : token.token;
}

/** Closes a string that has no end. */
function closed(open: string): string {
  const quote = open.charAt(0);
  // A backslash at the end escapes the quote.
  return tokensOf(open + quote)[0]?.token.kind === 'string' ? open + quote : `${open}\\${quote}`;
}

function unquoted(text: string): string {
  const token = tokensOf(text)[0]?.token;
  return token?.kind === 'string' ? token.text : text;
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

const startsWith = (text: string, typed: string): boolean => text.toLowerCase().startsWith(typed.toLowerCase());

/** True when the text, or a word of it, begins with what is typed. */
function matches(text: string, typed: string): boolean {
  const [whole, start] = [text.toLowerCase(), typed.toLowerCase()];
  if (whole.startsWith(start)) return true;
  for (let at = whole.indexOf(start, 1); at !== -1; at = whole.indexOf(start, at + 1)) {
    if (' ._-'.includes(whole.charAt(at - 1))) return true;
  }
  return false;
}
