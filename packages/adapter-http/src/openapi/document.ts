import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { AnyErrorCode } from '@worktrack/application';
import { isApplicationOperation } from '../arrival/application-routes.js';
import { OrganizationMinimal } from '../organization/organization.responses.js';
import { STATUS, UNAVAILABLE } from '../reply/errors.js';
import { elementBodiesOf, needsAMember, nestedBodiesOf, rulesOf } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { errorCodesOf, type OperationExamples, type OperationPolicy } from '../run/policy.js';
import type { QueryParameter } from '../checks/query.js';
import type { RoutedOperation } from '../arrival/routes.js';
import type { DescribedApi } from './described-apis.js';
import {
  AUTHENTICATED_HEADERS,
  HEADERS,
  everyResponseHeaders,
  refs,
  requestHeaders,
  successHeaders,
} from './headers.js';
import { linksOf } from './links.js';
import { withTexts } from './member-texts.js';
import { variantsOf, withUnions } from './one-of-schemas.js';
import { operationText } from './operation-text.js';
import { parameterText } from './parameter-texts.js';
import { asJsonSchema, closed, withoutDefaults, type Schema } from './schemas.js';

type Json = Record<string, unknown>;

const BYTES: Json = { type: 'string', format: 'binary' };

/** The types that an avatar can have (contract §2.2, row 6). */
const IMAGES: Json = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/webp'].map((type) => [type, { schema: BYTES }]),
);

/** contract §4, B-upload */
const UPLOAD: Json = {
  type: 'object',
  properties: {
    file: { ...BYTES, description: 'The file, with its name and its media type in the headers of the part.' },
  },
  required: ['file'],
  additionalProperties: false,
};

/**
 * Builds the OpenAPI 3.1 document of one API: paths from the policies that the pipeline obeys, schemas from the classes of request bodies
 * and responses.
 */
export function buildDocument(
  app: INestApplication,
  routed: readonly RoutedOperation[],
  api: DescribedApi,
  baseUrl: string,
): Json {
  const operations = routed.filter(api.has);
  const bodies = unique(operations.flatMap(({ policy }) => (policy.body ? withNested(policy.body) : [])));
  const responses = unique(operations.flatMap(({ policy }) => typesOf(policy.responses)));
  const paths = pathsOf(operations, api);
  const failures = Object.fromEntries(
    api.failures.map((status) => [`Error${status}`, failure(status, api.codes, api)]),
  );
  return {
    openapi: '3.1.1',
    info: {
      title: api.title,
      version: api.version,
      description: api.introduction,
    },
    servers: [{ url: baseUrl }],
    paths,
    components: {
      securitySchemes: { [api.credential.name]: api.credential.scheme },
      headers: headersIn({ paths, failures }),
      responses: failures,
      schemas: schemasOf(app, bodies, [...responses, api.envelope]),
    },
  };
}

/** Returns the shared headers that a part of the document refers to. */
function headersIn(part: Json): Json {
  const text = JSON.stringify(part);
  return Object.fromEntries(
    Object.entries(HEADERS).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  );
}

function schemasOf(app: INestApplication, bodies: readonly Type[], responses: readonly Type[]): Record<string, Schema> {
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    include: [NoControllers],
    extraModels: [...bodies, ...responses] as unknown as (() => void)[],
  });
  const schemas = withTexts(withUnions(asJsonSchema(components?.schemas ?? {})));
  // A union is closed by its variants.
  for (const body of bodies.filter((one) => variantsOf(one).length === 0)) {
    schemas[body.name] = closed(withoutDefaults(schemas[body.name]), {
      ...(needsAMember(body) && { minProperties: 1 }),
      ...rulesOf(body),
    });
  }
  const minimal = schemas[OrganizationMinimal.name];
  if (minimal) schemas[OrganizationMinimal.name] = closed(minimal);
  return schemas;
}

/** Lists a body class, the classes of its members and elements, and those that it is one of. */
function withNested(body: Type): Type[] {
  const inner = [...nestedBodiesOf(body).values(), ...elementBodiesOf(body), ...variantsOf(body)];
  return [body, ...inner.flatMap(withNested)];
}

/** An empty module for the option `include`: the paths come from the policies, not from Nest's controllers. */
class NoControllers {}

function pathsOf(operations: readonly RoutedOperation[], api: DescribedApi): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const template = operation.url.replace(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[operation.method.toLowerCase()] = operationObject(
      operation,
      template,
      linksOf(operation, operations),
      api,
    );
  }
  return paths;
}

function operationObject({ policy, method }: RoutedOperation, template: string, links: Json, api: DescribedApi): Json {
  const codes = errorCodesOf(policy, template);
  const authenticated = policy.authentication === undefined || policy.authentication === 'session';
  const { path = {}, query = {}, request } = policy.examples ?? {};
  return {
    operationId: policy.id,
    summary: policy.summary,
    ...(policy.description !== undefined && { description: operationText(policy, method, codes) }),
    ...(policy.deprecation && { deprecated: true }),
    tags: [tagOf(template)],
    security: authenticated ? [{ [api.credential.name]: [] }] : [],
    parameters: [
      ...[...template.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
        name,
        in: 'path',
        description: parameterText(name),
        required: true,
        ...exampleOf(path[name]),
        schema: { ...pathSchemaOf(name), ...wordsOf(policy, name) },
      })),
      ...Object.entries(policy.query ?? {}).map(([name, parameter]) => queryParameter(name, parameter, query[name])),
      ...requestHeaders(policy),
    ],
    ...(policy.upload && {
      requestBody: { required: true, content: { 'multipart/form-data': { schema: UPLOAD, ...exampleOf(request) } } },
    }),
    ...(policy.body && {
      requestBody: {
        required: !policy.bodyOptional,
        content: { 'application/json': { schema: refTo(policy.body), ...exampleOf(request) } },
      },
    }),
    responses: {
      [policy.responses.status]: {
        description: policy.summary,
        headers: {
          ...api.headers,
          ...(authenticated && AUTHENTICATED_HEADERS),
          ...successHeaders(policy),
          ...everyResponseHeaders(policy),
        },
        ...(policy.responses.with && {
          content: contentOf(policy.responses.with, policy.examples),
        }),
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...failuresOf(codes, policy, api),
    },
    ...(policy.stability && { 'x-stability': policy.stability }),
    'x-required-scope': policy.scope,
    'x-minimum-role': policy.role,
    'x-error-codes': codes,
    ...queriesOf(policy),
  };
}

function queryParameter(name: string, parameter: QueryParameter<unknown>, example: unknown): Json {
  const { description: _, ...schema } = parameter.schema;
  return {
    name,
    in: 'query',
    description: parameterText(name, parameter.schema, parameter.description),
    required: false,
    ...exampleOf(example),
    ...(parameter.repeatable && { style: 'form', explode: true }),
    schema,
  };
}

/** Returns the tag of an operation, by the first segment of the path after the Organization's: it groups the operations for readers. */
function tagOf(template: string): string {
  const words = template
    .replace(/^\/api(?:\/v1)?/, '')
    .split('/')
    .filter((word) => word !== '' && !word.startsWith('{'));
  if (words[0] === 'users') return 'Profiles';
  if (words.includes('work-items') || words[0] === 'my') return 'Work Items';
  if (words.includes('projects')) return 'Projects';
  return words.includes('organizations') ? 'Organizations' : 'API';
}

/** Describes the error responses: those of the codes, and of a store of attachments that is away. They are shared between operations unless an operation has headers of its own. */
function failuresOf(codes: readonly AnyErrorCode[], policy: OperationPolicy, api: DescribedApi): Json {
  // Avatars, which the application uploads, are in the database.
  const keepsFile = policy.upload === true && !isApplicationOperation(policy);
  const needsStore = keepsFile || policy.responses.with === 'bytes';
  const statuses = unique([...codes.map((code) => STATUS[code]), ...(needsStore ? [UNAVAILABLE] : [])]);
  const own = everyResponseHeaders(policy);
  const isShared = Object.keys(own).length === 0;
  return Object.fromEntries(
    statuses
      .sort((a, b) => a - b)
      .map((status) => [
        status,
        isShared ? { $ref: `#/components/responses/Error${status}` } : failure(status, codes, api, own),
      ]),
  );
}

function failure(status: number, codes: readonly AnyErrorCode[], api: DescribedApi, own: Json = {}): Json {
  const more = {
    ...(status === 401 && api.challenge),
    ...([409, 429, UNAVAILABLE].includes(status) && refs('Retry-After')),
  };
  return {
    description: api.failureText(status, codes),
    headers: { ...api.headers, ...more, ...own },
    content: { 'application/json': { schema: refTo(api.envelope), ...exampleOf(api.failureExample(status)) } },
  };
}

type SuccessContent = NonNullable<OperationPolicy['responses']['with']>;

function contentOf(content: SuccessContent, { response, responses }: OperationExamples = {}): Json {
  // The stored type of an attachment can be any; a client needs one that names bytes.
  if (content === 'bytes' || content === 'file') {
    const bytes = { schema: BYTES, ...exampleOf(response) };
    return { 'application/octet-stream': bytes, '*/*': bytes };
  }
  if (content === 'image') return IMAGES;
  if (content === 'events') return { 'text/event-stream': { schema: { type: 'string' } } };
  const schema = content === 'document' ? { type: 'object' } : refTo(content);
  if (!responses) return { 'application/json': { schema, ...exampleOf(response) } };
  const examples = Object.entries(responses).map(([word, value]) => [word, { value }]);
  return { 'application/json': { schema, examples: Object.fromEntries(examples) as Json } };
}

function exampleOf(example: unknown): Json {
  return example === undefined ? {} : { example };
}

function typesOf({ with: content }: OperationPolicy['responses']): readonly Type[] {
  return typeof content === 'string' || content === null ? [] : [content];
}

/** The path parameters that are ids. */
const UUIDS = ['sprintId', 'commentId', 'attachmentId', 'linkId', 'savedReportId', 'viewId', 'sessionId', 'tokenId'];

/** Schemas of the path parameters: any other value gets a 404. */
const PATH_SCHEMAS: Readonly<Record<string, Json>> = {
  organizationSlug: SCHEMA.slug,
  projectKey: SCHEMA.projectKey,
  workItemKey: SCHEMA.workItemKey,
  publicId: SCHEMA.publicId,
  deletedItem: SCHEMA.workItemReference,
  ...Object.fromEntries(UUIDS.map((name) => [name, SCHEMA.uuid])),
  // The id of the label, or its name.
  labelId: { type: 'string', minLength: 1 },
};

function pathSchemaOf(name = ''): Json {
  return PATH_SCHEMAS[name] ?? { type: 'string' };
}

/** Describes the query parameters of each variant, with their defaults, as the schema of an object. */
function queriesOf({ variants }: OperationPolicy): Json {
  if (!variants) return {};
  const { parameter, queries } = variants;
  const schemas = Object.entries(queries).map(([word, query]) => {
    const properties = Object.fromEntries(Object.entries(query).map(([name, { schema }]) => [name, schema]));
    return [word, { type: 'object', properties, additionalProperties: false }];
  });
  return { [`x-query-by-${parameter}`]: Object.fromEntries(schemas) as Json };
}

/** Returns the enumeration of a path parameter that selects a variant. */
function wordsOf({ variants }: OperationPolicy, name: string | undefined): Json {
  return variants?.parameter === name ? { enum: Object.keys(variants?.queries ?? {}) } : {};
}

function refTo({ name }: Type): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function unique<Item>(items: readonly Item[]): Item[] {
  return [...new Set(items)];
}
