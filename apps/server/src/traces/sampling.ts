import { ROOT_CONTEXT, TraceFlags } from '@opentelemetry/api';
import { BasicTracerProvider, ParentBasedSampler, SamplingDecision, type Sampler } from '@opentelemetry/sdk-trace-base';

/**
 * Returns the sampler of requests: it decides by the standard variables as if each trace began here. Neither the flag nor the id in a
 * `traceparent` counts, because strangers send it: the flag would collect all of their requests or none, and so would an id that they
 * choose for a ratio of ids. The steps of a request follow it.
 */
export function samplerOfRequests(): Sampler {
  // The tracer reads the variables, and draws an id for each decision. It has no processor, so its spans go nowhere.
  const tracer = new BasicTracerProvider().getTracer('sampling');
  const asIfItBeganHere: Sampler = {
    shouldSample: (_context, _traceId, name, kind) => {
      const { traceFlags } = tracer.startSpan(name, { kind }, ROOT_CONTEXT).spanContext();
      const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0;
      return { decision: isSampled ? SamplingDecision.RECORD_AND_SAMPLED : SamplingDecision.NOT_RECORD };
    },
    toString: () => 'AsIfItBeganHere',
  };
  return new ParentBasedSampler({
    root: asIfItBeganHere,
    remoteParentSampled: asIfItBeganHere,
    remoteParentNotSampled: asIfItBeganHere,
  });
}
