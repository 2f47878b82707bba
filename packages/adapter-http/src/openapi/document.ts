import type { INestApplication, Type } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import type { AnyErrorCode } from '@worktrack/application';
import { API_VERSION } from '../health/health.controller.js';
import { OrganizationMinimal } from '../organization/organization.responses.js';
import { isApplicationOperation } from '../pipeline/application-routes.js';
import { STATUS } from '../pipeline/errors.js';
import { elementBodiesOf, needsAMember, nestedBodiesOf, rulesOf } from '../pipeline/fields.js';
import { SCHEMA } from '../pipeline/patterns.js';
import { errorCodesOf, type OperationPolicy } from '../pipeline/policy.js';
import type { RoutedOperation } from '../pipeline/routes.js';
import { ErrorEnvelope } from './error.responses.js';
import {
  AUTHENTICATED_HEADERS,
  COMMON_HEADERS,
  HEADERS,
  everyAnswersHeaders,
  requestHeaders,
  successHeaders,
} from './headers.js';
import { linksOf } from './links.js';
import { variantsOf, withUnions } from './one-of-schemas.js';
import { asJsonSchema, closed, withDefaultInWords, type Schema } from './schemas.js';

type Json = Record<string, unknown>;

const BYTES: Json = { type: 'string', format: 'binary' };

/** The types that an avatar may have (contract §2.2, row 6). */
const IMAGES: Json = Object.fromEntries(
  ['image/jpeg', 'image/png', 'image/webp'].map((type) => [type, { schema: BYTES }]),
);

/** contract §4, B-upload */
const UPLOAD: Json = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: BYTES }, required: ['file'], additionalProperties: false },
    },
  },
};

/** Descriptions of the error statuses. */
const FAILURES: Readonly<Record<number, string>> = {
  400: 'The request is not valid.',
  401: 'No token, or one that is not accepted.',
  403: 'The token or the role does not allow this, or the Organization is suspended.',
  404: 'Not there, or not visible.',
  409: 'The present state does not allow this.',
  412: 'The resource was changed meanwhile.',
  413: 'The body is too large.',
  428: 'A precondition is required.',
  429: 'Too many requests.',
  500: 'Something went wrong here.',
};

/**
 * Builds the OpenAPI 3.1 document: paths from the policies that the pipeline obeys, schemas from the classes of request bodies and
 * responses.
 */
export function buildDocument(app: INestApplication, routed: readonly RoutedOperation[], baseUrl: string): Json {
  const operations = routed.filter(({ policy }) => !isApplicationOperation(policy));
  const bodies = unique(operations.flatMap(({ policy }) => (policy.body ? withNested(policy.body) : [])));
  const answers = unique(operations.flatMap(({ policy }) => typesOf(policy.answers)));
  return {
    openapi: '3.1.1',
    info: {
      title: 'Worktrack API',
      version: API_VERSION,
      description: 'Multi-tenant work tracking: Organizations, Projects, Work Items and their history.',
    },
    servers: [{ url: baseUrl }],
    paths: pathsOf(operations),
    components: {
      securitySchemes: { bearerAuth: { type: 'http', scheme: 'bearer' } },
      headers: HEADERS,
      responses: Object.fromEntries(Object.keys(FAILURES).map((status) => [`Error${status}`, failure(Number(status))])),
      schemas: schemasOf(app, bodies, answers),
    },
  };
}

function schemasOf(app: INestApplication, bodies: readonly Type[], answers: readonly Type[]): Record<string, Schema> {
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), {
    include: [NoControllers],
    extraModels: [...bodies, ...answers, ErrorEnvelope] as unknown as (() => void)[],
  });
  const schemas = withUnions(asJsonSchema(components?.schemas ?? {}));
  // A union is closed by its variants.
  for (const body of bodies.filter((one) => variantsOf(one).length === 0)) {
    schemas[body.name] = closed(defaultsInWords(schemas[body.name]), {
      ...(needsAMember(body) && { minProperties: 1 }),
      ...rulesOf(body),
    });
  }
  schemas[OrganizationMinimal.name] = closed(schemas[OrganizationMinimal.name]);
  return schemas;
}

/** Returns a copy of the schema of an object in which sentences say the defaults of its members. */
function defaultsInWords(schema: Schema | undefined): Schema | undefined {
  if (!schema) return undefined;
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>;
  const said = Object.entries(properties).map(([name, member]) => [name, withDefaultInWords(member)]);
  return { ...schema, properties: Object.fromEntries(said) as Json };
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

function operationObject({ policy }: RoutedOperation, template: string, links: Json): Json {
  const codes = errorCodesOf(policy, template);
  const authenticated = policy.authentication !== 'none';
  return {
    operationId: policy.id,
    summary: policy.summary,
    ...(policy.deprecation && { deprecated: true }),
    tags: [tagOf(template)],
    security: authenticated ? [{ bearerAuth: [] }] : [],
    parameters: [
      ...[...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: { ...pathSchemaOf(name), ...wordsOf(policy, name) },
      })),
      ...Object.entries(policy.query ?? {}).map(([name, { schema, repeatable }]) => ({
        name,
        in: 'query',
        required: false,
        ...(repeatable && { style: 'form', explode: true }),
        schema,
      })),
      ...requestHeaders(policy),
    ],
    ...(policy.upload && { requestBody: UPLOAD }),
    ...(policy.body && {
      requestBody: { required: !policy.bodyOptional, content: { 'application/json': { schema: refTo(policy.body) } } },
    }),
    responses: {
      [policy.answers.status]: {
        description: policy.summary,
        headers: {
          ...COMMON_HEADERS,
          ...(authenticated && AUTHENTICATED_HEADERS),
          ...successHeaders(policy),
          ...everyAnswersHeaders(policy),
        },
        ...(policy.answers.with && {
          content: answerContent(policy.answers.with),
        }),
        ...(Object.keys(links).length > 0 && { links }),
      },
      ...failuresOf(codes, everyAnswersHeaders(policy)),
    },
    'x-required-scope': policy.scope,
    'x-minimum-role': policy.role,
    'x-error-codes': codes,
    ...queriesOf(policy),
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

/** Describes the error responses: shared between operations unless an operation has `own` headers. */
function failuresOf(codes: readonly AnyErrorCode[], own: Json): Json {
  const statuses = unique(codes.map((code) => STATUS[code])).sort((a, b) => a - b);
  const isShared = Object.keys(own).length === 0;
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      isShared ? { $ref: `#/components/responses/Error${status}` } : failure(status, own),
    ]),
  );
}

function failure(status: number, own: Json = {}): Json {
  const more = {
    ...(status === 401 && { 'WWW-Authenticate': { $ref: '#/components/headers/WWW-Authenticate' } }),
    ...((status === 409 || status === 429) && { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }),
  };
  return {
    description: FAILURES[status],
    headers: { ...COMMON_HEADERS, ...more, ...own },
    content: { 'application/json': { schema: refTo(ErrorEnvelope) } },
  };
}

type Answer = NonNullable<OperationPolicy['answers']['with']>;

function answerContent(answer: Answer): Json {
  // The stored type of an attachment can be any; a client needs one that names bytes.
  if (answer === 'bytes') return { 'application/octet-stream': { schema: BYTES }, '*/*': { schema: BYTES } };
  if (answer === 'image') return IMAGES;
  if (answer === 'document') return { 'application/json': { schema: { type: 'object' } } };
  return { 'application/json': { schema: refTo(answer) } };
}

function typesOf({ with: answer }: OperationPolicy['answers']): readonly Type[] {
  return typeof answer === 'string' || answer === null ? [] : [answer];
}

/** Schemas of the path parameters: any other value is answered 404. */
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
