import { tokensOf } from './placed.js';
import { COMPARATORS, type Comparator } from './token.js';
import { assertObjects } from './wrong-use.js';

/** An operator that a field supports. `IN` stands for `NOT IN` too, `IS` for `IS NOT`. */
export type FieldOperator = Comparator | 'IN' | 'IS';

/**
 * The operands of a type. `text`: any word or string. `words`: one of these words, bare or as a string, in any case;
 * an alias is another spelling of a word. `time`: a string that is a timestamp or a calendar day, or a duration.
 */
export type ValueType =
  | { readonly takes: 'text' | 'number' | 'truth' | 'time' }
  | {
      readonly takes: 'words';
      readonly words: readonly string[];
      readonly aliases?: Readonly<Record<string, string>>;
    };

/** A field: its operands are of `type`. */
export interface FieldEntry<Type extends string> {
  readonly aliases?: readonly string[];
  readonly type: Type;
  readonly operators: readonly FieldOperator[];
  /** True when `ORDER BY` accepts the field. */
  readonly sortable?: boolean;
  /** Each condition on it counts as a costly one: see `resolve`. */
  readonly costly?: boolean;
}

/** A function: an operand for fields and parameters of the type it gives, or a predicate of its own. */
export interface FunctionEntry<Type extends string> {
  readonly aliases?: readonly string[];
  readonly gives: Type | 'predicate';
  /** The types of its operands, all of which are required. */
  readonly takes?: readonly Type[];
  /** True when the function gives any number of values: it is allowed only in the list of an `IN`. */
  readonly manyValues?: boolean;
  /** Each condition that it makes counts as a costly one: see `resolve`. */
  readonly costly?: boolean;
}

/** The types, fields and functions that a query can name, as data, in the order in which suggestions list them. */
export interface CatalogueEntries<Field extends string, Called extends string, Type extends string> {
  readonly types: Readonly<Record<Type, ValueType>>;
  readonly fields: Readonly<Record<Field, FieldEntry<NoInfer<Type>>>>;
  readonly functions: Readonly<Record<Called, FunctionEntry<NoInfer<Type>>>>;
}

const OPERATORS: ReadonlySet<unknown> = new Set<FieldOperator>([...COMPARATORS, 'IN', 'IS']);
const TAKES: ReadonlySet<unknown> = new Set<ValueType['takes']>(['text', 'words', 'number', 'truth', 'time']);

/**
 * Throws `TypeError` when the entries of a catalogue are not what the types say, and `RangeError` for a name that no query can contain and
 * for an operator that the language does not have.
 */
export function assertEntries(entries: CatalogueEntries<string, string, string>): void {
  assertObjects('The entries of a catalogue', entries, 'types', 'fields', 'functions');
  for (const [name, type] of Object.entries<ValueType>(entries.types)) {
    assertObjects(`The type ${name}`, type);
    if (!TAKES.has(type.takes)) throw new RangeError(`The type ${name} must take one of ${[...TAKES].join(', ')}.`);
    if (type.takes !== 'words') continue;
    assertTexts(`The words of the type ${name}`, type.words);
    assertTexts(`The aliases of the type ${name}`, Object.values(type.aliases ?? {}));
  }
  for (const [name, field] of Object.entries(entries.fields)) {
    assertObjects(`The field ${name}`, field);
    assertNames('field', name, field.aliases);
    assertTexts(`The operators of the field ${name}`, field.operators);
    const unknown = field.operators.find((operator) => !OPERATORS.has(operator));
    if (unknown === undefined) continue;
    throw new RangeError(
      `The field ${name} cannot have the operator ${unknown}: it is not one of ${[...OPERATORS].join(' ')}.`,
    );
  }
  for (const [name, called] of Object.entries(entries.functions)) {
    assertObjects(`The function ${name}`, called);
    assertNames('function', name, called.aliases);
    assertTexts(`What the function ${name} gives`, [called.gives]);
    assertTexts(`The operands that the function ${name} takes`, called.takes ?? []);
  }
}

function assertNames(what: string, name: string, aliases: readonly string[] = []): void {
  assertTexts(`The aliases of the ${what} ${name}`, aliases);
  for (const word of [name, ...aliases]) {
    const [{ token } = {}, ...others] = tokensOf(word);
    if (token?.kind === 'keyword') {
      throw new RangeError(`A ${what} cannot be named ${word}: it is a keyword of the language.`);
    }
    if (token?.kind !== 'word' || token.text !== word || others.length > 0) {
      throw new RangeError(
        `A ${what} cannot be named ${word}: a name is a letter, then letters, digits, _, - and dots.`,
      );
    }
  }
}

function assertTexts(what: string, texts: unknown): void {
  if (!Array.isArray(texts) || texts.some((text) => typeof text !== 'string')) {
    throw new TypeError(`${what} must be a list of texts.`);
  }
}
