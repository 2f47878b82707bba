import { createApi } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

type Schema = Readonly<Record<string, unknown>>;

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, object>> }>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

let document: Document;
let operations: readonly Operation[];

beforeAll(async () => {
  const log = { access: () => undefined, fault: () => undefined };
  const settings = { trustProxy: false as const, attachmentMaxBytes: 1_000, log, logger: false as const };
  const api = await createApi({ ports: fakePorts(), baseUrl: 'https://track.example.org', ...settings });
  document = JSON.parse(api.document) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  await api.drain(0);
});

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

/** Every object and list in a part of the document, with its place. What begins with `x-` is not for generators. */
function* nodesIn(node: unknown, place = '#'): Generator<readonly [place: string, node: Schema]> {
  if (!isObject(node)) return;
  yield [place, node];
  for (const [name, value] of Object.entries(node)) {
    if (!name.startsWith('x-')) yield* nodesIn(value, `${place}/${name}`);
  }
}

const placesOf = (isFault: (node: Schema) => boolean, part: unknown = document): readonly string[] =>
  [...nodesIn(part)].filter(([, node]) => isFault(node)).map(([place]) => place);

const resolved = (schema: unknown): Schema => {
  if (!isObject(schema)) throw new Error('This is not a schema.');
  if (typeof schema.$ref !== 'string') return schema;
  return resolved(document.components.schemas[schema.$ref.split('/').at(-1) ?? '']);
};

/** The schemas of a union, without `null`. */
const variantsOf = (node: Schema): readonly Schema[] =>
  [node.oneOf, node.anyOf]
    .flatMap((list): readonly unknown[] => (Array.isArray(list) ? list : []))
    .map(resolved)
    .filter(({ type }) => type !== 'null');

const propertiesOf = ({ properties }: Schema): Readonly<Record<string, Schema>> =>
  (properties ?? {}) as Readonly<Record<string, Schema>>;

const wordsOf = (schema: Schema | undefined): readonly unknown[] =>
  Array.isArray(schema?.enum) ? (schema.enum as readonly unknown[]) : [];

/** True when a member has other words in each of the two, or words in one of them and no place in the other, which is closed. */
const differ = (one: Schema, other: Schema): boolean =>
  Object.entries(propertiesOf(one)).some(([name, member]) => {
    const [words, others] = [wordsOf(member), wordsOf(propertiesOf(other)[name])];
    if (words.length === 0) return false;
    const isUnknown = other.additionalProperties === false && !(name in propertiesOf(other));
    return isUnknown || (others.length > 0 && !others.some((word) => words.includes(word)));
  });

const canBeToldApart = (variants: readonly Schema[]): boolean =>
  variants.every((one, at) => variants.slice(at + 1).every((other) => differ(one, other) || differ(other, one)));

// Escapes that JavaScript, Python, Go (RE2), Java, Ruby, Rust and PCRE read alike.
const ESCAPE = /^\\(?:[dDwWsStnrfv.*+?^$|()[\]{}\\/-]|x[0-9a-fA-F]{2})/;

/** What of a pattern not every engine reads. */
function foreignIn(pattern: string): string | undefined {
  const group = /\(\?(?!:)/.exec(pattern);
  if (group) return pattern.slice(group.index, group.index + 4);
  for (let at = pattern.indexOf('\\'); at !== -1; at = pattern.indexOf('\\', at)) {
    const escape = ESCAPE.exec(pattern.slice(at))?.[0];
    if (escape === undefined) return pattern.slice(at, at + 6);
    at += escape.length;
  }
  // A line separator would end a literal, and RE2 limits repetitions.
  if (/[^ -~]/.test(pattern)) return 'a character outside of ASCII';
  return [...pattern.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].flat().find((count) => Number(count) > 1_000);
}

describe('A generator of clients', () => {
  it('finds no union beside members: it would build one of the two, and lose the other', () => {
    expect(placesOf((node) => 'properties' in node && ('oneOf' in node || 'anyOf' in node))).toEqual([]);
    expect(placesOf((node) => Array.isArray(node.allOf))).toEqual([]);
  });

  it('finds a union of objects or of `null` and one schema, and no other', () => {
    const isUnionOfPrimitives = (node: Schema) => {
      const variants = variantsOf(node);
      return variants.length > 1 && variants.some(({ type, oneOf }) => type !== 'object' && oneOf === undefined);
    };
    expect(placesOf(isUnionOfPrimitives)).toEqual([]);
    const types = ({ type }: Schema) => (Array.isArray(type) ? type.filter((one) => one !== 'null') : []);
    expect(placesOf((node) => types(node).length > 1)).toEqual([]);
  });

  it('can tell the schemas of a union apart by a word', () => {
    const unions = [...nodesIn(document)].filter(([, node]) => variantsOf(node).length > 1);
    expect(unions.map(([place]) => place.split('/').at(3))).toEqual(
      expect.arrayContaining(['Activity', 'CompletionAction', 'FeedEntry', 'OrganizationList', 'ProjectReport']),
    );
    expect(unions.filter(([, node]) => !canBeToldApart(variantsOf(node))).map(([place]) => place)).toEqual([]);
  });

  it('finds a discriminator that leads each word to the schema that has it', () => {
    const unions = [...nodesIn(document)].filter(([, node]) => 'oneOf' in node);
    expect(unions.length).toBeGreaterThan(0);
    for (const [place, { oneOf, discriminator }] of unions) {
      expect([place, isObject(discriminator)]).toEqual([place, true]);
      const { propertyName, mapping } = discriminator as { propertyName: string; mapping: Record<string, string> };
      const words = (oneOf as readonly Schema[]).flatMap((one) =>
        wordsOf(propertiesOf(resolved(one))[propertyName]).map((word) => [word, one.$ref]),
      );
      expect(Object.entries(mapping)).toEqual(words);
      for (const one of oneOf as readonly Schema[]) expect(resolved(one).required).toContain(propertyName);
    }
  });

  it('finds no map of values that have names', () => {
    const isMapOfUnions = ({ additionalProperties }: Schema) =>
      isObject(additionalProperties) && variantsOf(additionalProperties).length > 0;
    expect(placesOf(isMapOfUnions)).toEqual([]);
  });

  it('finds no member of a request body with a default: it would ask for that member', () => {
    const bodies = operations.map(({ requestBody }) => requestBody);
    const names = new Set<string>();
    const collect = (part: unknown) => {
      for (const [, { $ref }] of nodesIn(part)) {
        const name = typeof $ref === 'string' ? $ref.split('/').at(-1) : undefined;
        if (name === undefined || names.has(name)) continue;
        names.add(name);
        collect(document.components.schemas[name]);
      }
    };
    collect(bodies);
    expect([...names]).toContain('CreateWorkItemBody');
    expect(
      [...names].filter((name) => placesOf((node) => 'default' in node, document.components.schemas[name]).length > 0),
    ).toEqual([]);
    const { properties } = resolved({ $ref: '#/components/schemas/CreateWorkItemBody' });
    expect(properties).toMatchObject({
      priority: { description: expect.stringContaining('Default: "medium".') as string },
    });
  });

  it('finds no default of a parameter that not every variant of the operation has', () => {
    const varied = operations.flatMap((operation) =>
      Object.entries(operation).flatMap(([name, value]) =>
        name.startsWith('x-query-by-') ? [{ operation, queries: Object.values(value as Record<string, Schema>) }] : [],
      ),
    );
    expect(varied.map(({ operation }) => operation.operationId)).toEqual(['getProjectReport']);
    for (const { operation, queries } of varied) {
      const withDefault = operation.parameters.filter(({ schema }) => 'default' in schema);
      expect(withDefault.map(({ name }) => name)).toEqual(['limit']);
      for (const query of queries) expect(propertiesOf(query)).toHaveProperty('limit.default', 50);
    }
    // Words say it, for each report where they differ; the variants have it as a value.
    const [{ operation, queries } = { operation: undefined, queries: [] }] = varied;
    const unit = operation?.parameters.find(({ name }) => name === 'unit')?.schema.description;
    expect(unit).toContain('Default for velocity: points. Default for cumulative-flow, distribution: count.');
    expect(queries.map((query) => propertiesOf(query).unit?.default)).toContain('points');
  });

  it('finds patterns that every engine reads', () => {
    const patterns = [...nodesIn(document)].flatMap(([, { pattern }]) =>
      typeof pattern === 'string' ? [pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(40);
    for (const pattern of patterns) {
      expect([pattern, foreignIn(pattern)]).toEqual([pattern, undefined]);
      // With `u` no escape is accepted that is not one.
      expect(() => new RegExp(pattern, 'u')).not.toThrow();
    }
  });

  it.each(['^\\u0041$', '^(?=a)', '^(?!a)', '(?<name>a)', '\\p{L}', '^(a)\\1$', '\u2028', 'a{1001}'])(
    'would not read %j alike everywhere',
    (pattern) => {
      expect(foreignIn(pattern)).toBeDefined();
    },
  );

  it('finds a media type that says bytes, beside any', () => {
    const types = operations.flatMap(({ responses }) =>
      Object.values(responses).map(({ content = {} }) => Object.keys(content)),
    );
    expect(types.filter((names) => names.includes('*/*'))).toEqual([['application/octet-stream', '*/*']]);
  });
});
