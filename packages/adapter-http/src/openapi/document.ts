import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import { PROTOCOL_ERRORS, type AnyErrorCode } from '@worktrack/application';
import { DOMAIN_ERRORS } from '@worktrack/domain';
import { API_VERSION } from '../health/health.controller.js';
import { OrganizationMinimal } from '../organization/organization.responses.js';
import { isApplicationOperation } from '../arrival/application-routes.js';
import { STATUS, UNAVAILABLE } from '../reply/errors.js';
import { elementBodiesOf, needsAMember, nestedBodiesOf, rulesOf } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';
import { errorCodesOf, type OperationExamples, type OperationPolicy } from '../run/policy.js';
import type { QueryParameter } from '../checks/query.js';
import type { RoutedOperation } from '../arrival/routes.js';
import { ErrorEnvelope } from './error.responses.js';
import { FAILURES, failureExample, failureText } from './failures.js';
import {
  AUTHENTICATED_HEADERS,
  COMMON_HEADERS,
  HEADERS,
  everyResponseHeaders,
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

/** Describes what holds for every operation. */
const INTRODUCTION = [
  'Multi-tenant work tracking: Organizations, Projects, Work Items and their history.',
  'Instants are RFC 3339 texts, in responses in UTC with milliseconds. Lengths of texts count Unicode code points.',
  'Unknown members of a request body and unknown query parameters are refused; clients ignore unknown members of a response.',
  'In a request that creates, `null` means that the member is absent. In one that changes, `null` clears the value and an absent member keeps it.',
  'Guides, as text:',
  [
    '- [Calling the API](/api/docs/calling-the-api.md): tokens, lists, revisions, repeats, errors, limits',
    '- [Import and mirror](/api/docs/import-and-mirror.md): a program that copies issues from elsewhere',
    '- [SqueakQL](/api/docs/squeakql.md), [reports](/api/docs/reports.md) and [generated clients](/api/docs/generated-clients.md)',
    '- [The contract](/api/docs/worktrack-api-v1-wire-contract.md): every rule of v1',
  ].join('\n'),
].join('\n\n');

/** The codes of the public API. */
const ALL_CODES: readonly AnyErrorCode[] = [...DOMAIN_ERRORS, ...PROTOCOL_ERRORS];

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
 * Builds the OpenAPI 3.1 document: paths from the policies that the pipeline obeys, schemas from the classes of request bodies and
 * responses.
 */
export function buildDocument(app: INestApplication, routed: readonly RoutedOperation[], baseUrl: string): Json {
  const operations = routed.filter(({ policy }) => !isApplicationOperation(policy));
  const bodies = unique(operations.flatMap(({ policy }) => (policy.body ? withNested(policy.body) : [])));
  const responses = unique(operations.flatMap(({ policy }) => typesOf(policy.responses)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Worktrack API',
      version: API_VERSION,
      description: INTRODUCTION,
    },
    servers: [{ url: baseUrl }],
    paths: pathsOf(operations),
    components: {
      securitySchemes: {
        bearerAuth: {
          type: 'http',
          scheme: 'bearer',
          description: 'An access token, such as `wtp_` and 42 characters.',
        },
      },
      headers: HEADERS,
      responses: Object.fromEntries(
        Object.keys(FAILURES).map((status) => [`Error${status}`, failure(Number(status), ALL_CODES)]),
      ),
      schemas: schemasOf(app, bodies, responses),
    },
  };
}

function schemasOf(app: INestApplication, bodies: readonly Type[], responses: readonly Type[]): Record<string, Schema> {
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    include: [NoControllers],
    extraModels: [...bodies, ...responses, ErrorEnvelope] as unknown as (() => void)[],
  });
  const schemas = withTexts(withUnions(asJsonSchema(components?.schemas ?? {})));
  // A union is closed by its variants.
  for (const body of bodies.filter((one) => variantsOf(one).length === 0)) {
    schemas[body.name] = closed(withoutDefaults(schemas[body.name]), {
      ...(needsAMember(body) && { minProperties: 1 }),
      ...rulesOf(body),
    });
  }
  schemas[OrganizationMinimal.name] = closed(schemas[OrganizationMinimal.name]);
  return schemas;
}

/** Lists a body class, the classes of its members and elements, and those that it is one of. */
function withNested(body: Type): Type[] {
  const inner = [...nestedBodiesOf(body).values(), ...elementBodiesOf(body), ...variantsOf(body)];
  return [body, ...inner.flatMap(withNested)];
}

/** An empty module for the option `include`: the paths come from the policies, not from Nest's controllers. */
class NoControllers {}

function pathsOf(operations: readonly RoutedOperation[]): Json {
  const paths: Record<string, Json> = {};
  for (const operation of operations) {
    const template = operation.url.replace(/:(\w+)/g, '{$1}');
    (paths[template] ??= {})[operation.method.toLowerCase()] = operationObject(
      operation,
      template,
      linksOf(operation, operations),
    );
  }
  return paths;
}

function operationObject({ policy, method }: RoutedOperation, template: string, links: Json): Json {
  const codes = errorCodesOf(policy, template);
  const authenticated = policy.authentication !== 'none';
  const { path = {}, query = {}, request } = policy.examples ?? {};
  return {
    operationId: policy.id,
    summary: policy.summary,
    description: operationText(policy, method, codes),
    ...(policy.deprecation && { deprecated: true }),
    tags: [tagOf(template)],
    security: authenticated ? [{ bearerAuth: [] }] : [],
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
          ...COMMON_HEADERS,
          ...(authenticated && AUTHENTICATED_HEADERS),
          ...successHeaders(policy),
          ...everyResponseHeaders(policy),
        },
        ...(policy.responses.with && {
          content: contentOf(policy.responses.with, policy.examples),
        }),
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...failuresOf(codes, policy),
    },
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
    .replace('/api/v1', '')
    .split('/')
    .filter((word) => word !== '' && !word.startsWith('{'));
  if (words[0] === 'users') return 'Profiles';
  if (words.includes('work-items') || words[0] === 'my') return 'Work Items';
  if (words.includes('projects')) return 'Projects';
  return words.includes('organizations') ? 'Organizations' : 'API';
}

/** Describes the error responses: those of the codes, and of a store of attachments that is away. They are shared between operations unless an operation has headers of its own. */
function failuresOf(codes: readonly AnyErrorCode[], policy: OperationPolicy): Json {
  const needsStore = policy.upload === true || policy.responses.with === 'bytes';
  const statuses = unique([...codes.map((code) => STATUS[code]), ...(needsStore ? [UNAVAILABLE] : [])]);
  const own = everyResponseHeaders(policy);
  const isShared = Object.keys(own).length === 0;
  return Object.fromEntries(
    statuses
      .sort((a, b) => a - b)
      .map((status) => [
        status,
        isShared ? { $ref: `#/components/responses/Error${status}` } : failure(status, codes, own),
      ]),
  );
}

function failure(status: number, codes: readonly AnyErrorCode[], own: Json = {}): Json {
  const more = {
    ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
    ...([409, 429, UNAVAILABLE].includes(status) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
  };
  return {
    description: failureText(status, codes),
    headers: { ...COMMON_HEADERS, ...more, ...own },
    content: { 'application/json': { schema: refTo(ErrorEnvelope), ...exampleOf(failureExample(status)) } },
  };
}

type SuccessContent = NonNullable<OperationPolicy['responses']['with']>;

function contentOf(content: SuccessContent, { response, responses }: OperationExamples = {}): Json {
  // The stored type of an attachment can be any; a client needs one that names bytes.
  if (content === 'bytes') {
    const bytes = { schema: BYTES, ...exampleOf(response) };
    return { 'application/octet-stream': bytes, '*/*': bytes };
  }
  if (content === 'image') return IMAGES;
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

/** Schemas of the path parameters: any other value gets a 404. */
const PATH_SCHEMAS: Readonly<Record<string, Json>> = {
  organizationSlug: SCHEMA.slug,
  projectKey: SCHEMA.projectKey,
  workItemKey: SCHEMA.workItemKey,
  publicId: SCHEMA.publicId,
  ...Object.fromEntries(['sprintId', 'commentId', 'attachmentId', 'linkId'].map((name) => [name, SCHEMA.uuid])),
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
