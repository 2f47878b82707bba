import type { IncomingHttpHeaders } from 'node:http';
import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  defaultTextMapGetter,
  trace as traceApi,
  type Context,
  type Span,
  type Tracer,
} from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { AccessEntry, EndingTrace, RequestTracer } from '@worktrack/adapter-http';
import type { DatabaseMonitor, EndedRoundTrip } from '@worktrack/adapter-postgres';
import type { EndedStep, RequestTrace } from '@worktrack/application';

const CONTEXT = new W3CTraceContextPropagator();

/** Statuses from here on are faults of the server. */
const SERVER_FAULT = 500;

/** Makes spans of requests and of their steps. No span has a value, a text, a path, an address or an id of a record. */
export class Traces implements RequestTracer {
  constructor(private readonly tracer: Tracer) {}

  requestBegan(headers: IncomingHttpHeaders): EndingTrace {
    const { traceparent } = headers;
    // Without `tracestate`: it is a text of the client, and nobody is called for whom it would be passed on.
    const parent =
      traceparent === undefined ? ROOT_CONTEXT : CONTEXT.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
    const span = this.tracer.startSpan('request', { kind: SpanKind.SERVER }, parent);
    return new SpanTrace(this.tracer, span);
  }

  /** Makes a span for each request that a round trip served, with the names of its own statements. */
  readonly database: DatabaseMonitor = {
    roundTripEnded: (roundTrip) => {
      for (const [trace, statements] of statementsByTrace(roundTrip)) {
        trace.stepEnded({
          name: 'database exchange',
          began: performance.now() - roundTrip.seconds * 1_000,
          isFailed: roundTrip.isFailed,
          words: {
            'db.system.name': 'postgresql',
            'worktrack.pool': roundTrip.pool,
            'worktrack.statements': statements,
          },
        });
      }
    },
    connectionAcquired: () => undefined,
    transactionEnded: () => undefined,
  };
}

/** Finds the recorded traces that a round trip concerns, each with the names of its statements. */
function statementsByTrace({ statements, works }: EndedRoundTrip): Iterable<[RequestTrace, readonly string[]]> {
  if (works.length === 1) {
    const trace = works[0]?.trace;
    return trace?.isRecorded ? [[trace, statements]] : [];
  }
  const found = new Map<RequestTrace, string[]>();
  for (const [index, name] of statements.entries()) {
    const trace = works[index]?.trace;
    if (trace?.isRecorded) found.set(trace, [...(found.get(trace) ?? []), name]);
  }
  return found;
}

/** The trace of one request: its span, below which steps are. */
class SpanTrace implements EndingTrace {
  readonly id: string;
  readonly isRecorded: boolean;
  private context: Context | undefined;

  constructor(
    private readonly tracer: Tracer,
    private readonly span: Span,
  ) {
    const { traceId, traceFlags } = span.spanContext();
    this.id = traceId;
    this.isRecorded = (traceFlags & TraceFlags.SAMPLED) !== 0;
  }

  stepEnded({ name, began, isFailed, words = {} }: EndedStep): void {
    if (!this.isRecorded) return;
    this.context ??= traceApi.setSpan(ROOT_CONTEXT, this.span);
    // OpenTelemetry takes readings of `performance.now()` for times.
    const options = { kind: SpanKind.CLIENT, startTime: began, attributes: words as Record<string, string | string[]> };
    const span = this.tracer.startSpan(name, options, this.context);
    if (isFailed) span.setStatus({ code: SpanStatusCode.ERROR });
    // Not without a time: the end would then be read from a clock of whole milliseconds.
    span.end(performance.now());
  }

  requestEnded({ operation, method, route, status, outcome }: AccessEntry): void {
    if (this.isRecorded) {
      this.span.updateName(operation ?? 'unknown');
      this.span.setAttributes({ 'http.request.method': method, 'http.route': route, 'worktrack.outcome': outcome });
      if (status !== undefined) this.span.setAttribute('http.response.status_code', status);
      if (status === undefined || status >= SERVER_FAULT) this.span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.span.end();
  }
}
