import type { Type } from '@nestjs/common';
import { ApiExtension, ApiExtraModels } from '@nestjs/swagger';
import type { Schema } from './schemas.js';

const UNION = 'x-one-of';

interface Union {
  readonly by: string;
  /** The names of their schemas. */
  readonly names: readonly string[];
}

const VARIANTS = Symbol('the variants of a class');

/**
 * Describes a class in OpenAPI as exactly one of other classes: the word in the member `by` says which one. Each of them has other words there.
 * Members that the class itself has are not shown.
 */
export function OneOfSchemas(by: string, ...variants: readonly Type[]): ClassDecorator {
  return (type) => {
    Reflect.defineMetadata(VARIANTS, variants, type);
    ApiExtraModels(...variants)(type);
    ApiExtension(UNION, { by, names: variants.map(({ name }) => name) } satisfies Union)(type);
  };
}

/** Returns the classes that describe a class, or none for a class that is described by its members. */
export function variantsOf(type: Type): readonly Type[] {
  return (Reflect.getMetadata(VARIANTS, type) as readonly Type[] | undefined) ?? [];
}

/** Replaces each schema of a class with `OneOfSchemas` by its union: named schemas, and a discriminator that lists every word. */
export function withUnions(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => {
      const union = schema[UNION] as Union | undefined;
      return [name, union ? unionOf(union, schema, schemas) : schema];
    }),
  );
}

function unionOf({ by, names }: Union, { description }: Schema, schemas: Readonly<Record<string, Schema>>): Schema {
  const references = names.map((name) => ({ name, $ref: `#/components/schemas/${name}` }));
  const mapping = references.flatMap(({ name, $ref }) => wordsOf(schemas[name], by).map((word) => [word, $ref]));
  return {
    ...(description !== undefined && { description }),
    oneOf: references.map(({ $ref }) => ({ $ref })),
    discriminator: { propertyName: by, mapping: Object.fromEntries(mapping) as Schema },
  };
}

/** Returns the words that a member can have. Throws when it has no enumeration: it then cannot tell variants apart. */
function wordsOf(schema: Schema | undefined, member: string): readonly string[] {
  const properties = schema?.properties as Readonly<Record<string, Schema>> | undefined;
  const words = properties?.[member]?.enum;
  if (!Array.isArray(words)) throw new Error(`${member} of a variant has no enumeration.`);
  return words as string[];
}
