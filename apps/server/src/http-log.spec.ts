import type { AccessEntry } from '@worktrack/adapter-http';
import { pino } from 'pino';
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

/** The bytes that a stream gets from `write`. */
function written(level: LogLevel, write: (log: ServerLogger) => void): string {
  const lines: string[] = [];
  write(pino(logOptions(level), { write: (line) => void lines.push(line) }));
  return lines.join('');
}

describe('The access line', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date('2026-03-02T09:00:00.007Z') }));
  afterEach(() => jest.useRealTimers());

  it('has the instant, the process and the fields of the request, in their order', () => {
    const line = written('info', (log) => {
      httpLog(log).access(ENTRY);
    });
    const { level, time, pid, msg, ...fields } = JSON.parse(line) as Readonly<Record<string, unknown>>;
    expect({ level, time, pid, msg }).toEqual({
      level: 'info',
      time: '2026-03-02T09:00:00.007Z',
      pid: process.pid,
      msg: 'request',
    });
    expect(JSON.stringify(fields)).toBe(JSON.stringify(ENTRY));
  });

  it('leaves out what the request does not have', () => {
    const line = written('info', (log) => {
      httpLog(log).access({ ...ENTRY, userId: undefined, status: undefined, outcome: 'client_gone' });
    });
    expect(Object.keys(JSON.parse(line) as object)).not.toEqual(expect.arrayContaining(['userId']));
    expect(Object.keys(JSON.parse(line) as object)).not.toEqual(expect.arrayContaining(['status']));
  });

  it('is one line whatever a client wrote', () => {
    const clientRequestId = String.raw`"} \ {"level":"fatal"` + '\n\t\u007f\u0000';
    const line = written('info', (log) => {
      httpLog(log).access({ ...ENTRY, clientRequestId });
    });
    expect(line.split('\n')).toHaveLength(2);
    expect(JSON.parse(line)).toMatchObject({ level: 'info', clientRequestId });
  });

  it('is left out where the level of the log is higher', () => {
    expect(
      written('warn', (log) => {
        httpLog(log).access(ENTRY);
      }),
    ).toBe('');
  });
});
