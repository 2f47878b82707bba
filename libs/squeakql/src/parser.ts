import type { Call, Expression, Name, Operand, Operator, OrderBy, Predicate, Query, SortField } from './ast.js';
import { diagnose, shown, type Diagnostic } from './diagnostic.js';
import { invisible } from './invisible.js';
import { Lexer } from './lexer.js';
import { LIMITS } from './limits.js';
import { overlong } from './overlong.js';
import { spanning, type Range, type Written } from './range.js';
import { COMPARATORS, type Keyword, type Token } from './token.js';
import { assertText } from './wrong-use.js';

/**
 * A query, or its first syntax error with the predicates that were complete before it, in the order
 * of the text: those can still be checked.
 */
export type Parsed =
  | { readonly query: Query; readonly failure?: undefined }
  | { readonly query?: undefined; readonly failure: Diagnostic; readonly predicates: readonly Predicate[] };

/** Parses any text, and throws for no text; time and memory are linear in the text, the call stack is bounded by `LIMITS.nesting`. */
export function parse(text: string): Parsed {
  assertText('parse', text);
  const tooLong = overlong(text);
  if (tooLong) return Object.freeze({ failure: tooLong, predicates: Object.freeze([]) });
  const lexer = new Lexer(text);
  return parseTokens(() => lexer.next());
}

/** Parses tokens that `next` returns one by one, up to `end`. Does not call `next` after `end` or after an error. */
export function parseTokens(next: () => Token): Parsed {
  const parser = new Parser(next);
  try {
    return Object.freeze({ query: parser.query() });
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    return Object.freeze({ failure: stop.diagnostic, predicates: Object.freeze(parser.predicates) });
  }
}

/** Thrown to leave the parser from any depth. `expected`: what can stand there, when a token is not expected. */
class Stop extends Error {
  constructor(
    readonly diagnostic: Diagnostic,
    readonly expected?: readonly string[],
  ) {
    super(diagnostic.message);
  }
}

/** The name that a place of a query belongs to: a field with its operator and operands, or a function with its operands. */
export interface Subject {
  readonly kind: 'field' | 'function';
  readonly name: string;
  /** Operands of the list or the call that are complete. */
  readonly operands: number;
  /** True in the list of an `IN`. */
  readonly among: boolean;
}

/** The tokens that can follow the beginning of a query. */
export interface Following {
  /** The tokens and kinds of tokens that can follow, as in `Diagnostic.expected`. */
  readonly expected: readonly string[];
  /** The name that was read last and is not complete; the last one, when the query can end here. */
  readonly subject: Subject | undefined;
  /** Fields and operands so far, as `LIMITS.names` counts them. */
  readonly names: number;
  /** Levels that are open, as `LIMITS.nesting` counts them. */
  readonly nesting: number;
  readonly predicates: readonly Predicate[];
}

/** Returns what can follow this beginning of a query; `undefined` when no query begins with it. */
export function following(text: string): Following | undefined {
  if (overlong(text)) return undefined;
  const lexer = new Lexer(text);
  // No query has this token: the parser stops there at the latest, and says what it expected instead.
  const stranger = (range: Range): Token => ({ kind: 'invalid', problem: 'character', token: '', range });
  const parser = new Parser(() => {
    const token = lexer.next();
    return token.kind === 'end' ? stranger(token.range) : token;
  });
  try {
    parser.query();
    return undefined;
  } catch (stop) {
    if (!(stop instanceof Stop)) throw stop;
    const { expected, diagnostic } = stop;
    if (expected === undefined || diagnostic.token !== undefined) return undefined;
    const { subject, names, nesting, predicates } = parser;
    return { expected, subject, names, nesting, predicates };
  }
}

const OPERANDS = ['string', 'number', 'word', 'TRUE', 'FALSE', 'duration', 'function'];
const PRIMARIES = ['field', 'function', 'NOT', '('];
const OPERATORS = [...COMPARATORS, 'IN', 'NOT IN', 'IS'];

class Parser {
  /** The predicates that are complete so far. */
  readonly predicates: Predicate[] = [];
  /** The name to which the place of the parser belongs. */
  subject: Subject | undefined;
  nesting = 0;
  names = 0;
  private token: Token;
  /** Range of the token that was taken last. */
  private last: Range;

  constructor(private readonly next: () => Token) {
    this.token = next();
    this.last = this.token.range;
  }

  query(): Query {
    const from = this.token.range;
    const expression = this.expression();
    const orderBy = this.isKeyword('ORDER') ? this.orderBy() : undefined;
    if (this.token.kind !== 'end') {
      this.unexpected([
        ...(orderBy ? (orderBy.explicit ? [','] : ['ASC', 'DESC', ',']) : ['AND', 'OR', 'ORDER BY']),
        'end of query',
      ]);
    }
    return Object.freeze({ kind: 'query', expression, orderBy: orderBy?.clause, range: spanning(from, this.last) });
  }

  private expression(): Expression {
    return this.chain('or', 'OR', () => this.chain('and', 'AND', () => this.negation()));
  }

  private chain(kind: 'or' | 'and', keyword: Keyword, part: () => Expression): Expression {
    const from = this.token.range;
    const first = part();
    if (!this.isKeyword(keyword)) return first;
    const operands = [first];
    while (this.accept(keyword)) operands.push(part());
    return Object.freeze({ kind, operands: Object.freeze(operands), range: spanning(from, this.last) });
  }

  private negation(): Expression {
    const from = this.token;
    if (!this.accept('NOT')) return this.primary();
    const operand = this.nested(from, () => this.negation());
    return Object.freeze({ kind: 'not', operand, range: spanning(from.range, this.last) });
  }

  private primary(): Expression {
    const open = this.token;
    if (!this.isPunctuation('(')) return this.predicate();
    this.take();
    return this.nested(open, () => {
      const expression = this.expression();
      if (!this.isPunctuation(')')) this.unexpected(['AND', 'OR', ')']);
      this.take();
      return expression;
    });
  }

  private predicate(): Predicate {
    if (this.token.kind !== 'word') this.unexpected(PRIMARIES);
    const name = this.name();
    const predicate = this.isPunctuation('(') ? this.call(name) : this.fieldPredicate(name);
    this.predicates.push(predicate);
    return predicate;
  }

  private fieldPredicate(field: Name): Predicate {
    this.countName(field);
    this.subject = { kind: 'field', name: field.text, operands: 0, among: false };
    const token = this.token;
    if (token.kind === 'comparator') {
      this.take();
      const operator = written(token.text, token);
      const operand = this.operand();
      return Object.freeze({ kind: 'comparison', field, operator, operand, range: this.since(field) });
    }
    if (this.accept('IS')) return this.nullTest(field, token);
    if (this.accept('IN')) return this.membership(field, token, false);
    if (!this.accept('NOT')) this.unexpected([...OPERATORS, '(']);
    if (!this.isKeyword('IN')) this.unexpected(['IN']);
    const operator = { range: spanning(token.range, this.token.range), token: `${token.token} ${this.token.token}` };
    this.take();
    return this.membership(field, operator, true);
  }

  private nullTest(field: Name, is: Token): Predicate {
    const not = this.token;
    const negated = this.accept('NOT');
    if (!this.accept('NULL') && !this.accept('EMPTY')) {
      this.unexpected(negated ? ['NULL', 'EMPTY'] : ['NOT', 'NULL', 'EMPTY']);
    }
    const words = negated ? { range: spanning(is.range, not.range), token: `${is.token} ${not.token}` } : is;
    return Object.freeze({
      kind: 'null-test',
      field,
      operator: written('IS', words),
      negated,
      range: this.since(field),
    });
  }

  private membership(field: Name, operator: Written, negated: boolean): Predicate {
    if (!this.isPunctuation('(')) this.unexpected(['(']);
    this.take();
    const operands: Operand[] = [];
    do {
      if (operands.length === LIMITS.values && this.beginsOperand()) {
        this.tooComplex(this.token, `An IN holds at most ${LIMITS.values} values`);
      }
      operands.push(this.operandOf({ kind: 'field', name: field.text, operands: operands.length, among: true }));
    } while (this.acceptPunctuation(','));
    if (!this.isPunctuation(')')) this.unexpected([',', ')']);
    this.take();
    return Object.freeze({
      kind: 'membership',
      field,
      operator: written('IN', operator),
      negated,
      operands: Object.freeze(operands),
      range: this.since(field),
    });
  }

  private call(name: Name): Call {
    const open = this.token;
    this.take();
    return this.nested(open, () => {
      const operands: Operand[] = [];
      if (!this.isPunctuation(')')) {
        const first = [...OPERANDS, ')'];
        do {
          const subject = { kind: 'function', name: name.text, operands: operands.length, among: false } as const;
          operands.push(this.operandOf(subject, operands.length === 0 ? first : OPERANDS));
        } while (this.acceptPunctuation(','));
        if (!this.isPunctuation(')')) this.unexpected([',', ')']);
      }
      this.take();
      return Object.freeze({ kind: 'call', name, operands: Object.freeze(operands), range: this.since(name) });
    });
  }

  /** Parses an operand of the subject. After it, `subject.operands` counts it too. */
  private operandOf(subject: Subject, expected?: readonly string[]): Operand {
    this.subject = subject;
    const operand = this.operand(expected);
    this.subject = { ...subject, operands: subject.operands + 1 };
    return operand;
  }

  private operand(expected: readonly string[] = OPERANDS): Operand {
    const token = this.token;
    if (!this.beginsOperand()) this.unexpected(expected);
    this.countName(token);
    this.take();
    const { range } = token;
    switch (token.kind) {
      case 'word': {
        const { text } = token;
        if (this.isPunctuation('(')) return this.call(Object.freeze({ text, range, token: token.token }));
        return Object.freeze({ kind: 'word', text, range, token: token.token });
      }
      case 'string':
      case 'number':
        return Object.freeze({ kind: token.kind, text: token.text, range, token: token.token });
      case 'duration': {
        const { sign, digits, unit } = token;
        return Object.freeze({ kind: 'duration', sign, digits, unit, range, token: token.token });
      }
      default:
        return Object.freeze({ kind: 'truth', value: token.token.toUpperCase() === 'TRUE', range, token: token.token });
    }
  }

  /** Parses `ORDER BY`. `explicit`: the last field states its direction. */
  private orderBy(): { readonly clause: OrderBy; readonly explicit: boolean } {
    const order = this.token;
    this.take();
    const by = this.token;
    if (!this.accept('BY')) this.unexpected(['BY']);
    const fields: SortField[] = [];
    let explicit: boolean;
    do {
      if (this.token.kind !== 'word') this.unexpected(['field']);
      this.countName(this.token);
      const field = this.name();
      const descending = this.accept('DESC');
      explicit = descending || this.accept('ASC');
      fields.push(Object.freeze({ field, direction: descending ? 'desc' : 'asc' }));
    } while (this.acceptPunctuation(','));
    const words = { range: spanning(order.range, by.range), token: `${order.token} ${by.token}` };
    return { clause: Object.freeze({ ...words, fields: Object.freeze(fields) }), explicit };
  }

  private name(): Name {
    const { range, token } = this.token;
    this.take();
    return Object.freeze({ text: token, range, token });
  }

  /** Parses one level deeper, from this token on. The parser recurses only through this method, which checks the nesting limit. */
  private nested<Result>(from: Written, inside: () => Result): Result {
    if (this.nesting === LIMITS.nesting) {
      this.tooComplex(from, `A query is nested at most ${LIMITS.nesting} levels deep`);
    }
    this.nesting += 1;
    const result = inside();
    this.nesting -= 1;
    return result;
  }

  private countName(name: Written): void {
    this.names += 1;
    if (this.names > LIMITS.names) this.tooComplex(name, `A query holds at most ${LIMITS.names} fields and operands`);
  }

  private beginsOperand(): boolean {
    const { kind } = this.token;
    return (
      kind === 'word' ||
      kind === 'string' ||
      kind === 'number' ||
      kind === 'duration' ||
      this.isKeyword('TRUE') ||
      this.isKeyword('FALSE')
    );
  }

  private isKeyword(keyword: Keyword): boolean {
    return this.token.kind === 'keyword' && this.token.text === keyword;
  }

  private isPunctuation(text: '(' | ')' | ','): boolean {
    return this.token.kind === 'punctuation' && this.token.text === text;
  }

  private accept(keyword: Keyword): boolean {
    const present = this.isKeyword(keyword);
    if (present) this.take();
    return present;
  }

  private acceptPunctuation(text: ','): boolean {
    const present = this.isPunctuation(text);
    if (present) this.take();
    return present;
  }

  private take(): void {
    this.last = this.token.range;
    this.token = this.next();
  }

  private since({ range }: Written): Range {
    return spanning(range, this.last);
  }

  private tooComplex(at: Written, limit: string): never {
    throw new Stop(diagnose('SQUEAKQL_QUERY_TOO_COMPLEX', at, `${limit}.`));
  }

  private unexpected(expected: readonly string[]): never {
    const { token } = this;
    const unclosed = token.kind === 'invalid' && token.problem === 'string';
    const wanted = unclosed ? [token.token.charAt(0)] : expected;
    throw new Stop(diagnose('SQUEAKQL_SYNTAX_ERROR', token, sentence(token, wanted), { expected: wanted }), expected);
  }
}

function written<Text extends string>(text: Text, { range, token }: Written): Operator<Text> {
  return Object.freeze({ text, range, token });
}

function sentence(token: Token, expected: readonly string[]): string {
  if (token.kind === 'invalid') {
    switch (token.problem) {
      case 'string':
        return 'This string is not closed.';
      case 'number':
        return `${shown(token.token)} is neither a number nor a duration.`;
      case 'character':
        return `The character ${invisible(token.token, token.range) ?? shown(token.token)} can stand in a string only.`;
    }
  }
  const wanted = `Expected ${expected.join(', ')}`;
  if (token.kind === 'end') return `${wanted}, but the query ends here.`;
  const reserved = token.kind === 'keyword' && expected.includes('word');
  return `${wanted}, but found ${shown(token.token)}${reserved ? ', a reserved word, which must be quoted here' : ''}.`;
}
