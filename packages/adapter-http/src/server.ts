import type { AddressInfo, Socket } from 'node:net';
import type { DynamicModule, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { apiModule } from './api.module.js';
import type { ServerLog } from './pipeline/access-log.js';
import { BodyPipe } from './pipeline/body.pipe.js';
import { ErrorFilter } from './pipeline/error.filter.js';
import { STATUS, envelopeOf, refusalFor } from './pipeline/errors.js';
import { FairShare } from './pipeline/fair-share.js';
import { MOST_BODY_BYTES, installHooks } from './pipeline/hooks.js';
import type { Patience } from './pipeline/arrival.js';
import { Judge } from './pipeline/judge.js';
import { Lifecycle } from './pipeline/lifecycle.js';
import { answerExpectation, answerParserError } from './pipeline/raw-errors.js';
import { ReportTurns } from './pipeline/report-turns.js';
import { begin } from './pipeline/request-start.js';
import { LONGEST_SEGMENT, Routes } from './pipeline/routes.js';
import { ApiSettings } from './settings.js';
import { buildDocument } from './openapi/document.js';
import { PublishedDocument } from './openapi/published-document.js';

/** What the API needs from whoever runs it. */
export interface ApiOptions {
  /** A global module that provides the ports of the application: see `app.module.ts` of the server. */
  readonly ports: DynamicModule;
  /** The public origin, without path. */
  readonly baseUrl: string;
  /** Trusted proxies: none, a number of hops, or addresses and ranges. */
  readonly trustProxy: false | number | readonly string[];
  readonly log: ServerLog;
  readonly logger: LoggerService | false;
  /** How large an uploaded file may be, in bytes. */
  readonly attachmentMaxBytes: number;
  /** How many requests of one token may work on the database at once: fewer than there are connections to it. */
  readonly mostAtOnce?: number;
  /** How many reports are made at once: as many as there are connections for them. */
  readonly mostReports?: number;
  /** How long requests may take to arrive. */
  readonly patience?: Patience;
  /** How long the work for one request may take, in milliseconds. */
  readonly longestWork?: number;
}

/** The API, ready to listen. */
export interface Api {
  /** Port 0 takes a free one. Resolves to the port; rejects when the address is in use. */
  listen(port: number, host: string): Promise<number>;
  /** The bytes of `GET /api/v1/openapi.json`. */
  readonly document: string;
  /** Stops accepting, answers what is in flight, and ends; after `graceMilliseconds` whatever is still open is cut. */
  drain(graceMilliseconds: number): Promise<void>;
}

const SECOND = 1_000;

/** Every wait is finite. Milliseconds. */
const TIMEOUTS = {
  /** For a connection without any traffic. */
  connectionTimeout: 60 * SECOND,
  keepAliveTimeout: 10 * SECOND,
};

/** Less than 30 s for a whole request: within them every one ends (contract §10). An upload ends when its bytes stop coming. */
const PATIENCE: Patience = { request: 25 * SECOND, upload: { bytes: 65_536, milliseconds: 20 * SECOND } };

/** Waits, statements and retries together, so that the answer is there within 30 s (contract §10). */
const LONGEST_WORK = 27 * SECOND;

const NO_LIMIT = 0;

/**
 * Of a request line and headers. The longest query that is allowed has 100 label names of 200 code points, each of which may
 * take 12 bytes.
 */
const MOST_HEAD_BYTES = 256 * 1_024;

/** Builds the API and its document, and listens to nothing yet. Rejects when a route has no policy. */
export async function createApi(options: ApiOptions): Promise<Api> {
  const { ports, baseUrl, attachmentMaxBytes, mostAtOnce = 5, trustProxy, log, logger } = options;
  const { mostReports = 2, patience = PATIENCE, longestWork = LONGEST_WORK } = options;
  const adapter = new FastifyAdapter({
    ...TIMEOUTS,
    requestTimeout: NO_LIMIT,
    bodyLimit: MOST_BODY_BYTES,
    trustProxy: trusted(trustProxy),
    return503OnClosing: false,
    http: {
      maxHeaderSize: MOST_HEAD_BYTES,
      // Judged by the pipeline, whose answers have an envelope.
      requireHostHeader: false,
      // Node has one limit for whole requests, uploads included: that one is off, and each request has its own (Arrival).
      requestTimeout: NO_LIMIT,
      headersTimeout: patience.request,
      connectionsCheckingInterval: SECOND,
    },
    logger: false,
    // The pipeline reads the query itself, strictly.
    routerOptions: { maxParamLength: LONGEST_SEGMENT, querystringParser: () => ({}) },
    frameworkErrors: answerUnroutable,
    clientErrorHandler: answerParserError,
    skipMiddie: true,
  });
  const fastify = adapter.getInstance<FastifyInstance>();
  const share = new FairShare(mostAtOnce);
  const reports = new ReportTurns(mostReports);
  const routes = new Routes();
  routes.collect(fastify);
  const app = await NestFactory.create<NestFastifyApplication>(
    apiModule(ports, new ApiSettings(baseUrl, attachmentMaxBytes), share),
    adapter,
    {
      bodyParser: false,
      abortOnError: false,
      logger,
    },
  );
  const lifecycle = app.get(Lifecycle);
  installHooks(fastify, { judge: app.get(Judge), routes, log, lifecycle, share, reports, patience, longestWork });
  app.useGlobalPipes(new BodyPipe());
  app.useGlobalFilters(new ErrorFilter(log));
  await app.init();
  const published = app.get(PublishedDocument);
  published.text = JSON.stringify(buildDocument(app, routes.operations, baseUrl));
  await fastify.ready();
  // A body is asked for once the request was judged (preParsing), not before.
  fastify.server.on('checkContinue', (request, response) => fastify.server.emit('request', request, response));
  fastify.server.on('checkExpectation', answerExpectation);
  fastify.server.on('connect', (_request, socket: Socket) => {
    answerParserError(new Error('CONNECT is for proxies.'), socket);
  });

  return {
    document: published.text,
    listen: async (port, host) => {
      // Not Nest's own, which writes about a port in use by itself.
      await fastify.listen({ port, host });
      return (fastify.server.address() as AddressInfo).port;
    },
    drain: async (graceMilliseconds) => {
      const end = setTimeout(() => {
        fastify.server.closeAllConnections();
      }, graceMilliseconds);
      // Until then the port stays open, so that /api/ready can tell whoever balances the load.
      await Promise.race([lifecycle.drain(), new Promise((over) => setTimeout(over, graceMilliseconds).unref())]);
      const idle = setInterval(() => {
        fastify.server.closeIdleConnections();
      }, 20);
      await app.close();
      clearInterval(idle);
      clearTimeout(end);
    },
  };
}

/** Hops are counted from this server outwards. */
function trusted(proxies: ApiOptions['trustProxy']) {
  if (typeof proxies === 'number') return (_address: string, hop: number) => hop < proxies;
  return proxies && [...proxies];
}

/** What the router itself cannot read, a broken percent sequence above all, names nothing (contract §1.2.9). */
function answerUnroutable(_error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  begin(request, reply);
  const refusal = refusalFor({ status: 404 });
  void reply
    .code(STATUS.NOT_FOUND)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(envelopeOf(refusal, request.context.requestId)));
}
