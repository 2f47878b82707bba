/** A JSON Schema of the 2020-12 draft, which OpenAPI 3.1 speaks. */
export type Schema = Record<string, unknown>;

/**
 * Converts schemas of `@nestjs/swagger`, which are always OpenAPI 3.0: `nullable` becomes the type `null`, and a reference
 * wrapped in `allOf` becomes the reference.
 */
export function asJsonSchema(schemas: object): Record<string, Schema> {
  return convert(schemas) as Record<string, Schema>;
}

/** Returns a copy of the schema that refuses unknown members. Throws when the schema is `undefined`: its class is not declared. */
export function closed(schema: Schema | undefined, more: Schema = {}): Schema {
  if (!schema) throw new Error('A schema that should be closed is not declared.');
  return { ...schema, ...more, additionalProperties: false };
}

/** Returns a copy of the schema in which a sentence says the default: generators ask for a member that has one as a value. */
export function withDefaultInWords({ default: standard, description, ...schema }: Schema): Schema {
  const sentences = [description, standard === undefined ? undefined : `Default: ${JSON.stringify(standard)}.`];
  const words = sentences.filter((sentence) => sentence !== undefined).join(' ');
  return { ...schema, ...(words !== '' && { description: words }) };
}

function convert(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(convert);
  if (typeof value !== 'object' || value === null) return value;
  const { nullable, allOf, ...rest } = Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, convert(member)]),
  );
  const only: unknown = Array.isArray(allOf) && allOf.length === 1 ? allOf[0] : undefined;
  const schema: Schema =
    only === undefined ? { ...rest, ...(allOf !== undefined && { allOf }) } : { ...rest, ...(only as Schema) };
  return nullable === true ? orNull(schema) : schema;
}

function orNull({ $ref, ...schema }: Schema): Schema {
  if ($ref !== undefined) return { anyOf: [{ $ref }, { type: 'null' }] };
  if (typeof schema.type !== 'string') return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [schema.type, 'null'],
    ...(Array.isArray(schema.enum) && { enum: [...(schema.enum as unknown[]), null] }),
  };
}
