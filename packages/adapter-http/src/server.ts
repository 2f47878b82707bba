import type { RequestListener, ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { DynamicModule, LoggerService, Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refusal } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import { apiModule } from './api.module.js';
import { BOUND_SETTINGS, MOST_BODY_BYTES, boundsOf, type AllBounds, type BoundSettings } from './limits/bounds.js';
import { Limits } from './limits/limits.js';
import { Connections } from './connections/connections.js';
import { HttpServers } from './connections/http-server.js';
import { CONNECTION_LIMITS, type ConnectionLimits } from './connections/limits.js';
import { AccessLines, type RequestMonitor, type RequestTracer, type ServerLog } from './arrival/access-log.js';
import { addressReader, type TrustedProxies } from './arrival/client-address.js';
import { withoutApp } from './arrival/under-app.js';
import { ErrorFilter } from './reply/error.filter.js';
import { STATUS, envelopeOf, refusalFor } from './reply/errors.js';
import { installApplicationResponses } from './run/application-responses.js';
import { installHooks } from './run/hooks.js';
import type { ArrivalTimeouts } from './arrival/arrival.js';
import { RequestChecks } from './checks/checks.js';
import { Lifecycle } from './arrival/lifecycle.js';
import { MOST_HEADER_LINES, begin } from './arrival/request-start.js';
import { LONGEST_SEGMENT, Routes } from './arrival/routes.js';
import { ApiSettings } from './settings.js';
import type { WebApplication } from './web/web-application.js';
import { APPLICATION_API, EXTENSIONS_API, PUBLIC_API, type DescribedApi } from './openapi/described-apis.js';
import { buildDocument } from './openapi/document.js';
import { EXTENSIONS_DOCUMENT, PublishedDocument } from './openapi/published-document.js';
import type { ReferencePage } from './openapi/reference-page.js';
import { JSON_TYPE } from './reply/json-type.js';

/** Settings and ports that the API is built with. */
export interface ApiOptions {
  /** A module that is or imports `PortsModule.of`, and provides `logger`. */
  readonly ports: DynamicModule;
  /** The public origin, without path. */
  readonly baseUrl: string;
  readonly trustProxy: TrustedProxies;
  readonly log: ServerLog;
  /** Receives each request, for metrics. */
  readonly monitor?: RequestMonitor | undefined;
  /** Makes traces of requests. */
  readonly tracer?: RequestTracer | undefined;
  /** The provider that writes Nest's messages; `false`: they are not written. */
  readonly logger: Type<LoggerService> | false;
  /** The most bytes of an uploaded file. */
  readonly attachmentMaxBytes: number;
  /** False leaves out the application for browsers: the public API under `/app`, and everything else there. */
  readonly web?: boolean;
  /** False leaves out the extensions of v1: the paths below `/api/x` are unknown. */
  readonly extensions?: boolean;
  /** False: only the operator creates Organizations. */
  readonly organizationCreation?: boolean;
  /** False: only providers of identities and links of the operator sign in. */
  readonly passwordSignIn?: boolean;
  /** The most bytes of all files of an Organization, unless administration has set another number; 0, the default: any number. */
  readonly attachmentQuotaBytes?: number;
  /** The most seconds that an upload can take to arrive, however fast it is. */
  readonly uploadMaxSeconds?: number;
  /** The settings that the bounds of semaphores follow from, where they differ from the defaults. */
  readonly boundSettings?: Partial<BoundSettings>;
  /** Bounds of semaphores that replace those of the table. */
  readonly bounds?: Partial<AllBounds>;
  /** The most time that requests can take to arrive. */
  readonly arrivalTimeouts?: ArrivalTimeouts;
  /** The most milliseconds that the work for one request can take. */
  readonly longestWork?: number;
  /** Limits of connections, where they differ from the defaults. */
  readonly connectionLimits?: Partial<ConnectionLimits>;
  /** The pages of the application for browsers. Without them there are only its routes. */
  readonly pages?: WebApplication | undefined;
  /** The reference of the API. Without it there is no `/api/docs`. */
  readonly reference?: ReferencePage | undefined;
}

/** The API, ready to listen. */
export interface Api {
  /** Port 0 takes a free one. Resolves to the port; rejects when the address is in use. */
  listen(port: number, host: string): Promise<number>;
  /** The bytes of `GET /api/v1/openapi.json`. */
  readonly document: string;
  /** Makes the document of the operations that only the application calls. It is not published. */
  describeApplication(): string;
  /** Makes the document of the extensions, which `GET /api/x/openapi.json` publishes. */
  describeExtensions(): string;
  /** Returns the number of requests that wait for a slot to work on the database. */
  slotsWaiting(): number;
  /**
   * Stops the server: it is not ready from now on, but serves until `delay` is over; then it finishes the requests under way, stops
   * accepting, and ends. `graceMilliseconds` after the delay whatever is still open is cut.
   */
  drain(graceMilliseconds: number, delay?: Promise<unknown>): Promise<void>;
}

/** Every wait is finite. Milliseconds. */
const TIMEOUTS = {
  /** The time after which a connection without any traffic is closed. */
  connectionTimeout: 60 * ONE_SECOND,
  keepAliveTimeout: 10 * ONE_SECOND,
};

/** Seconds that an upload can take. */
const UPLOAD_MAX_SECONDS = 3_600;

/** Less than 30 s for a whole request: within them every one ends (contract §10). An upload ends when its bytes stop coming. */
function arrivalTimeoutsOf(uploadMaxSeconds = UPLOAD_MAX_SECONDS): ArrivalTimeouts {
  const upload = { bytes: 65_536, milliseconds: 20 * ONE_SECOND, longest: uploadMaxSeconds * ONE_SECOND };
  return { request: 25 * ONE_SECOND, upload };
}

/** Waits, statements and retries together, so that the response is there within 30 s (contract §10). */
const LONGEST_WORK = 27 * ONE_SECOND;

const NO_LIMIT = 0;

/**
 * The most bytes of a request line and headers. The longest query that is allowed has 100 label names of 200 code points, each of which can
 * take 12 bytes.
 */
const MOST_HEAD_BYTES = 256 * 1_024;

const refuseSchema = (): never => {
  throw new Error('A route has a schema of Fastify: the pipeline checks requests, and no schema shapes responses.');
};
/**
 * No route has a schema of Fastify. Unless it gets these, Fastify loads its compilers of schemas: 116 modules, and 40 ms of
 * processor time at each start.
 */
const NO_SCHEMAS = { compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema } };

/** Builds the API and its document, and listens to nothing yet. Rejects when a route has no policy. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { ports, baseUrl, attachmentMaxBytes, trustProxy, log, logger } = options;
  const { arrivalTimeouts = arrivalTimeoutsOf(options.uploadMaxSeconds) } = options;
  const { web = true, longestWork = LONGEST_WORK } = options;
  const given = {
    areSocketsCounted: trustProxy === false,
    attachmentBytes: attachmentMaxBytes,
    ...options.boundSettings,
  };
  const limits = new Limits({ ...boundsOf({ ...BOUND_SETTINGS, ...given }), ...options.bounds });
  const connections = new Connections({ ...CONNECTION_LIMITS, ...options.connectionLimits }, limits);
  // Node keeps one line more than is allowed, by which too many are recognised.
  const servers = new HttpServers(connections, { ...TIMEOUTS, maxHeadersCount: MOST_HEADER_LINES + 1 });
  const adapter = new FastifyAdapter({
    ...(web && { rewriteUrl: withoutApp }),
    requestTimeout: NO_LIMIT,
    bodyLimit: MOST_BODY_BYTES,
    return503OnClosing: false,
    http: {
      maxHeaderSize: MOST_HEAD_BYTES,
      // A sender that has to wait has sent at most so much more: with chunks of one byte each of them is a piece of its own.
      highWaterMark: 16_384,
      // The pipeline checks it, and responds with an envelope.
      requireHostHeader: false,
      // Node has one limit for whole requests, uploads included: that one is off, and each request has its own (Arrival).
      requestTimeout: NO_LIMIT,
      headersTimeout: arrivalTimeouts.request,
      connectionsCheckingInterval: ONE_SECOND,
    },
    logger: false,
    // The pipeline reads the query itself, strictly.
    routerOptions: { maxParamLength: LONGEST_SEGMENT, querystringParser: () => ({}) },
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      void respondUnroutable(app.get(RequestChecks), request, reply);
    },
    // The server listens to it itself.
    clientErrorHandler: () => undefined,
    serverFactory: (handler: RequestListener, { http = {} }: { http?: ServerOptions }) => servers.first(http, handler),
    skipMiddie: true,
    schemaController: NO_SCHEMAS,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  fastify.decorate(
    'addressOf',
    addressReader(trustProxy, () => log.untrustedProxy?.()),
  );
  const routes = new Routes();
  routes.collect(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(
    apiModule(
      ports,
      new ApiSettings(
        baseUrl,
        attachmentMaxBytes,
        options.attachmentQuotaBytes,
        web,
        options.extensions,
        options.organizationCreation,
        options.passwordSignIn,
      ),
      limits,
      options,
    ),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      // Nest's messages are held until their logger is created.
      logger: false,
      bufferLogs: logger !== false,
    },
  );
  if (logger) {
    app.useLogger(app.get(logger));
    app.flushLogs();
  }
  const lifecycle = app.get(Lifecycle);
  const accessLines = new AccessLines(log, undefined, options.monitor, options.tracer);
  const pipeline = {
    checks: app.get(RequestChecks),
    routes,
    accessLines,
    lifecycle,
    limits,
    arrivalTimeouts,
    longestWork,
  };
  installApplicationResponses(fastify, options.pages?.version);
  installHooks(fastify, pipeline);
  app.useGlobalFilters(new ErrorFilter(log, options.monitor));
  await app.init();
  const published = app.get(PublishedDocument);
  const describe = (api: DescribedApi) => JSON.stringify(buildDocument(app, routes.operations, api, baseUrl));
  published.madeBy(() => describe(PUBLIC_API));
  const extensions = options.extensions === false ? undefined : app.get<PublishedDocument>(EXTENSIONS_DOCUMENT);
  extensions?.madeBy(() => describe(EXTENSIONS_API));
  await fastify.ready();
  return {
    get document() {
      return published.text();
    },
    describeApplication: () => describe(APPLICATION_API),
    describeExtensions: () => describe(EXTENSIONS_API),
    slotsWaiting: () => limits.waitingForWork,
    listen: async (port, host) => {
      published.text();
      extensions?.text();
      // Not Nest's own, which writes about a port in use by itself.
      await fastify.listen({ port, host });
      const address = fastify.server.address() as AddressInfo;
      await servers.listenBeside(host, address);
      return address.port;
    },
    drain: async (graceMilliseconds, delay) => {
      lifecycle.stop();
      await delay;
      const end = setTimeout(() => {
        lifecycle.cutAll();
        connections.cutAll();
      }, graceMilliseconds);
      // Until then the port stays open, so that load balancers can read /api/ready.
      await Promise.race([lifecycle.drain(), new Promise((over) => setTimeout(over, graceMilliseconds).unref())]);
      servers.closeOthers();
      const idle = setInterval(() => {
        connections.cutIdle();
      }, 20);
      await app.close();
      clearInterval(idle);
      clearTimeout(end);
      connections.cutAll();
      accessLines.flush();
    },
  };
}

/** Responds with 404 to a URL that the router cannot read, for example one with a broken percent sequence (contract §1.2.9). */
async function respondUnroutable(checks: RequestChecks, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  begin(request, reply);
  let refused = refusal('NOT_FOUND');
  try {
    await checks.admitAnonymous(request, reply);
  } catch (error) {
    refused = refusalFor(error);
  }
  request.context.accessLine.responseDecided(STATUS[refused.code]);
  void reply
    .code(STATUS[refused.code])
    .type(JSON_TYPE)
    .send(JSON.stringify(envelopeOf(refused, request.context.requestId)));
}
