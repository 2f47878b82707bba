import { applyDecorators } from '@nestjs/common';
import type { Type } from '@nestjs/common';
import { ApiHideProperty, ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { refuse } from '@worktrack/application';
import { Color, isCleanText, lengthOf, trim, type Bounds } from '@worktrack/domain';
import { Transform, plainToInstance } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { INSTANT_SCHEMA, parseInstant } from './instant.js';
import type { JsonObject } from './json.js';
import { CLEAN_TEXT, SCHEMA, TEXT_WITH_CONTENT } from './patterns.js';

/** How one member of a body is read. */
interface Field {
  /** Brings an input to the form it is stored in; anything else comes back as it is, for `problem` to refuse. */
  readonly normalise?: (value: unknown) => unknown;
  /** What is wrong with a normalised value, or `undefined`. */
  readonly problem: (value: unknown) => string | undefined;
  readonly schema: ApiPropertyOptions;
}

/** Whether a member may be left out, and whether it may be `null`. Absent, `null` and a value are three cases. */
export interface Presence {
  readonly optional?: boolean;
  readonly nullable?: boolean;
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

/** A body with the members of a JSON object, each in the form it is stored in. What they hold is left as it is. */
export function bodyOf<Body extends object>(bodyClass: Type<Body>, json: JsonObject): Body {
  const members = Object.entries(json).map(([name, value]) => [name, sealed(value)] as const);
  return plainToInstance(bodyClass, Object.fromEntries(members), { exposeUnsetFields: false });
}

/**
 * class-transformer walks into every object and list before a rule has judged it, and takes a member `constructor` in there for a
 * class. It leaves functions alone, and JSON has none.
 */
function sealed(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? () => value : value;
}

function unsealed(value: unknown): unknown {
  return typeof value === 'function' ? (value as () => unknown)() : value;
}

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

function member(normalise?: Field['normalise']): PropertyDecorator {
  const known: PropertyDecorator = (prototype, name) => {
    const bodyClass = prototype.constructor;
    Reflect.defineMetadata(MEMBERS, new Set([...membersOf(bodyClass), String(name)]), bodyClass);
  };
  const normalised = Transform(({ value }: { value: unknown }) => {
    const held = unsealed(value);
    return held === undefined || held === null ? held : (normalise?.(held) ?? held);
  });
  return applyDecorators(known, normalised);
}

/** One declaration for what is accepted, how it is stored, and what OpenAPI says of it. */
function field(
  { normalise, problem, schema }: Field,
  { optional = false, nullable = false }: Presence,
): PropertyDecorator {
  const judge = (value: unknown): string | undefined => {
    if (value === undefined) return optional ? undefined : 'is required';
    if (value === null) return nullable ? undefined : 'must not be null';
    return problem(value);
  };
  return applyDecorators(
    member(normalise),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => judge(value) === undefined,
        defaultMessage: (violation) => judge(violation?.value) ?? '',
      },
    }),
    ApiProperty({ ...schema, required: !optional, ...(nullable && { nullable: true }) } as ApiPropertyOptions),
  );
}

const textProblem = (value: unknown, { least, most }: Bounds): string | undefined => {
  if (typeof value !== 'string') return 'must be a string';
  const outside = `must have ${least} to ${most} characters`;
  // A code point takes two units at the most: what is far too long is not even counted.
  if (value.length > 2 * most) return outside;
  if (!isCleanText(value)) return 'must not hold U+0000 or unpaired surrogates';
  const length = lengthOf(value);
  return length < least || length > most ? outside : undefined;
};

/** Text whose length in code points is within the bounds. With `trimmed`, white space at both ends goes first (contract §1.2.4). */
export function Text(bounds: Bounds, { trimmed = false, ...presence }: Presence & { trimmed?: boolean } = {}) {
  return field(
    {
      ...(trimmed && { normalise: (value: unknown) => (typeof value === 'string' ? trim(value) : value) }),
      problem: (value) => textProblem(value, bounds),
      schema: {
        type: 'string',
        maxLength: bounds.most,
        ...(bounds.least > 0 && { minLength: bounds.least }),
        pattern: trimmed && bounds.least > 0 ? TEXT_WITH_CONTENT : CLEAN_TEXT,
      },
    },
    presence,
  );
}

/** Text as it is sent, within the bounds and not blank (contract §4). */
export function Words(bounds: Bounds) {
  return field(
    {
      problem: (value) =>
        textProblem(value, bounds) ?? (trim(value as string) === '' ? 'must hold more than white space' : undefined),
      schema: { type: 'string', minLength: bounds.least, maxLength: bounds.most, pattern: TEXT_WITH_CONTENT },
    },
    {},
  );
}

/** A cursor: a string that is no usable one, empty and overlong included, is `INVALID_CURSOR`. */
export function Cursor({ most }: Pick<Bounds, 'most'>) {
  return field(
    {
      problem: (value) => {
        if (typeof value !== 'string') return 'must be a string';
        return value.length >= 1 && value.length <= most ? undefined : refuse('INVALID_CURSOR');
      },
      schema: { ...SCHEMA.cursor, maxLength: most },
    },
    { optional: true, nullable: true },
  );
}

/** One of the words of an enumeration. */
export function OneOf(words: readonly string[], presence: Presence & { default?: string } = {}) {
  const { default: standard, ...rest } = presence;
  return field(
    {
      problem: (value) =>
        typeof value === 'string' && words.includes(value) ? undefined : `must be one of ${words.join(', ')}`,
      schema: { type: 'string', enum: [...words], ...(standard !== undefined && { default: standard }) },
    },
    rest,
  );
}

/** A whole number, judged by its value. */
export function Integer({ least, most }: Bounds, presence: Presence & { default?: number } = {}) {
  const { default: standard, ...rest } = presence;
  return field(
    {
      problem: (value) =>
        typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
          ? undefined
          : `must be an integer from ${least} to ${most}`,
      schema: {
        type: 'integer',
        minimum: least,
        maximum: most,
        ...(standard !== undefined && { default: standard }),
      },
    },
    rest,
  );
}

/** `true` or `false`, and no word or number for it. */
export function Flag({ default: standard, ...presence }: Presence & { default?: boolean } = {}) {
  return field(
    {
      problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
      schema: { type: 'boolean', ...(standard !== undefined && { default: standard }) },
    },
    presence,
  );
}

/** A `dt` input; becomes a `Date`. */
export function Instant(presence: Presence = {}) {
  return field(
    {
      normalise: (value) => (typeof value === 'string' ? parseInstant(value) : undefined),
      problem: (value) => (value instanceof Date ? undefined : 'must be an RFC 3339 timestamp with offset'),
      schema: INSTANT_SCHEMA,
    },
    presence,
  );
}

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
  return field(
    {
      // A boxed refusal, because a value that reads as another string must not be mistaken for a failure to read.
      normalise: (value) => (typeof value === 'string' ? (read(value) ?? new Unreadable()) : new Unreadable()),
      problem: (value) => (value instanceof Unreadable ? `must be ${expected}` : undefined),
      schema,
    },
    presence,
  );
}

class Unreadable {}

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

/** An object with a strict body class of its own, which is read by it; what is wrong in it is told by dotted paths. */
export function Nested(type: Type<object>, presence: Presence = {}): PropertyDecorator {
  const nested: PropertyDecorator = (prototype, name) => {
    const bodyClass = prototype.constructor;
    Reflect.defineMetadata(NESTED, new Map([...nestedBodiesOf(bodyClass), [String(name), type]]), bodyClass);
  };
  const problem = (value: unknown) =>
    typeof value === 'object' && !Array.isArray(value) ? undefined : 'must be an object';
  return applyDecorators(nested, field({ problem, schema: { type } }, presence));
}

const ELEMENTS = Symbol('members that are lists of strict bodies');

/** The classes of the elements of a body's lists. */
export function elementBodiesOf(bodyClass: object): readonly Type<object>[] {
  return (Reflect.getMetadata(ELEMENTS, bodyClass) as readonly Type<object>[] | undefined) ?? [];
}

/** A list whose elements are judged one by one later, each by a strict body class of its own. */
export function Each(type: Type<object>, { least, most }: Bounds): PropertyDecorator {
  const elements: PropertyDecorator = (prototype) => {
    Reflect.defineMetadata(ELEMENTS, [...elementBodiesOf(prototype.constructor), type], prototype.constructor);
  };
  const problem = (value: unknown) =>
    Array.isArray(value) && value.length >= least && value.length <= most
      ? undefined
      : `must be a list of ${least} to ${most}`;
  return applyDecorators(
    elements,
    field({ problem, schema: { type, isArray: true, minItems: least, maxItems: most } }, {}),
  );
}

/** A member that passes whatever it holds, because a later rule refuses its very presence. OpenAPI does not show it. */
export function Refused() {
  return applyDecorators(
    member(),
    ValidateBy({
      name: 'field',
      validator: {
        validate: (value: unknown) => typeof value !== 'string' || isCleanText(value),
        defaultMessage: () => 'must not hold U+0000 or unpaired surrogates',
      },
    }),
    ApiHideProperty(),
  );
}
