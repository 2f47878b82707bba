import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { createApi } from '../server.js';
import { fakePorts } from '../../test/fake-ports.js';

const SOURCES = path.resolve(__dirname, '..');

interface Described {
  readonly description?: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

interface Parameter extends Described {
  readonly name: string;
  readonly in: string;
}

interface Body {
  readonly content?: Readonly<Record<string, Described>>;
}

interface Operation extends Described {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Body;
  readonly responses: Readonly<Record<string, Body>>;
}

interface SchemaOf extends Described {
  readonly properties?: Readonly<Record<string, Described>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, SchemaOf>>;
    readonly responses: Readonly<Record<string, Body>>;
  };
}

let document: Document;
let operations: Operation[];
const sources = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
  .map((name) => ({ name, text: readFileSync(path.join(SOURCES, name), 'utf8') }));

beforeAll(async () => {
  const log = { access: () => undefined, fault: () => undefined };
  const settings = { trustProxy: false as const, attachmentMaxBytes: 1_000, log, logger: false as const };
  const api = await createApi({ ports: fakePorts(), baseUrl: 'https://track.example.org', ...settings });
  document = JSON.parse(api.document) as Document;
  operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  await api.drain(100);
});

/** Names the file to mend: the source that has the text. */
const fileWith = (text: string) => `src/${sources.find((source) => source.text.includes(text))?.name ?? '?'}`;
const fileOfOperation = ({ operationId }: Operation) => fileWith(`id: '${operationId}'`);
const fileOfSchema = (name: string) => fileWith(`class ${name} `);

const isSaid = ({ description = '' }: Described) => /^[A-Z0-9`#][^]*[.`|]$/.test(description);
const hasExample = ({ example, examples = {} }: Described) => example !== undefined || Object.keys(examples).length > 0;

/** Lists the bodies of an operation with the place of each; those of errors are shared. */
function bodiesOf(operation: Operation): [string, Described][] {
  const bodies = [
    ...(operation.requestBody ? [['its request', operation.requestBody] as const] : []),
    ...Object.entries(operation.responses).map(([status, body]) => [`its response ${status}`, body] as const),
  ];
  return bodies.flatMap(([place, { content = {} }]) =>
    Object.entries(content).map(([type, body]): [string, Described] => [`${place} (${type})`, body]),
  );
}

describe('openapi.json says', () => {
  it('of each operation what it does, who can call it, what a repeat does and which refusals it has', () => {
    const silent = operations.filter(
      ({ description = '' }) => !/^[A-Z][^]*\n\n\*\*Who:\*\* [^]*\n\n\*\*Repeating:\*\* /.test(description),
    );
    expect(
      silent.map((operation) => `${fileOfOperation(operation)}: ${operation.operationId} has no description`),
    ).toEqual([]);
    for (const { operationId, description = '', ...operation } of operations) {
      const codes = (operation as { 'x-error-codes'?: readonly string[] })['x-error-codes'] ?? [];
      const own = codes.filter((code) => !EVERYWHERE.includes(code));
      for (const code of own) expect(`${operationId}: ${description}`).toContain(`\`${code}\`: `);
    }
  });

  it('what each parameter means', () => {
    const silent = operations.flatMap((operation) =>
      operation.parameters.filter((one) => !isSaid(one)).map(({ name }) => `${fileOfOperation(operation)}: ${name}`),
    );
    expect([...new Set(silent)].map((place) => `${place} needs a text here or in openapi/parameter-texts.ts`)).toEqual(
      [],
    );
  });

  it('what each schema and each of its members means', () => {
    const silent = Object.entries(document.components.schemas).flatMap(([name, schema]) => [
      ...(isSaid(schema) ? [] : [`${fileOfSchema(name)}: ${name} needs @ApiSchema({ description })`]),
      ...Object.entries(schema.properties ?? {}).flatMap(([member, one]) =>
        isSaid(one)
          ? []
          : [`${fileOfSchema(name)}: ${name}.${member} needs a description here or in openapi/member-texts.ts`],
      ),
    ]);
    expect(silent).toEqual([]);
  });

  it('an example of each request and each response but pictures', () => {
    const silent = operations.flatMap((operation) =>
      bodiesOf(operation).flatMap(([place, body]) =>
        hasExample(body) || place.includes('image/')
          ? []
          : [`${fileOfOperation(operation)}: ${operation.operationId} has no example of ${place}`],
      ),
    );
    expect(silent).toEqual([]);
    for (const { content = {} } of Object.values(document.components.responses)) {
      expect(Object.values(content).every(hasExample)).toBe(true);
    }
  });

  it('all of it in plain text that generators can write into comments', () => {
    const texts: string[] = [];
    JSON.parse(JSON.stringify(document), (name, value: unknown) => {
      if (name === 'description' && typeof value === 'string') texts.push(value);
      return value;
    });
    expect(texts.length).toBeGreaterThan(1_000);
    expect(texts.filter((text) => /\*\/|<\/?[a-z]/i.test(text))).toEqual([]);
  });
});

/** The codes of every operation with a token, which the shared error responses describe. */
const EVERYWHERE = ['AUTH_REQUIRED', 'INVALID_TOKEN', 'RATE_LIMITED', 'VALIDATION_ERROR', 'INTERNAL_ERROR'];
