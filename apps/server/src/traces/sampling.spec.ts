import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { samplerOfRequests } from './sampling.js';
import { Traces } from './traces.js';

const REQUESTS = 200;
const PARENT = '00f067aa0ba902b7';
/** A sampler of ratios takes this id at every ratio above 0: the parts of the id cancel each other out. */
const ALWAYS_TAKEN = '4bf92f354bf92f354bf92f354bf92f35';
const NEVER_TAKEN = 'ffffffff000000000000000000000000';
const REFUSED_FLAG = '00';
const WANTED_FLAG = '01';

describe('The traces that are collected', () => {
  const before = { ...process.env };
  afterEach(() => {
    process.env = { ...before };
  });

  /** Lets requests with this header begin and make a step, and returns how many are collected, with their steps. */
  function collected(traceparent: string | undefined, sampler?: string, ratio?: string) {
    if (sampler !== undefined) process.env.OTEL_TRACES_SAMPLER = sampler;
    if (ratio !== undefined) process.env.OTEL_TRACES_SAMPLER_ARG = ratio;
    const exported = new InMemorySpanExporter();
    const spanProcessors = [new SimpleSpanProcessor(exported)];
    const provider = new BasicTracerProvider({ sampler: samplerOfRequests(), spanProcessors });
    const traces = new Traces(provider.getTracer('tests'));
    let requests = 0;
    for (let n = 0; n < REQUESTS; n += 1) {
      const trace = traces.requestBegan(traceparent === undefined ? {} : { traceparent });
      if (trace.isRecorded) requests += 1;
      trace.stepEnded({ name: 'step', began: 0, isFailed: false });
      if (traceparent !== undefined) expect(trace.id).toBe(traceparent.split('-')[1]);
    }
    return { requests, steps: exported.getFinishedSpans().length };
  }

  it.each([
    ['all, although a client asks for none', undefined, undefined, REFUSED_FLAG, REQUESTS],
    ['all, where the parent decides by the variables', 'parentbased_always_on', undefined, REFUSED_FLAG, REQUESTS],
    ['none, although a client asks for all', 'parentbased_always_off', undefined, WANTED_FLAG, 0],
    ['none at the ratio 0, although a client asks for all', 'parentbased_traceidratio', '0', WANTED_FLAG, 0],
    ['all at the ratio 1, although a client asks for none', 'parentbased_traceidratio', '1', REFUSED_FLAG, REQUESTS],
  ])('are %s', (_, sampler, ratio, flag, requests) => {
    for (const header of [undefined, `00-${ALWAYS_TAKEN}-${PARENT}-${flag}`]) {
      expect(collected(header, sampler, ratio)).toEqual({ requests, steps: requests });
    }
  });

  it.each(['parentbased_traceidratio', 'traceidratio'])('are a part by %s, whichever id a client chose', (sampler) => {
    for (const id of [ALWAYS_TAKEN, NEVER_TAKEN]) {
      for (const flag of [REFUSED_FLAG, WANTED_FLAG]) {
        const { requests, steps } = collected(`00-${id}-${PARENT}-${flag}`, sampler, '0.5');
        expect(requests).toBeGreaterThan(0);
        expect(requests).toBeLessThan(REQUESTS);
        expect(steps).toBe(requests);
      }
    }
  });
});
