import {
  assertEntries,
  type CatalogueEntries,
  type FieldOperator,
  type FunctionEntry,
  type ValueType,
} from './catalogue-entries.js';

/** A type of the catalogue, with its spellings ready for lookup. */
export interface KnownType {
  readonly name: string;
  readonly takes: ValueType['takes'];
  /** From each spelling in lower case to the word. */
  readonly words: ReadonlyMap<string, string>;
  /** All spellings, the words before their aliases. */
  readonly spellings: readonly string[];
  /** Descriptions of the operands that are allowed as a single value, for `Diagnostic.expected`. */
  readonly expected: readonly string[];
  /** Descriptions of the operands that are allowed in the list of an `IN`, where calls that give many values are allowed too. */
  readonly expectedAmong: readonly string[];
}

/** A field of the catalogue, with its type and the operators that it allows. */
export interface KnownField<Field extends string> {
  readonly name: Field;
  readonly type: KnownType;
  readonly operators: readonly FieldOperator[];
  readonly sortable: boolean;
  readonly costly: boolean;
}

/** A function of the catalogue, with the types of its parameters in order. */
export interface KnownFunction<Called extends string> {
  readonly name: Called;
  /** The name of a type, or `predicate`. */
  readonly gives: string;
  readonly takes: readonly KnownType[];
  readonly manyValues: boolean;
  readonly costly: boolean;
}

/** The fields, functions and types that queries are resolved against. Built once, from data; immutable. */
export class Catalogue<Field extends string, Called extends string, Type extends string = string> {
  /** All names of fields, each before its aliases. */
  readonly fieldNames: readonly string[];
  readonly sortable: readonly Field[];
  private readonly fields: ReadonlyMap<string, KnownField<Field>>;
  private readonly functions: ReadonlyMap<string, KnownFunction<Called>>;

  /**
   * Throws `RangeError` when two fields, two functions or two words of a type have the same name, when a name is a keyword or cannot be
   * written in a query, and for an unknown type or operator; `TypeError` when a part of the entries is missing.
   */
  constructor(entries: CatalogueEntries<Field, Called, Type>) {
    assertEntries(entries);
    const functions = entriesOf(entries.functions);
    const fields = entriesOf(entries.fields);
    const types = new Map<string, KnownType>(
      entriesOf(entries.types).map(([name, type]) => [name, knownType(name, type, functions)]),
    );
    const typeOf = (name: string) => {
      const type = types.get(name);
      if (type === undefined) throw new RangeError(`There is no type ${name}.`);
      return type;
    };
    this.fieldNames = fields.flatMap(([name, { aliases = [] }]) => [name, ...aliases]);
    this.sortable = fields.filter(([, { sortable }]) => sortable).map(([name]) => name);
    this.fields = indexed(
      fields.map(([name, { aliases = [], type, operators, sortable = false, costly = false }]) => {
        return [[name, ...aliases], { name, type: typeOf(type), operators, sortable, costly }];
      }),
    );
    this.functions = indexed(
      functions.map(([name, { aliases = [], gives, takes = [], manyValues = false, costly = false }]) => {
        return [[name, ...aliases], { name, gives, takes: takes.map(typeOf), manyValues, costly }];
      }),
    );
  }

  /** Finds a field by its name or an alias, in any case. */
  field(name: string): KnownField<Field> | undefined {
    return this.fields.get(name.toLowerCase());
  }

  /** Finds a function by its name or an alias, in any case. */
  function(name: string): KnownFunction<Called> | undefined {
    return this.functions.get(name.toLowerCase());
  }

  /** Lists the functions that give this type, or `predicate`. */
  functionsGiving(gives: string): readonly KnownFunction<Called>[] {
    return [...new Set(this.functions.values())].filter((known) => known.gives === gives);
  }
}

function knownType(
  name: string,
  type: ValueType,
  functions: readonly (readonly [string, FunctionEntry<string>])[],
): KnownType {
  const aliases = type.takes === 'words' ? Object.entries(type.aliases ?? {}) : [];
  const words = type.takes === 'words' ? type.words : [];
  const spelt: [string[], string][] = words.map((word) => [
    [word, ...aliases.filter(([, of]) => of === word).map(([alias]) => alias)],
    word,
  ]);
  const calls = functions.filter(([, { gives }]) => gives === name);
  const expectedOf = (some: typeof calls) => [
    ...(type.takes === 'words' ? words : EXPECTED[type.takes]),
    ...some.map(([called]) => `${called}()`),
  ];
  return {
    name,
    takes: type.takes,
    words: indexed(spelt),
    spellings: spelt.flatMap(([spellings]) => spellings),
    expected: expectedOf(calls.filter(([, { manyValues }]) => manyValues !== true)),
    expectedAmong: expectedOf(calls),
  };
}

const EXPECTED = {
  text: ['text'],
  number: ['number'],
  truth: ['TRUE', 'FALSE'],
  time: ['timestamp', 'date', 'duration'],
} as const;

function indexed<Value>(named: readonly (readonly [readonly string[], Value])[]): ReadonlyMap<string, Value> {
  const index = new Map<string, Value>();
  for (const [names, value] of named) {
    for (const name of names) {
      if (index.has(name.toLowerCase())) throw new RangeError(`${name} is named twice.`);
      index.set(name.toLowerCase(), value);
    }
  }
  return index;
}

function entriesOf<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(record) as [Key, Value][];
}
