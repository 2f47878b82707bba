import type { AccessEntry } from '@worktrack/adapter-http';
import { pino } from 'pino';
import { BoundedSink } from './bounded-sink.js';
import type { LogLevel } from './config.js';
import { httpLog } from './http-log.js';
import { logOptions, type ServerLogger } from './logging.js';

const ENTRY: AccessEntry = {
  requestId: '0b0e8f6e-5a0e-4a39-9d56-7f6f5c1f9c55',
  clientRequestId: 'a client',
  method: 'GET',
  route: '/api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey',
  operation: 'getWorkItem',
  status: 200,
  outcome: 'sent',
  milliseconds: 1.234567,
  address: '192.0.2.1',
  userId: '10000000-0000-4000-8000-000000000003',
  tokenId: '10000000-0000-4000-8000-000000000004',
  organizationId: '10000000-0000-4000-8000-000000000000',
  traceId: undefined,
};

const NOBODY = { clientRequestId: undefined, userId: undefined, tokenId: undefined, organizationId: undefined };

const ENTRIES: Readonly<Record<string, AccessEntry>> = {
  'a read': ENTRY,
  'a request of nobody': { ...ENTRY, ...NOBODY },
  'a request without a route': { ...ENTRY, ...NOBODY, route: 'unknown', operation: undefined, status: 404 },
  'a request that ended before its answer': { ...ENTRY, status: undefined, outcome: 'client_gone' },
  'a request that was cut': { ...ENTRY, status: undefined, outcome: 'cut', milliseconds: 30_000 },
  'a very short request': { ...ENTRY, milliseconds: 1e-7 },
  'quotes and backslashes of a client': { ...ENTRY, clientRequestId: String.raw`"} \ {"level":"fatal"` },
  'a tab and the end of a line of a client': { ...ENTRY, clientRequestId: 'one\ttwo\nthree\u007f\u0000' },
  'letters of a client': { ...ENTRY, clientRequestId: 'Größe é ÿ €' },
  'a long text of a client': { ...ENTRY, clientRequestId: '"x'.repeat(64) },
  'an address of IPv6 with a zone': { ...ENTRY, address: 'fe80::1%eth0' },
  'a trace': { ...ENTRY, traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
  'no address': { ...ENTRY, address: '' },
};

/** The bytes that a stream gets from `write`. */
function written(level: LogLevel, write: (log: ServerLogger) => void): string {
  const lines: string[] = [];
  write(pino(logOptions(level), { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('The access line', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00.007Z') }));
  afterEach(() => jest.useRealTimers());

  it.each(Object.entries(ENTRIES))('has the bytes that the logger writes: %s', (_name, entry) => {
    const ours = written('info', (log) => {
      httpLog(log).access(entry);
    });
    const loggers = written('info', (log) => {
      log.info(entry, 'request');
    });
    expect(ours).toBe(loggers);
    expect(JSON.parse(ours)).toMatchObject({ time: '2026-03-02T09:00:00.007Z', msg: 'request' });
  });

  it('has the instant at which it is written', () => {
    const lines = written('info', (log) => {
      const http = httpLog(log);
      for (const step of [0, 992, 1, 60_000, 999]) {
        jest.advanceTimersByTime(step);
        http.access(ENTRY);
      }
    });
    const times = lines
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { time: string }).time.slice(11));
    expect(times).toEqual(['09:00:00.007Z', '09:00:00.999Z', '09:00:01.000Z', '09:01:01.000Z', '09:01:01.999Z']);
  });

  it('has no fields but those of the list', () => {
    const surplus = { authorization: 'secret' };
    expect(
      written('info', (log) => {
        httpLog(log).access({ ...ENTRY, ...surplus });
      }),
    ).not.toContain('secret');
  });

  it('is left out where the level of the log is higher', () => {
    expect(
      written('warn', (log) => {
        httpLog(log).access(ENTRY);
      }),
    ).toBe('');
  });

  it('is dropped by the sink where nobody reads, also after a fault: it has a level of its own', () => {
    const outlet = { write: () => 0 };
    const sink = new BoundedSink(outlet, undefined, { lineBytes: 10, faultBytes: 10_000, faultKinds: 2 });
    const log = pino(logOptions('info'), sink);
    httpLog(log).fault('an id', new Error('a fault'));
    expect(sink.lastLevel).toBe(pino.levels.values.error);
    httpLog(log).access(ENTRY);
    expect(sink.lastLevel).toBe(pino.levels.values.info);
  });
});
