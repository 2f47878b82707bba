import type { Call, Expression, Name, Operand, OrderBy, Predicate } from './ast.js';
import type { Catalogue, KnownField, KnownFunction, KnownType } from './catalogue.js';
import type { FieldOperator } from './catalogue-entries.js';
import { diagnose, shown, type Diagnostic, type DiagnosticCode } from './diagnostic.js';
import { nearest } from './nearest.js';
import { parse, type Parsed } from './parser.js';
import type { Written } from './range.js';
import type { Condition, ResolvedCall, ResolvedQuery, SortKey, Value } from './resolved.js';
import { instantOf, startOfDay } from './time.js';
import type { DurationUnit } from './token.js';
import { assertCatalogue, assertObjects } from './wrong-use.js';

/** The most diagnostics that one query gets. */
export const MOST_DIAGNOSTICS = 10;

const MOST_DURATION_DIGITS = 5;

const MINUTES = { m: 1, h: 60, d: 1440, w: 10_080 } as const satisfies Record<DurationUnit, number>;

/** A resolved query, or its errors: 1 to 10 diagnostics in the order of the text. */
export type Resolved<Field extends string, Called extends string> =
  | { readonly query: ResolvedQuery<Field, Called>; readonly diagnostics?: undefined }
  | { readonly query?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Limits that the caller sets for a query. */
export interface Use {
  /** Allows `ORDER BY`. */
  readonly ordering: boolean;
  /** The most conditions that the catalogue marks as costly; without it, any number. */
  readonly costly?: number;
}

/**
 * Resolves a query against this catalogue. If the text could not be parsed, it checks the predicates that were complete
 * as well. The first costly condition beyond the allowed number ends the list of errors. Never throws.
 */
export function resolve<Field extends string, Called extends string>(
  parsed: Parsed,
  catalogue: Catalogue<Field, Called>,
  use: Use,
): Resolved<Field, Called> {
  assertObjects('The parsed query of resolve', parsed);
  if (parsed.query === undefined) assertObjects('The parsed query of resolve', parsed, 'failure', 'predicates');
  assertCatalogue('resolve', catalogue);
  assertObjects('The use of resolve', use);
  const resolver = new Resolver(catalogue, use);
  const query = resolver.query(parsed);
  return Object.freeze(query ? { query } : { diagnostics: Object.freeze(resolver.diagnostics) });
}

/** Resolves the parts of a query. A part with an error adds a diagnostic and becomes `undefined`. */
class Resolver<Field extends string, Called extends string> {
  readonly diagnostics: Diagnostic[] = [];
  private readonly fields = new Set<Field>();
  private costly = 0;
  private isTooCostly = false;

  constructor(
    private readonly catalogue: Catalogue<Field, Called>,
    private readonly use: Use,
  ) {}

  query({ query, ...broken }: Parsed): ResolvedQuery<Field, Called> | undefined {
    if (query === undefined) {
      const { predicates, failure } = broken as Extract<Parsed, { failure: Diagnostic }>;
      for (const predicate of predicates) this.predicate(predicate);
      this.add(failure);
      return undefined;
    }
    const condition = this.condition(query.expression);
    const orderBy = query.orderBy ? this.orderBy(query.orderBy) : Object.freeze([]);
    if (condition === undefined || orderBy === undefined) return undefined;
    return Object.freeze({
      condition,
      orderBy,
      fields: Object.freeze([...this.fields]),
    });
  }

  private condition(expression: Expression): Condition<Field, Called> | undefined {
    switch (expression.kind) {
      case 'or':
      case 'and': {
        const operands = whole(expression.operands.map((operand) => this.condition(operand)));
        return operands && Object.freeze({ kind: expression.kind, operands });
      }
      case 'not': {
        const operand = this.condition(expression.operand);
        return operand && Object.freeze({ kind: 'not', operand });
      }
      default:
        return this.predicate(expression);
    }
  }

  private predicate(predicate: Predicate): Condition<Field, Called> | undefined {
    if (this.full) return undefined;
    if (predicate.kind === 'call') {
      const isCostly = this.catalogue.function(predicate.name.text)?.costly ?? false;
      return this.affords(isCostly, predicate.name) ? this.call(predicate, undefined) : undefined;
    }
    const field = this.field(predicate.field);
    if (field === undefined) {
      this.checkFunctions(predicate);
      return undefined;
    }
    if (!this.affords(field.costly, predicate.field)) return undefined;
    if (!this.supports(field, predicate.operator)) return undefined;
    const { name, type } = field;
    switch (predicate.kind) {
      case 'comparison': {
        const value = this.value(predicate.operand, type, false);
        return value && Object.freeze({ kind: 'comparison', field: name, operator: predicate.operator.text, value });
      }
      case 'membership': {
        const values = whole(predicate.operands.map((operand) => this.value(operand, type, true)));
        return values && Object.freeze({ kind: 'membership', field: name, negated: predicate.negated, values });
      }
      case 'null-test':
        return Object.freeze({ kind: 'null-test', field: name, negated: predicate.negated });
    }
  }

  private affords(isCostly: boolean, at: Written): boolean {
    const { costly: most = Infinity } = this.use;
    if (!isCostly) return true;
    this.costly += 1;
    if (this.costly <= most) return true;
    this.note(
      'SQUEAKQL_QUERY_TOO_COMPLEX',
      at,
      `A query holds at most ${most} conditions as costly as ${shown(at.token)}`,
    );
    this.isTooCostly = true;
    return false;
  }

  private field(name: Name): KnownField<Field> | undefined {
    if (this.full) return undefined;
    const field = this.catalogue.field(name.text);
    if (field === undefined) {
      const suggestion = nearest(name.text, this.catalogue.fieldNames);
      this.note('SQUEAKQL_UNKNOWN_FIELD', name, `There is no field ${shown(name.token)}`, { suggestion });
      return undefined;
    }
    this.fields.add(field.name);
    return field;
  }

  private supports(field: KnownField<Field>, operator: Written & { readonly text: FieldOperator }): boolean {
    if (field.operators.includes(operator.text)) return true;
    const message = `The field ${field.name} cannot be asked by ${shown(operator.token)}`;
    this.note('SQUEAKQL_UNSUPPORTED_OPERATOR', operator, message, { expected: field.operators });
    return false;
  }

  private orderBy(orderBy: OrderBy): readonly SortKey<Field>[] | undefined {
    if (!this.use.ordering) {
      this.note('SQUEAKQL_UNSUPPORTED_OPERATOR', orderBy, 'The order cannot be chosen here');
      return undefined;
    }
    return whole(
      orderBy.fields.map(({ field: name, direction }) => {
        const field = this.field(name);
        if (field?.sortable) return Object.freeze({ field: field.name, direction });
        if (field) {
          const message = `The field ${field.name} cannot be ordered by`;
          this.note('SQUEAKQL_UNSUPPORTED_OPERATOR', name, message, { expected: this.catalogue.sortable });
        }
        return undefined;
      }),
    );
  }

  /** Checks the functions of a predicate whose field is unknown. Its other operands have no known type, so they are not checked. */
  private checkFunctions(predicate: Exclude<Predicate, Call>): void {
    if (predicate.kind === 'null-test') return;
    for (const operand of predicate.kind === 'comparison' ? [predicate.operand] : predicate.operands) {
      if (operand.kind === 'call') this.function(operand);
    }
  }

  private function({ name }: Call, expected?: readonly string[]): KnownFunction<Called> | undefined {
    const known = this.catalogue.function(name.text);
    if (known === undefined) {
      const message = `There is no function ${shown(name.token)}`;
      this.note('SQUEAKQL_UNKNOWN_FUNCTION', name, message, expected && { expected });
    }
    return known;
  }

  /** Resolves a call. `type`: the required type; `undefined` where a predicate is required. */
  private call(call: Call, type: KnownType | undefined, among = false): ResolvedCall<Called> | undefined {
    const expected = type
      ? expectedOf(type, among)
      : this.catalogue.functionsGiving('predicate').map(({ name }) => `${name}()`);
    const known = this.function(call, expected);
    if (known === undefined) return undefined;
    if (known.gives !== (type?.name ?? 'predicate') || (known.manyValues && !among)) {
      const message = known.manyValues
        ? `${known.name}() stands in the list of an IN only`
        : `${known.name}() cannot stand here`;
      this.note('SQUEAKQL_TYPE_MISMATCH', call.name, message, { expected });
      return undefined;
    }
    const right = call.operands.length === known.takes.length;
    if (!right) {
      const message = `${known.name}() takes ${counted(known.takes.length)}, not ${call.operands.length}`;
      this.note('SQUEAKQL_INVALID_VALUE', call.name, message);
    }
    const values = whole(
      known.takes.map((parameter, at) => {
        const operand = call.operands[at];
        return operand && this.value(operand, parameter, false);
      }),
    );
    return right && values ? Object.freeze({ kind: 'call', function: known.name, values }) : undefined;
  }

  /** Resolves an operand. `among`: true in the list of an `IN`. */
  private value(operand: Operand, type: KnownType, among: boolean): Value<Called> | undefined {
    if (this.full) return undefined;
    if (operand.kind === 'call') return this.call(operand, type, among);
    const value = literal(operand, type);
    if (value !== 'another kind' && value !== 'no value') return Object.freeze(value);
    if (value === 'another kind') {
      const message = `${shown(operand.token)} is no operand for this: it takes ${DUE[type.takes]}`;
      this.note('SQUEAKQL_TYPE_MISMATCH', operand, message, { expected: expectedOf(type, among) });
    } else {
      const suggestion =
        'text' in operand && type.takes === 'words' ? nearest(operand.text, type.spellings) : undefined;
      const message = `${shown(operand.token)} is no legal value: it must be ${VALID_VALUES[type.takes]}`;
      this.note('SQUEAKQL_INVALID_VALUE', operand, message, { expected: expectedOf(type, among), suggestion });
    }
    return undefined;
  }

  /** True when no further diagnostic can be added: then stop looking for errors, because suggestions are expensive. */
  private get full(): boolean {
    return this.isTooCostly || this.diagnostics.length === MOST_DIAGNOSTICS;
  }

  private note(
    code: DiagnosticCode,
    at: Written,
    problem: string,
    more: { readonly expected?: readonly string[]; readonly suggestion?: string | undefined } = {},
  ): void {
    const hint = more.suggestion === undefined ? '' : `; did you mean ${more.suggestion}?`;
    this.add(diagnose(code, at, hint === '' ? `${problem}.` : problem + hint, more));
  }

  private add(diagnostic: Diagnostic): void {
    if (!this.full) this.diagnostics.push(diagnostic);
  }
}

const DUE = {
  text: 'a word or a string',
  words: 'a word',
  number: 'a number, which is never quoted',
  truth: 'TRUE or FALSE, which are never quoted',
  time: 'a quoted time, a duration or a function',
} as const satisfies Record<KnownType['takes'], string>;

const VALID_VALUES = {
  text: 'a text',
  words: 'one of the expected words',
  number: 'a number',
  truth: 'TRUE or FALSE',
  time: `a timestamp with offset, a calendar day, or a duration of at most ${MOST_DURATION_DIGITS} digits`,
} as const satisfies Record<KnownType['takes'], string>;

/** True when this token alone is an operand of the type. A call is not one token. */
export function isOperand(token: string, type: KnownType): boolean {
  const { query } = parse(`x = ${token}`);
  if (query?.expression.kind !== 'comparison' || query.expression.operand.kind === 'call') return false;
  return typeof literal(query.expression.operand, type) === 'object';
}

function literal(operand: Exclude<Operand, Call>, type: KnownType): Value<never> | 'another kind' | 'no value' {
  switch (type.takes) {
    case 'text':
      return isText(operand) ? { kind: 'text', text: operand.text } : 'another kind';
    case 'words': {
      if (!isText(operand)) return 'another kind';
      const word = type.words.get(operand.text.toLowerCase());
      return word === undefined ? 'no value' : { kind: 'word', word };
    }
    case 'number':
      return operand.kind === 'number' ? { kind: 'number', decimal: operand.text } : 'another kind';
    case 'truth':
      return operand.kind === 'truth' ? { kind: 'truth', value: operand.value } : 'another kind';
    case 'time':
      return time(operand);
  }
}

function isText(operand: Exclude<Operand, Call>): operand is Extract<Operand, { kind: 'word' | 'string' }> {
  return operand.kind === 'word' || operand.kind === 'string';
}

function time(operand: Exclude<Operand, Call>): Value<never> | 'another kind' | 'no value' {
  if (operand.kind === 'duration') {
    const { sign, digits, unit } = operand;
    if (digits.length > MOST_DURATION_DIGITS) return 'no value';
    const minutes = Number(digits) * MINUTES[unit];
    // Avoid -0: zero minutes from now is now, with either sign.
    return { kind: 'duration', minutes: sign === '-' && minutes > 0 ? -minutes : minutes };
  }
  if (operand.kind !== 'string') return 'another kind';
  const day = startOfDay(operand.text);
  if (day !== undefined) return { kind: 'day', milliseconds: day };
  const instant = instantOf(operand.text);
  return instant ? { kind: 'instant', ...instant } : 'no value';
}

function counted(operands: number): string {
  return operands === 1 ? '1 operand' : `${operands} operands`;
}

/** Returns the list if none of its elements is `undefined`. */
function whole<Part>(parts: readonly (Part | undefined)[]): readonly Part[] | undefined {
  const present = parts.filter((part) => part !== undefined);
  return present.length === parts.length ? Object.freeze(present) : undefined;
}

function expectedOf(type: KnownType, among: boolean): readonly string[] {
  return among ? type.expectedAmong : type.expected;
}
