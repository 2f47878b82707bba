import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { type OpenApiDocument, type OpenApiOperation, type OpenApiResponse, templateFor } from './openapi-document.js';
import { EXTENSIONS } from './extensions.js';
import { OPERATIONS } from './operations.js';
import type { Run } from './run.js';
import {
  ETAG_OF_APP_OPERATION,
  INSTANT,
  STATUS_OF_APP_CODE,
  STATUS_OF_CODE,
  STATUS_OF_EXTENSION_CODE,
  UUID,
} from './words.js';

const NEEDING_STORE = new Set(OPERATIONS.filter(({ needsStore }) => needsStore).map(({ id }) => id));
/** The word before the revision in the `ETag` of each operation that sends one. */
const ETAG_OF_OPERATION = new Map([
  ...[...OPERATIONS, ...EXTENSIONS].map(({ id, etag }) => [id, etag] as const),
  ...Object.entries(ETAG_OF_APP_OPERATION),
]);

/** A request and its response as they were sent. */
export interface Exchange {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The request of a browser with the application. A target of the public API went under `/app`. */
  readonly isBrowser?: boolean;
  /** True when a test has injected a fault: 500 is a legal answer then. */
  readonly mayFail?: boolean;
}

const RATE_LIMIT_HEADERS = ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'] as const;
/** A script or a style of `/api/docs`: its name has the hash of its content. */
const FILE_OF_THE_REFERENCE = /^\/api\/docs\/[a-z]+-[\w-]{8}\.(?:js|css)$/;
const FORBIDDEN = /^(x-ratelimit-|access-control-|set-cookie$|server$|x-powered-by$|deprecation$|sunset$)/;
/** The one operation that sends a `Location`. */
const LOCATED = 'createWorkItemAttachment';
/** The operations that are not offered under `/app`. */
const NOT_BEHIND_THE_DOOR = new Set(['/api/v1/me', '/api/v1/openapi.json', '/api/x/openapi.json']);
const JSON_TYPE = 'application/json; charset=utf-8';

/** The published documents, and that of the operations that only the application calls. */
type DocumentName = 'openapi' | 'extensions' | 'application';

/** The schema of the error responses of each document, and the status of each code. */
const ERRORS = {
  openapi: { envelope: 'ErrorEnvelope', statuses: STATUS_OF_CODE },
  extensions: { envelope: 'ExtensionErrorEnvelope', statuses: { ...STATUS_OF_CODE, ...STATUS_OF_EXTENSION_CODE } },
  application: { envelope: 'ApplicationErrorEnvelope', statuses: { ...STATUS_OF_CODE, ...STATUS_OF_APP_CODE } },
} as const satisfies Readonly<Record<DocumentName, object>>;

/** An operation in its document. */
interface Described {
  readonly document: DocumentName;
  readonly template: string;
  readonly operation: OpenApiOperation;
}

/**
 * Checks every answer against the contract's rules for all answers, and its body against the document of its operation, in
 * which unknown members are refused here: a client may ignore them, a test must not.
 */
export class ResponseChecker {
  // `compile` is only called with references into the document: validating those would compile the meta-schema for each suite.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    meta: false,
    discriminator: true,
  });
  private readonly validators = new Map<string, ValidateFunction>();
  private readonly closed: Readonly<Record<DocumentName, OpenApiDocument>>;

  constructor({ openapi, extensions, application }: Pick<Run, DocumentName>) {
    this.closed = {
      openapi: closeObjects(openapi) as OpenApiDocument,
      extensions: closeObjects(extensions) as OpenApiDocument,
      application: closeObjects(application) as OpenApiDocument,
    };
    addFormats(this.ajv, ['email', 'uri', 'date']);
    this.ajv.addFormat('uuid', UUID);
    this.ajv.addFormat('date-time', INSTANT);
    for (const [name, document] of Object.entries(this.closed)) this.ajv.addSchema(document, name, false, false);
  }

  /** Returns all defects of an answer, one sentence each; `[]` when there are none. */
  complaints(exchange: Exchange): string[] {
    const path = exchange.target.split('?')[0]!;
    const isAbsent = exchange.isBrowser === true && NOT_BEHIND_THE_DOOR.has(path);
    const method = exchange.method === 'HEAD' ? 'GET' : exchange.method;
    const described = isAbsent ? undefined : this.find(path, method);
    const operation = described?.operation;
    // A token is not looked at by an operation of the application.
    const isLookedUp = exchange.isBrowser === true || described?.document !== 'application';
    const published = isPublic(path) && isLookedUp ? operation : undefined;
    return [
      ...this.ofEveryResponse(exchange),
      ...this.ofRateLimits(exchange, path, published),
      ...(exchange.status >= 400 && path !== '/api/ready' ? this.ofRefusals(exchange, described) : []),
      ...(operation === undefined && exchange.headers.location !== undefined ? ['no Location belongs here'] : []),
      ...(described === undefined ? [] : this.ofOperation(exchange, described, method)),
    ];
  }

  private find(path: string, method: string): Described | undefined {
    // The application has operations of its own below `/api/x` too.
    return this.findIn(documentOf(path), path, method) ?? this.findIn('application', path, method);
  }

  private findIn(document: DocumentName, path: string, method: string): Described | undefined {
    const { paths } = this.closed[document];
    const template = templateFor(this.closed[document], path);
    const operation = template === undefined ? undefined : paths[template]?.[method.toLowerCase()];
    return template === undefined || operation === undefined ? undefined : { document, template, operation };
  }

  /** @throws Error with all complaints */
  check(exchange: Exchange): void {
    const complaints = this.complaints(exchange);
    if (complaints.length === 0) return;
    const heading = `${exchange.method} ${exchange.target} answered ${exchange.status}`;
    throw new Error([`${heading} against the contract:`, ...complaints, exchange.text.slice(0, 2000)].join('\n  '));
  }

  private ofEveryResponse({
    method,
    target,
    status,
    headers,
    text,
    isBrowser = false,
    mayFail = false,
  }: Exchange): string[] {
    const complaints: string[] = [];
    if (!UUID.test(String(headers['x-request-id']))) complaints.push('X-Request-Id is no uuid');
    const isAvatar = status === 200 && method !== 'PUT' && /\/avatar(?:\?|$)/.test(target);
    const isNamedByHash = status === 200 && FILE_OF_THE_REFERENCE.test(target);
    const storing = isAvatar ? 'private, no-store' : isNamedByHash ? 'public, max-age=31536000, immutable' : 'no-store';
    if (headers['cache-control'] !== storing) complaints.push(`Cache-Control is not ${storing}`);
    const mayHaveCookie = isBrowser && !isPublic(target);
    for (const name of Object.keys(headers)) {
      if (name === 'set-cookie' && mayHaveCookie) continue;
      if (FORBIDDEN.test(name)) complaints.push(`header ${name} is never sent`);
    }
    if (isBrowser && isPublic(target)) complaints.push(...ofTheDoor(headers));
    if (status >= 500 && status !== 503 && !mayFail) complaints.push(`a request made a ${status}`);
    // A read of the application by a slug that an Organization had before.
    const isMoved =
      status === 308 && isBrowser && ['GET', 'HEAD'].includes(method) && target.includes('/organizations/');
    if (status >= 300 && status < 400 && !isMoved) complaints.push('there are no redirects and no 304');
    if (status === 204 && headers['content-type'] !== undefined) complaints.push('204 has a Content-Type');
    if ((status === 204 || method === 'HEAD') && text !== '') complaints.push('the body is not empty');
    if ((headers.allow !== undefined) !== (status === 405 || (status === 204 && method === 'OPTIONS'))) {
      complaints.push('Allow belongs to 405 and the 204 of OPTIONS, and to nothing else');
    }
    if (headers['www-authenticate'] !== (status === 401 && !isBrowser ? 'Bearer' : undefined)) {
      complaints.push('WWW-Authenticate: Bearer belongs to a 401 of the public API, and to nothing else');
    }
    return complaints;
  }

  private ofRateLimits(
    { method, status, headers, isBrowser = false }: Exchange,
    path: string,
    operation?: OpenApiOperation,
  ): string[] {
    const present = RATE_LIMIT_HEADERS.filter((name) => headers[name] !== undefined);
    const complaints = present
      .filter((name) => !/^(0|[1-9][0-9]*)$/.test(String(headers[name])))
      .map((name) => `${name} is no plain integer: ${String(headers[name])}`);
    if (present.length > 0 && present.length < 3) complaints.push('some RateLimit headers are missing');
    if (Number(headers['ratelimit-remaining']) > Number(headers['ratelimit-limit'])) {
      complaints.push('more remains than the limit');
    }
    // A path that cannot be decoded may match a route or not; a 429 may count the token or the address.
    const needsToken = operation !== undefined && !isOpen(operation) && method !== 'OPTIONS';
    if (isBrowser && !isPublic(path)) return complaints;
    // A request from another origin is refused before its session is looked up.
    if (isBrowser && status === 403 && present.length === 0) return complaints;
    if (hasBrokenEscape(path) || (status === 429 && needsToken)) return complaints;
    const accepted = needsToken && status !== 401;
    if (accepted && present.length === 0) complaints.push('RateLimit headers are missing after the token was accepted');
    if (!accepted && present.length > 0) complaints.push('RateLimit headers without an accepted token');
    return complaints;
  }

  private ofRefusals(
    { method, target, status, headers, text, isBrowser = false }: Exchange,
    described?: Described,
  ): string[] {
    const complaints: string[] = [];
    const operation = described?.operation;
    if (headers['content-type'] !== JSON_TYPE) complaints.push(`Content-Type is ${String(headers['content-type'])}`);
    if (method === 'HEAD') return complaints;
    const envelope = parsed(text);
    // Outside of the application a path that nothing describes gets the envelope of v1.
    const unnamed = isPublic(target) || isBrowser ? documentOf(target) : 'openapi';
    const document = described?.document === 'application' && isPublic(target) ? 'application' : unnamed;
    const { envelope: schema, statuses } = ERRORS[document];
    const valid = this.validator(document, `#/components/schemas/${schema}`);
    const fits: boolean = valid(envelope);
    if (!fits) {
      return [...complaints, `no error envelope: ${JSON.stringify(valid.errors)}`];
    }
    const { error, requestId } = envelope;
    if (requestId !== headers['x-request-id']) complaints.push('requestId differs from X-Request-Id');
    const isAway = status === 503 && error.code === 'INTERNAL_ERROR' && NEEDING_STORE.has(operation?.operationId ?? '');
    if (statuses[error.code] !== status && !isAway) complaints.push(`${String(error.code)} does not go with ${status}`);
    if (error.code === 'VALIDATION_ERROR' && Object.keys(error.fieldErrors ?? {}).length === 0) {
      complaints.push('VALIDATION_ERROR names no field');
    }
    const declared = operation?.['x-error-codes'];
    const byOrigin = isBrowser ? ['FORBIDDEN'] : [];
    const everywhere = ['METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE', ...byOrigin];
    if (declared !== undefined && !declared.includes(error.code) && !everywhere.includes(error.code)) {
      complaints.push(`${String(error.code)} is not among the x-error-codes of ${operation!.operationId}`);
    }
    const shouldRetry = isAway || ['RATE_LIMITED', 'IDEMPOTENCY_REQUEST_IN_PROGRESS'].includes(error.code);
    if (shouldRetry !== /^[1-9][0-9]*$/.test(String(headers['retry-after'] ?? ''))) {
      complaints.push('Retry-After (whole seconds, at least 1) belongs to RATE_LIMITED, IN_PROGRESS and 503 alone');
    }
    return complaints;
  }

  private ofOperation(exchange: Exchange, { document, template, operation }: Described, method: string): string[] {
    const { status, headers, text } = exchange;
    if (status === 308) return headers.location === undefined || text !== '' ? ['308 has a Location alone'] : [];
    const declared = operation.responses[String(status)];
    if (declared === undefined) return [`${operation.operationId} does not declare the status ${status}`];
    const complaints: string[] = [];
    const at =
      '$ref' in declared ? declared.$ref : pointer('paths', template, method.toLowerCase(), 'responses', status);
    const response = ('$ref' in declared ? this.lookUp(document, declared.$ref) : declared) as OpenApiResponse;
    const media = Object.entries(response.content ?? {})[0];
    const isBytes = Object.hasOwn(response.content ?? {}, '*/*');
    const isImage = media?.[0].startsWith('image/') === true;
    if (media !== undefined && !isBytes && !isImage && exchange.method !== 'HEAD') {
      const valid = this.validator(document, `${at}/${['content', escapeToken(media[0]), 'schema'].join('/')}`);
      const body = parsed(text);
      if (body === undefined) complaints.push('the body is no JSON');
      else if (!valid(body)) complaints.push(...(valid.errors ?? []).map(said));
    }
    if (media === undefined && text !== '') complaints.push('the document declares no body');
    const types = isImage ? Object.keys(response.content ?? {}) : [JSON_TYPE];
    if (media !== undefined && !isBytes && !types.includes(String(headers['content-type']))) {
      complaints.push(`Content-Type is ${String(headers['content-type'])}`);
    }
    if ((headers.location !== undefined) !== (status === 201 && operation.operationId === LOCATED)) {
      complaints.push(`Location belongs to the 201 of ${LOCATED}, and to nothing else`);
    }
    return [...complaints, ...this.ofConditionHeaders(exchange, operation)];
  }

  private ofConditionHeaders({ method, status, headers, text }: Exchange, operation: OpenApiOperation): string[] {
    const word = status < 300 ? ETAG_OF_OPERATION.get(operation.operationId) : undefined;
    const complaints: string[] = [];
    if (word === undefined && headers.etag !== undefined) complaints.push('no ETag belongs here');
    if (word !== undefined) {
      const tag = method === 'HEAD' ? undefined : `"${word}-${String(parsed(text)?.revision)}"`;
      if (tag === undefined ? headers.etag === undefined : headers.etag !== tag) {
        complaints.push(`ETag is ${String(headers.etag)}, the body shows ${String(tag)}`);
      }
    }
    const replayed = headers['idempotency-replayed'];
    if (replayed !== undefined && (replayed !== 'true' || status >= 300 || method === 'GET')) {
      complaints.push('Idempotency-Replayed is "true" on replays of successful mutations, absent otherwise');
    }
    return complaints;
  }

  private validator(document: DocumentName, fragment: string): ValidateFunction {
    const reference = `${document}${fragment}`;
    const known = this.validators.get(reference);
    if (known !== undefined) return known;
    const compiled = this.ajv.compile({ $ref: reference });
    this.validators.set(reference, compiled);
    return compiled;
  }

  private lookUp(document: DocumentName, reference: string): unknown {
    return reference
      .slice(2)
      .split('/')
      .reduce<any>(
        (at, token) => at?.[decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~')],
        this.closed[document],
      );
  }
}

/** True for a target of the public API or of its extensions. */
const isPublic = (target: string): boolean => documentOf(target) !== 'application';

function documentOf(target: string): DocumentName {
  if (target.startsWith('/api/v1/')) return 'openapi';
  return target.startsWith('/api/x/') ? 'extensions' : 'application';
}

/** Every answer under `/app` says that no other origin may embed it, and that its type is as stated. */
function ofTheDoor(headers: Exchange['headers']): string[] {
  const complaints: string[] = [];
  if (headers['cross-origin-resource-policy'] !== 'same-origin') complaints.push('another origin may embed it');
  if (headers['x-content-type-options'] !== 'nosniff') complaints.push('browsers may guess its type');
  return complaints;
}

/** True when the operation needs no token. */
const isOpen = (operation: OpenApiOperation | undefined): boolean => operation?.security?.length === 0;

/** Copies a schema; in the copy, every object schema that lists its properties refuses others. */
function closeObjects(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(closeObjects);
  if (typeof node !== 'object' || node === null) return node;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([name, value]) => [name, closeObjects(value)]),
  );
  // Closing the parts of an `allOf` would refuse everything: a document that begins to use it must be met here first.
  if (Array.isArray(copy.allOf)) throw new Error('The checker cannot close the parts of an allOf.');
  // In a discriminator: the words of the variants say as much, and Ajv knows no mapping.
  if (typeof copy.propertyName === 'string') delete copy.mapping;
  const listsProperties = typeof copy.properties === 'object' && copy.properties !== null;
  if (listsProperties && typeof copy.additionalProperties !== 'object') copy.additionalProperties = false;
  return copy;
}

const escapeToken = (token: string | number): string =>
  encodeURIComponent(String(token).replaceAll('~', '~0').replaceAll('/', '~1'));

const pointer = (...tokens: (string | number)[]): string => `#/${tokens.map(escapeToken).join('/')}`;

const said = ({ instancePath, message, params }: { instancePath: string; message?: string; params: object }): string =>
  `${instancePath === '' ? 'the body' : instancePath} ${message ?? ''} ${JSON.stringify(params)}`;

function parsed(text: string): any {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function hasBrokenEscape(path: string): boolean {
  try {
    decodeURIComponent(path);
    return false;
  } catch {
    return true;
  }
}
