import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { refuse } from '@worktrack/application';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isApplicationOperation, setApplicationHeaders } from '../arrival/application-routes.js';
import { isUnderApp } from '../arrival/under-app.js';
import { connectionOf } from '../connections/connections.js';
import type { ArrivalTimeouts } from '../arrival/arrival.js';
import type { AccessLines } from '../arrival/access-log.js';
import { readBody } from '../body/body.pipe.js';
import { conditionsOf } from '../checks/conditions.js';
import type { Form } from './context.js';
import { deprecationHeaders } from '../reply/deprecation.js';
import { EmptyBody } from '../body/empty-body.js';
import { STATUS, refusalFor, refuseFields } from '../reply/errors.js';
import { etagOf } from '../reply/etag.js';
import type { RequestChecks } from '../checks/checks.js';
import { setResponseHeaders } from '../reply/response-headers.js';
import type { Limits } from '../limits/limits.js';
import { takeSlot } from '../limits/work-slots.js';
import type { Lifecycle } from '../arrival/lifecycle.js';
import { parseJsonObject, type JsonObject } from '../body/json.js';
import type { OperationPolicy } from './policy.js';
import { readRequestBody } from '../body/request-body.js';
import { MOST_HEADER_LINES, begin, forgetLongContentType, hasTooManyHeaders } from '../arrival/request-start.js';
import type { Routes } from '../arrival/routes.js';

const MULTIPART = /^multipart\/form-data *(?:;|$)/i;

/** The parts of the pipeline. */
interface Pipeline {
  readonly checks: RequestChecks;
  readonly routes: Routes;
  readonly accessLines: AccessLines;
  readonly lifecycle: Lifecycle;
  readonly limits: Limits;
  readonly arrivalTimeouts: ArrivalTimeouts;
  readonly longestWork: number;
}

/** Installs the pipeline (contract §1.6) in Fastify: everything before the controller, and the headers after it. */
export function installHooks(fastify: FastifyInstance, pipeline: Pipeline): void {
  const { checks, routes, accessLines, lifecycle, limits, arrivalTimeouts, longestWork } = pipeline;
  // The property exists from the start, so that every request object has one shape.
  fastify.decorateRequest('context');
  fastify.decorate('arrivalTimeouts', arrivalTimeouts);
  fastify.decorate('longestWork', longestWork);
  fastify.decorate('requestObservers', { lifecycle, accessLines });
  fastify.removeAllContentTypeParsers();
  // Fastify would check media type and JSON before the headers: here it only collects bytes.
  const bytesOf = (request: FastifyRequest, payload: IncomingMessage) =>
    readRequestBody(payload, request.context, limits);
  fastify.addContentTypeParser('*', bytesOf);
  fastify.addContentTypeParser(MULTIPART, (request: FastifyRequest, payload: IncomingMessage) =>
    request.routeOptions.config.operation?.upload ? Promise.resolve(payload) : bytesOf(request, payload),
  );

  fastify.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    forgetLongContentType(request.raw);
    const { context } = request;
    context.end.onEnd(() => {
      // Stop reads that nobody waits for. The slot of a request that is still at work ends with its handler (onSend).
      if (context.hasResponse) context.releaseSlot?.();
      else context.work.clientLeft();
      context.releaseBody?.();
    });
    context.work.run(done);
  });

  // A callback, not an async function: most requests need no promise of this hook.
  fastify.addHook('onRequest', (request, reply, done) => {
    const { operation, open, isProbe } = request.routeOptions.config;
    const isUnreadable = hasTooManyHeaders(request) || hasUnknownExpectation(request) || lacksHost(request);
    const isBelowApp = isUnderApp(request.raw);
    const isHidden = isBelowApp && operation?.underApp === false;
    const isUnrouted = request.is404 || hasEmptySegment(request) || isHidden;
    request.context.isApplication = isBelowApp || isApplicationOperation(operation);
    if (isApplicationOperation(operation)) setApplicationHeaders(reply);
    if (isUnreadable || isUnrouted) {
      settle(
        checks.admitAnonymous(request, reply).then(() => {
          if (isUnreadable) refuseUnreadable(request, reply);
          respondUnrouted(request, reply, routes);
        }),
        (error) => {
          // A response that was sent ends the request without `done`.
          if (error) done(error);
        },
      );
      return;
    }
    if (operation?.deprecation) void reply.headers(deprecationHeaders(operation.deprecation));
    if (operation) settle(checks.check(request, reply, operation), done);
    else if (open && !isProbe) settle(checks.admitAnonymous(request, reply), done);
    else done();
  });

  fastify.addHook('preParsing', (request, reply, payload, done) => {
    const { operation } = request.routeOptions.config;
    if (operation?.upload) {
      request.context.conditions = conditionsOf(request, reply, operation);
      request.context.work.stopTime();
    }
    // Only now that the request was checked: a stranger is not asked for a body.
    if (request.headers.expect !== undefined) reply.raw.writeContinue();
    done(null, payload);
  });

  // The body arrived by events of the connection: enter the work of the request again.
  fastify.addHook('preHandler', ({ context }, _reply, done) => {
    context.work.run(done);
  });
  // The body might have arrived long after the rights were checked.
  fastify.addHook('preHandler', (request) => checks.checkAgain(request));

  fastify.addHook('preHandler', (request, reply, done) => {
    const { operation } = request.routeOptions.config;
    if (operation && request.method !== 'GET' && request.method !== 'HEAD') {
      request.context.conditions ??= conditionsOf(request, reply, operation);
      if (operation.upload) request.context.form = formOf(request);
      else if (!operation.body) refuseMembers(request);
      else request.body = isLeftOut(request, operation) ? {} : jsonBodyOf(request);
    }
    done();
  });

  // The slot of a mutation, and that of an upload, is taken when the transaction begins: an upload arrives before that.
  fastify.addHook('preHandler', async (request) => {
    const { principal, operation } = request.context;
    // An operation that shows the Work Item of its path has read it: it needs the database no longer.
    if (!principal || !operation || operation.idempotencyKey || operation.upload || operation.showsWorkItem) return;
    await takeSlot(limits, request.context);
    await checks.checkAgain(request);
  });

  fastify.addHook('preSerialization', (request, reply, payload, done) => {
    const tag = taggedBy(request.routeOptions.config.operation);
    if (tag && isRevised(payload)) setResponseHeaders(reply, { etag: etagOf(tag, payload.revision) });
    done(null, payload);
  });

  fastify.addHook('onSend', ({ raw, context }, reply, payload, done) => {
    context.hasResponse = true;
    context.work.end();
    context.releaseSlot?.();
    connectionOf(raw.socket)?.responseCompleted(bytesInMemory(payload), context.principal?.user.id);
    context.releaseBody?.();
    context.accessLine.responseDecided(reply.statusCode);
    // As late as can be: a request might have been under way long before.
    if (lifecycle.isDraining) void reply.header('Connection', 'close');
    done(null, payload);
  });
}

/** Calls `done` when the work has ended, with its error if it failed. */
function settle(work: Promise<void>, done: (error?: Error) => void): void {
  work.then(
    () => {
      done();
    },
    (error: unknown) => {
      done(error as Error);
    },
  );
}

/** Returns the bytes of memory that a response takes until it has left. */
function bytesInMemory(payload: unknown): number {
  return typeof payload === 'string' || Buffer.isBuffer(payload) ? Buffer.byteLength(payload) : 0;
}

function formOf({ headers, body, context }: FastifyRequest): Form {
  return {
    contentType: headers['content-type'],
    isEncoded: headers['content-encoding'] !== undefined,
    content: body instanceof Readable ? body : undefined,
    arrival: context.arrival,
  };
}

/** Throws the refusal of a request whose head cannot be used. */
function refuseUnreadable(request: FastifyRequest, reply: FastifyReply): never {
  if (hasTooManyHeaders(request)) refuseFields({ headers: [`must be at most ${MOST_HEADER_LINES} lines`] });
  if (!hasUnknownExpectation(request)) refuseFields({ Host: ['is required'] });
  void reply.header('Connection', 'close');
  throw refusalFor({ status: STATUS.VALIDATION_ERROR });
}

/** HTTP/1.1 asks for it (RFC 9112, section 3.2). */
function lacksHost({ raw, headers }: FastifyRequest): boolean {
  return headers.host === undefined && raw.httpVersion === '1.1';
}

/** An HTTP/1.1 request can expect `100-continue` and nothing else: Node's own rule for what that is. */
function hasUnknownExpectation({ raw, headers }: FastifyRequest): boolean {
  return (
    headers.expect !== undefined && raw.httpVersion === '1.1' && !/(?:^|\W)100-continue(?:$|\W)/i.test(headers.expect)
  );
}

/** An empty segment names nothing: no path of the API has one. */
function hasEmptySegment({ params }: FastifyRequest): boolean {
  return Object.values(params as Record<string, string>).includes('');
}

function respondUnrouted(request: FastifyRequest, reply: FastifyReply, routes: Routes): void {
  const path = routes.find(request.raw.url ?? '') ?? refuse('NOT_FOUND');
  if (isUnderApp(request.raw) && !path.isOfferedUnderApp) refuse('NOT_FOUND');
  if (path.isApplication) setApplicationHeaders(reply);
  void reply.header('Allow', path.allowed.join(', '));
  if (request.method !== 'OPTIONS') refuse('METHOD_NOT_ALLOWED', `${request.method} is not possible here.`);
  void reply.code(204).send();
}

/** No body at all, where one need not be: a media type without content is a body that is empty. */
function isLeftOut({ headers, body }: FastifyRequest, { bodyOptional }: OperationPolicy): boolean {
  const isEmpty = !Buffer.isBuffer(body) || body.length === 0;
  return bodyOptional === true && isEmpty && headers['content-type'] === undefined;
}

function jsonBodyOf({ headers, body }: FastifyRequest): JsonObject {
  if (!Buffer.isBuffer(body) || body.length === 0) refuseFields({ body: ['is required'] });
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    refuseFields({ body: ['must be sent as application/json'] });
  }
  if (headers['content-encoding'] !== undefined) refuseFields({ 'Content-Encoding': ['is not supported'] });
  return parseJsonObject(body);
}

/** A mutation without a body accepts an empty one, or `{}` (contract §1.2.7). */
function refuseMembers(request: FastifyRequest): void {
  if (!Buffer.isBuffer(request.body) || request.body.length === 0) return;
  readBody(EmptyBody, jsonBodyOf(request));
}

function taggedBy(operation: OperationPolicy | undefined) {
  return operation?.responses.tag;
}

function isRevised(payload: unknown): payload is { revision: number } {
  return typeof payload === 'object' && payload !== null && 'revision' in payload;
}
