import type { Type } from '@nestjs/common';
import { ApiProperty, getSchemaPath, type ApiPropertyOptions } from '@nestjs/swagger';
import { SCHEMA } from '../body/patterns.js';

/** States that a member of a response can be `null` or left out, and what it means where its name alone does not say it. */
interface Presence {
  readonly description?: string;
  readonly nullable?: boolean;
  readonly optional?: boolean;
}

const shown =
  (schema: ApiPropertyOptions) =>
  ({ nullable = false, optional = false, ...text }: Presence = {}): PropertyDecorator =>
    ApiProperty({ ...schema, ...text, required: !optional, ...(nullable && { nullable: true }) } as ApiPropertyOptions);

/** Decorators for the members of the responses of contract §5: they describe the values in `openapi.json`. */
export const Shows = {
  uuid: shown({ type: 'string', format: 'uuid' }),
  uuids: shown({ type: 'string', format: 'uuid', isArray: true }),
  instant: shown({ type: 'string', format: 'date-time' }),
  date: shown({ type: 'string', format: 'date' }),
  uri: shown({ type: 'string', format: 'uri' }),
  email: shown({ type: 'string', format: 'email' }),
  publicId: shown(SCHEMA.publicId),
  text: shown({ type: 'string' }),
  color: shown({ type: 'string', pattern: '^#[0-9a-f]{6}$' }),
  flag: shown({ type: 'boolean' }),
  integer: (min: number, presence?: Presence) => shown({ type: 'integer', minimum: min })(presence),
  integers: (min: number, presence?: Presence) => shown({ type: 'integer', minimum: min, isArray: true })(presence),
  anyInteger: shown({ type: 'integer' }),
  number: (min: number, presence?: Presence) => shown({ type: 'number', minimum: min })(presence),
  word: (words: readonly string[], presence?: Presence) => shown({ type: 'string', enum: [...words] })(presence),
  /** Always this number. */
  constant: (value: number, presence?: Presence) => shown({ type: 'integer', enum: [value] })(presence),
  texts: (presence?: Presence) => shown({ type: 'string', isArray: true })(presence),
  words: (words: readonly string[], presence?: Presence) =>
    shown({ type: 'string', enum: [...words], isArray: true })(presence),
  one: (type: Type, presence?: Presence) => shown({ type })(presence),
  many: (type: Type, presence?: Presence) => shown({ type, isArray: true })(presence),
  /** Always `null`. An object without members is said to be possible: a client loses a member that has the type `null` alone. */
  nothing: () => shown({ type: 'object', additionalProperties: false })({ nullable: true }),
  /**
   * An array whose elements have one of the shapes, the first that fits; the class has to name them in `@ApiExtraModels`. For shapes without a
   * word that tells them apart; all others are a class with `@OneOfSchemas`.
   */
  either: (...types: readonly Type[]) =>
    ApiProperty({ type: 'array', items: { anyOf: types.map((type) => ({ $ref: getSchemaPath(type) })) } }),
};
