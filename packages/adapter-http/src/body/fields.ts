import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { refuse } from '@worktrack/application';
import { Color, isCleanText, lengthOf, trim, type Bounds } from '@worktrack/domain';
import { Expose, Transform, Type as TypeOf } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsDefined,
  IsIn,
  IsInt,
  IsObject,
  IsString,
  Matches,
  Max,
  Min,
  NotEquals,
  ValidateBy,
  ValidateIf,
  ValidateNested,
} from 'class-validator';
import { INSTANT_SCHEMA, parseInstant } from './instant.js';
import type { JsonObject } from './json.js';
import { CLEAN_TEXT, SCHEMA, TEXT_WITH_CONTENT } from './patterns.js';

/**
 * A member can be absent or `null`: absent, `null` and a value are three cases. `description` is its meaning in the document, where its
 * name alone does not say it.
 */
export interface Presence {
  readonly description?: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
}

/** The presence of a member that can be absent or `null`. */
export const CLEARABLE = { optional: true, nullable: true } as const satisfies Presence;

/** A body class with a rule over several members. */
export interface Ruled {
  /** The violations of the rule, by member. */
  problems(): Problems | undefined;
}

/** Sentences by the dotted path of a member. */
export type Problems = Readonly<Record<string, readonly string[]>>;

export function isRuled(body: unknown): body is Ruled {
  return typeof (body as Partial<Ruled>).problems === 'function';
}

const MEMBERS = Symbol('members of a strict body');

/** The names that a body class knows, inherited ones included. */
export function membersOf(bodyClass: object): ReadonlySet<string> {
  return (Reflect.getMetadata(MEMBERS, bodyClass) as Set<string> | undefined) ?? new Set();
}

const NESTED = Symbol('members that are strict bodies of their own');

/** The classes of the members that are objects themselves, by name. */
export function nestedBodiesOf(bodyClass: object): ReadonlyMap<string, Type<object>> {
  return (
    (Reflect.getMetadata(NESTED, bodyClass) as ReadonlyMap<string, Type<object>> | undefined) ??
    new Map<string, Type<object>>()
  );
}

/**
 * The type of a member for class-transformer: a class without members. Without a type, class-transformer would copy a whole object
 * before a validator has seen it, and call its member `constructor`. With this one an object becomes an empty object of the wrong
 * class, which validators refuse. Strings, numbers and booleans stay as they are.
 */
class Scalar {}

const LEAST_ONE = Symbol('a body that needs a member');

/** An update: a body without any member is refused. */
export function AtLeastOneMember(): ClassDecorator {
  return (bodyClass) => {
    Reflect.defineMetadata(LEAST_ONE, true, bodyClass);
  };
}

const RULES = Symbol('rules over several members');

/** A rule over several members, as JSON Schema says it; `problems()` of the class says it to the client. */
export function SchemaRule(rule: Readonly<Record<string, unknown>>): ClassDecorator {
  return (bodyClass) => {
    Reflect.defineMetadata(RULES, { ...rulesOf(bodyClass), ...rule }, bodyClass);
  };
}

/** The rules of a body class, inherited ones included. */
export function rulesOf(bodyClass: object): Readonly<Record<string, unknown>> {
  return (Reflect.getMetadata(RULES, bodyClass) as Readonly<Record<string, unknown>> | undefined) ?? {};
}

export function needsAMember(bodyClass: object): boolean {
  return Reflect.getMetadata(LEAST_ONE, bodyClass) === true;
}

/** Makes a property a member of its body class, of the given class. Members without this are unknown, and refused. */
function member(type: Type<object> = Scalar): PropertyDecorator {
  const known: PropertyDecorator = (prototype, name) => {
    const bodyClass = prototype.constructor;
    Reflect.defineMetadata(MEMBERS, new Set([...membersOf(bodyClass), String(name)]), bodyClass);
  };
  return applyDecorators(
    known,
    Expose(),
    TypeOf(() => type),
  );
}

/** Validates the value of a member that is neither absent nor `null`, and refuses both unless the presence allows them. */
function presenceOf({ optional = false, nullable = false }: Presence): PropertyDecorator {
  return applyDecorators(
    ValidateIf((_body, value: unknown) => !(optional && value === undefined) && !(nullable && value === null)),
    IsDefined({ message: ({ value }) => (value === null ? 'must not be null' : 'is required') }),
  );
}

/** Describes a member in OpenAPI. */
function described(
  schema: ApiPropertyOptions,
  { optional = false, nullable = false, description }: Presence,
): PropertyDecorator {
  return ApiProperty({
    ...schema,
    ...(description !== undefined && { description }),
    required: !optional,
    ...(nullable && { nullable: true }),
  } as ApiPropertyOptions);
}

/** Replaces a string by its stored form, before validation. */
function Stored(read: (text: string) => unknown): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? read(value) : value));
}

/** Refuses a string that PostgreSQL cannot store (contract §1.2.4); any other value passes. */
function IsCleanText(): PropertyDecorator {
  return ValidateBy({
    name: 'isCleanText',
    validator: {
      validate: (value: unknown) => typeof value !== 'string' || isCleanText(value),
      defaultMessage: () => 'must not hold U+0000 or unpaired surrogates',
    },
  });
}

/** Validates the length of clean text in code points: `Length` counts variation selectors for nothing. */
function CodePoints({ least, most }: Bounds): PropertyDecorator {
  const message = `must have ${least} to ${most} characters`;
  return applyDecorators(
    // A code point takes at most two units: a text that is far too long is refused by its units, and not counted.
    ValidateBy({
      name: 'isNotFarTooLong',
      validator: { validate: (value: unknown) => (value as string).length <= 2 * most, defaultMessage: () => message },
    }),
    IsCleanText(),
    ValidateBy({
      name: 'codePoints',
      validator: {
        validate: (value: unknown) => isWithin(lengthOf(value as string), { least, most }),
        defaultMessage: () => message,
      },
    }),
  );
}

function isWithin(value: number, { least, most }: Bounds): boolean {
  return value >= least && value <= most;
}

/** Text whose length in code points is within the bounds. With `trimmed`, white space at both ends goes first (contract §1.2.4). */
export function Text(bounds: Bounds, { trimmed = false, ...presence }: Presence & { trimmed?: boolean } = {}) {
  return applyDecorators(
    member(),
    ...(trimmed ? [Stored(trim)] : []),
    presenceOf(presence),
    IsString({ message: 'must be a string' }),
    CodePoints(bounds),
    described(
      {
        type: 'string',
        maxLength: bounds.most,
        ...(bounds.least > 0 && { minLength: bounds.least }),
        pattern: trimmed && bounds.least > 0 ? TEXT_WITH_CONTENT : CLEAN_TEXT,
      },
      presence,
    ),
  );
}

const NOT_BLANK = /[^\p{White_Space}]/u;

/** Text as it is sent, within the bounds and not blank (contract §4). */
export function Words(bounds: Bounds, presence: Presence = {}) {
  return applyDecorators(
    member(),
    presenceOf(presence),
    IsString({ message: 'must be a string' }),
    CodePoints(bounds),
    Matches(NOT_BLANK, { message: 'must hold more than white space' }),
    described(
      { type: 'string', minLength: bounds.least, maxLength: bounds.most, pattern: TEXT_WITH_CONTENT },
      presence,
    ),
  );
}

/** A cursor. A string that cannot be one, empty or overlong, throws `INVALID_CURSOR`. */
export function Cursor({ most }: Pick<Bounds, 'most'>, description: string) {
  const presence = { ...CLEARABLE, description };
  return applyDecorators(
    member(),
    presenceOf(presence),
    IsString({ message: 'must be a string' }),
    ValidateBy({
      name: 'cursor',
      validator: {
        validate: (value: unknown) =>
          isWithin((value as string).length, { least: 1, most }) || refuse('INVALID_CURSOR'),
      },
    }),
    described({ ...SCHEMA.cursor, maxLength: most }, presence),
  );
}

/** One of the words of an enumeration. */
export function OneOf(
  words: readonly string[],
  { default: standard, ...presence }: Presence & { default?: string } = {},
) {
  return applyDecorators(
    member(),
    presenceOf(presence),
    IsIn(words, { message: `must be one of ${words.join(', ')}` }),
    described({ type: 'string', enum: [...words], ...(standard !== undefined && { default: standard }) }, presence),
  );
}

/** A list of one or more words of an enumeration, each at most once. */
export function WordsOf(words: readonly string[], presence: Presence = {}) {
  const isListOfWords = (value: unknown): boolean =>
    Array.isArray(value) &&
    isWithin(value.length, { least: 1, most: words.length }) &&
    value.every((word) => words.includes(word as string)) &&
    new Set(value).size === value.length;
  const message = `must be a list of one or more of ${words.join(', ')}, each at most once`;
  return applyDecorators(
    member(),
    Transform(({ obj, key }) => (obj as JsonObject)[key]),
    presenceOf(presence),
    ValidateBy({ name: 'isListOfWords', validator: { validate: isListOfWords, defaultMessage: () => message } }),
    described(
      { type: 'string', enum: [...words], isArray: true, minItems: 1, maxItems: words.length, uniqueItems: true },
      presence,
    ),
  );
}

/** A whole number, by its value: 2.0 is one. */
export function Integer(
  { least, most }: Bounds,
  { default: standard, ...presence }: Presence & { default?: number } = {},
) {
  const options = { message: `must be an integer from ${least} to ${most}` };
  return applyDecorators(
    member(),
    presenceOf(presence),
    IsInt(options),
    Min(least, options),
    Max(most, options),
    described(
      { type: 'integer', minimum: least, maximum: most, ...(standard !== undefined && { default: standard }) },
      presence,
    ),
  );
}

/** `true` or `false`, and no word or number for it. */
export function Flag({ default: standard, ...presence }: Presence & { default?: boolean } = {}) {
  return applyDecorators(
    member(),
    presenceOf(presence),
    IsBoolean({ message: 'must be true or false' }),
    described({ type: 'boolean', ...(standard !== undefined && { default: standard }) }, presence),
  );
}

/** A `dt` input; becomes a `Date`. */
export function Instant(presence: Presence = {}) {
  return applyDecorators(
    member(),
    Stored((text) => parseInstant(text) ?? text),
    presenceOf(presence),
    IsDate({ message: 'must be an RFC 3339 timestamp with offset' }),
    described(INSTANT_SCHEMA, presence),
  );
}

/** The stored form of a string that cannot be read. No JSON text has a symbol. */
const UNREADABLE = Symbol('a string that cannot be read');

/**
 * Text that a value of the domain is read from: `read` gives the value in its stored form, or `undefined`. A string of the wrong
 * form is refused as `expected`.
 */
export function Parsed(
  read: (text: string) => unknown,
  expected: string,
  schema: ApiPropertyOptions,
  presence: Presence = {},
) {
  const readable = ({ value }: { value: unknown }): unknown => {
    if (value === undefined || value === null) return value;
    return (typeof value === 'string' ? read(value) : undefined) ?? UNREADABLE;
  };
  return applyDecorators(
    member(),
    Transform(readable),
    presenceOf(presence),
    NotEquals(UNREADABLE, { message: `must be ${expected}` }),
    described(schema, presence),
  );
}

/** `#` and six hexadecimal digits in either case; becomes a `Color`. */
export function ColorOf({ default: standard, ...presence }: Presence & { default?: Color } = {}) {
  const pattern = '^#[0-9a-fA-F]{6}$';
  return Parsed(
    (text) => Color.parse(text),
    '# and six hexadecimal digits',
    { type: 'string', pattern, ...(standard !== undefined && { default: standard }) },
    presence,
  );
}

/** An object with a strict body class of its own. Refusals name its members by dotted paths. */
export function Nested(type: Type<object>, presence: Presence = {}): PropertyDecorator {
  const nested: PropertyDecorator = (prototype, name) => {
    const bodyClass = prototype.constructor;
    Reflect.defineMetadata(NESTED, new Map([...nestedBodiesOf(bodyClass), [String(name), type]]), bodyClass);
  };
  return applyDecorators(
    nested,
    member(type),
    presenceOf(presence),
    IsObject({ message: 'must be an object' }),
    ValidateNested(),
    described({ type }, presence),
  );
}

const ELEMENTS = Symbol('members that are lists of strict bodies');

/** The classes of the elements of a body's lists. */
export function elementBodiesOf(bodyClass: object): readonly Type<object>[] {
  return (Reflect.getMetadata(ELEMENTS, bodyClass) as readonly Type<object>[] | undefined) ?? [];
}

/** A list whose elements stay JSON: each is read by a strict body class of its own later, and refused by itself. */
export function Each(type: Type<object>, { least, most }: Bounds, presence: Presence = {}): PropertyDecorator {
  const elements: PropertyDecorator = (prototype) => {
    Reflect.defineMetadata(ELEMENTS, [...elementBodiesOf(prototype.constructor), type], prototype.constructor);
  };
  const options = { message: `must be a list of ${least} to ${most}` };
  return applyDecorators(
    elements,
    member(),
    Transform(({ obj, key }) => (obj as JsonObject)[key]),
    presenceOf({}),
    IsArray(options),
    ArrayMinSize(least, options),
    ArrayMaxSize(most, options),
    described({ type, isArray: true, minItems: least, maxItems: most }, presence),
  );
}

/** A list of texts. Each element becomes what `read` gives of it; `expected` describes an element to the client. */
export function ListOf(
  read: (text: string) => unknown,
  expected: string,
  { least, most }: Bounds,
  element: Readonly<Record<string, unknown>>,
  presence: Presence = {},
): PropertyDecorator {
  const readable = ({ obj, key }: { obj: unknown; key: string }): unknown => {
    const list = (obj as JsonObject)[key];
    // A list that is too long is refused by its length, and not read.
    if (!Array.isArray(list) || !isWithin(list.length, { least, most })) return list;
    return list.map((text: unknown) => (typeof text === 'string' ? read(text) : undefined) ?? UNREADABLE);
  };
  const options = { message: `must be a list of ${least} to ${most}, each ${expected}` };
  return applyDecorators(
    member(),
    Transform(readable),
    presenceOf(presence),
    IsArray(options),
    ArrayMinSize(least, options),
    ArrayMaxSize(most, options),
    NotEquals(UNREADABLE, { ...options, each: true }),
    described({ type: 'array', items: element, minItems: least, maxItems: most }, presence),
  );
}

/** A member that a later rule refuses whatever it holds. OpenAPI does not show it. */
export function Refused() {
  return applyDecorators(member(), IsCleanText(), ApiHideProperty());
}
