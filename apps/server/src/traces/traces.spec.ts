import { setTimeout as pause } from 'node:timers/promises';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { RequestWork } from '@worktrack/application';
import type { AccessTokenId, UserId } from '@worktrack/domain';
import { pino } from 'pino';
import { ScriptedRedis } from '../../test/scripted-redis.js';
import { openRateLimiter, type OpenRateLimiter } from '../rate-limits/open-rate-limiter.js';
import { Traces } from './traces.js';

const LIMITS = {
  enabled: true,
  windowSeconds: 30,
  requests: 1_000,
  userRequests: 3_000,
  organizationRequests: 0,
  textBytesPerMinute: 60_000,
  failures: 1_000,
  anonymous: 4,
};
const ADA = { token: { id: 'token-of-ada' as AccessTokenId }, user: { id: 'ada' as UserId } };
const ENTRY = {
  operation: 'getMe',
  method: 'GET',
  route: '/api/v1/me',
  status: 200,
  outcome: 'sent',
  milliseconds: 1,
  address: '192.0.2.1',
  requestId: 'req',
  clientRequestId: undefined,
  userId: undefined,
  tokenId: undefined,
  organizationId: undefined,
  traceId: undefined,
} as const;

describe('The trace of a request', () => {
  const redis = new ScriptedRedis();
  const exported = new InMemorySpanExporter();
  const traces = new Traces(
    new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exported)] }).getTracer('tests'),
  );
  let limits: OpenRateLimiter;

  beforeAll(async () => {
    limits = await openRateLimiter({ redisUrl: await redis.listen(), rateLimits: LIMITS }, pino({ enabled: false }));
    while (limits.stores().redis !== true) await pause(5);
  });
  afterAll(async () => {
    limits.close();
    await redis.close();
  });

  it('is exported with a span of each count in Redis, which has no key', async () => {
    const trace = traces.requestBegan({});
    const work = new RequestWork(60_000);
    work.trace = trace;
    await work.run(() => limits.limiter.countRequest(ADA));
    work.end();
    trace.requestEnded(ENTRY);

    const spans = exported.getFinishedSpans();
    const request = spans.find(({ name }) => name === ENTRY.operation)?.spanContext();
    const ofRedis = spans.filter(({ name }) => name === 'redis');
    expect(ofRedis.map(({ attributes }) => attributes)).toEqual([{}, {}]);
    for (const span of ofRedis) expect(span.parentSpanContext?.spanId).toBe(request?.spanId);
  });
});
