/** The parts of an operation of OpenAPI that a sample reads. */
export interface DocumentedOperation {
  readonly tags?: readonly string[];
  readonly security?: readonly object[];
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
}

type Json = Readonly<Record<string, unknown>>;

/** A value that is written as an expression of TypeScript. */
class Expression {
  constructor(readonly text: string) {}
}

const NEW_KEY = new Expression('crypto.randomUUID()');

/**
 * Returns a call of the operation in TypeScript, with types that `openapi-typescript` makes of the document. It has what the operation
 * requires, with the examples of the document; where there is none, the name of the parameter in capitals.
 */
export function typescriptSample(
  method: string,
  path: string,
  { parameters = [], requestBody, security }: DocumentedOperation,
  document: object,
): string {
  const params: Record<string, Record<string, unknown>> = {};
  for (const one of parameters) {
    const parameter = resolved(one, document);
    const { name, in: place, required } = parameter;
    if (required !== true || typeof name !== 'string' || typeof place !== 'string') continue;
    (params[place] ??= {})[name] = valueOf(name, parameter, document);
  }
  const { content } = resolved(requestBody, document);
  const isUpload = isObject(content) && 'multipart/form-data' in content;
  const options = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(isUpload && { body: { file: '' }, bodySerializer: new Expression('() => form') }),
    ...(isObject(content) && !isUpload && { body: exampleOf(objectAt(content, 'application/json')) ?? {} }),
  };
  const call = `'${path}'${Object.keys(options).length > 0 ? `, ${literal(options)}` : ''}`;
  return [
    ...HEAD,
    security?.length === 0 ? OPEN_CLIENT : CLIENT,
    ...(isUpload ? FORM : []),
    `const { data, error } = await client.${method.toUpperCase()}(${call});`,
    'if (error) throw new Error(`${error.error.code}: ${error.error.message}`);',
    'console.log(data);',
  ].join('\n');
}

const HEAD = [
  "import createClient from 'openapi-fetch';",
  '// npx openapi-typescript http://localhost:3000/api/v1/openapi.json --output worktrack.d.ts',
  "import type { paths } from './worktrack';",
  '',
];
const OPEN_CLIENT = "const client = createClient<paths>({ baseUrl: 'http://localhost:3000' });";
const CLIENT = `const client = createClient<paths>({
  baseUrl: 'http://localhost:3000',
  headers: { Authorization: \`Bearer \${process.env.WORKTRACK_TOKEN}\` },
});`;
const FORM = ['const form = new FormData();', "form.append('file', new Blob(['Hello']), 'hello.txt');"];

/** Returns the value of a required parameter. Each request has a new key. */
function valueOf(name: string, parameter: Json, document: object): unknown {
  if (name === 'Idempotency-Key') return NEW_KEY;
  return exampleOf(parameter) ?? exampleOf(resolved(parameter.schema, document)) ?? name.toUpperCase();
}

/** Returns the example of a parameter, a schema or a body. */
function exampleOf({ example, examples }: Json): unknown {
  if (example !== undefined) return example;
  if (Array.isArray(examples)) return examples[0];
  const [first] = isObject(examples) ? Object.values(examples) : [];
  return isObject(first) ? first.value : undefined;
}

/** Follows a reference inside the document. */
function resolved(node: unknown, document: object): Json {
  if (!isObject(node)) return {};
  if (typeof node.$ref !== 'string') return node;
  return node.$ref
    .split('/')
    .slice(1)
    .reduce<Json>(objectAt, { ...document });
}

const objectAt = (json: Json, name: string): Json => {
  const found = json[name];
  return isObject(found) ? found : {};
};

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Writes a value as TypeScript: names without quotes where they need none, single quotes around texts. */
function literal(value: unknown, indent = ''): string {
  if (value instanceof Expression) return value.text;
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (!isObject(value)) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Array.isArray(value)
    ? value.map((one) => literal(one, inner))
    : Object.entries(value).map(([name, one]) => `${/^\w+$/.test(name) ? name : `'${name}'`}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (members.length === 0) return `${open}${close}`;
  const line = `${open} ${members.join(', ')} ${close}`;
  if (line.length + indent.length < 80 && !line.includes('\n'))
    return Array.isArray(value) ? `[${members.join(', ')}]` : line;
  return `${open}\n${members.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`;
}
