import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { RequestWork } from '@worktrack/application';
import type { AccessTokenId, UserId } from '@worktrack/domain';
import { pino } from 'pino';
import { ScriptedRedis } from '../../test/scripted-redis.js';
import { openRateLimiter } from '../rate-limits/open-rate-limiter.js';
import { openTraces } from './open-traces.js';

const LIMITS = {
  enabled: true,
  windowSeconds: 30,
  requests: 1_000,
  userRequests: 3_000,
  organizationRequests: 0,
  failures: 1_000,
  anonymous: 4,
};
const ADA = { token: { id: 'token-of-ada' as AccessTokenId }, user: { id: 'ada' as UserId } };

interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly object[];
}

interface Batch {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly Span[] }[] }[];
}

describe('The trace of a request', () => {
  const redis = new ScriptedRedis();
  const batches: Batch[] = [];
  let collector: Server;

  beforeAll(async () => {
    collector = createServer((incoming, outgoing) => {
      let text = '';
      incoming.on('data', (piece: Buffer) => (text += piece.toString()));
      incoming.on('end', () => {
        batches.push(JSON.parse(text) as Batch);
        outgoing.setHeader('Content-Type', 'application/json').end('{}');
      });
    }).listen(0, '127.0.0.1');
    await once(collector, 'listening');
    const { port } = collector.address() as AddressInfo;
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    await redis.close();
    collector.close();
    collector.closeAllConnections();
  });

  it('is exported with a span of each count in Redis, which has no key', async () => {
    const log = pino({ enabled: false });
    const limits = await openRateLimiter({ redisUrl: await redis.listen(), rateLimits: LIMITS }, log);
    const { traces, close } = openTraces(log);
    while (limits.stores().redis !== true) await pause(5);

    const trace = traces.requestBegan({});
    const work = new RequestWork(60_000);
    work.trace = trace;
    await work.run(() => limits.limiter.countRequest(ADA));
    work.end();
    trace.requestEnded({
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
      traceId: trace.id,
    });
    limits.close();
    await close();

    const spans = batches.flatMap(({ resourceSpans }) =>
      resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    const request = spans.find(({ name }) => name === 'getMe');
    // One count for the token, and one for its user.
    expect(spans.filter(({ name }) => name === 'redis')).toEqual(
      Array(2).fill(expect.objectContaining({ parentSpanId: request?.spanId, attributes: [] })),
    );
  });
});
