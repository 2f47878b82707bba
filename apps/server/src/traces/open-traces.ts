import { diag, DiagLogLevel } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { ServerLogger } from '../logging.js';
import { RELEASE } from '../release.js';
import { samplerOfRequests } from './sampling.js';
import { Traces } from './traces.js';

/** Milliseconds between two lines about traces that cannot be sent. */
const PAUSE = 60_000;

/** Traces that are made and sent until they are closed. */
export interface OpenTraces {
  readonly traces: Traces;
  /** Sends what is left. */
  close(): Promise<void>;
}

/** Opens traces that are sent by OTLP over HTTP. Endpoint, headers, sampling and names come from the standard variables of OpenTelemetry. */
export function openTraces(log: ServerLogger): OpenTraces {
  warnAtFailures(log);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'worktrack', 'service.version': RELEASE }))
    // The names that the operator gives win.
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    sampler: samplerOfRequests(),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  return {
    traces: new Traces(provider.getTracer('worktrack', RELEASE)),
    close: () => provider.shutdown().catch(() => undefined),
  };
}

/** Logs that traces are lost, without the words of OpenTelemetry: they can contain headers and responses of the collecting system. */
function warnAtFailures(log: ServerLogger): void {
  let last = -PAUSE;
  const warn = (): void => {
    const now = performance.now();
    if (now - last < PAUSE) return;
    last = now;
    log.warn('Traces could not be sent: the collecting system does not take them.');
  };
  const ignore = (): void => undefined;
  diag.setLogger({ error: warn, warn: ignore, info: ignore, debug: ignore, verbose: ignore }, DiagLogLevel.ERROR);
}
