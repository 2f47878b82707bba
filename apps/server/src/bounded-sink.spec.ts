import { pino, type Logger } from 'pino';
import { BoundedSink, type Outlet, type SinkLimits } from './bounded-sink.js';
import { logOptions } from './logging.js';

/** An outlet that takes a limited number of bytes, until it is given more room. */
class Pipe implements Outlet {
  readonly taken: Buffer[] = [];
  writes = 0;
  isClosed = false;

  constructor(public room: number) {}

  write(bytes: Buffer): number {
    this.writes += 1;
    if (this.isClosed) throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
    const count = Math.min(this.room, bytes.length);
    this.room -= count;
    this.taken.push(Buffer.from(bytes.subarray(0, count)));
    return count;
  }

  /** Parses the whole lines that were written; throws if one is not JSON. */
  lines(): Record<string, any>[] {
    const text = Buffer.concat(this.taken).toString('utf8');
    return text
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, any>);
  }
}

const LIMITS: SinkLimits = { lineBytes: 10_000, faultBytes: 5_000 };
const ENDLESS = Number.MAX_SAFE_INTEGER;

interface Given {
  readonly pipe?: Pipe;
  readonly fallback?: Outlet;
}

function opened({ pipe = new Pipe(0), fallback }: Given = {}): { log: Logger; sink: BoundedSink; pipe: Pipe } {
  const sink = new BoundedSink(pipe, fallback, LIMITS);
  return { log: pino(logOptions('info'), sink), sink, pipe };
}

const fail = (log: Logger, message = 'The disk is full.'): void => {
  log.error({ requestId: 'r-1', err: new Error(message) }, 'A request failed unexpectedly.');
};

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

describe('The sink of the log', () => {
  it('writes a line at once while the reader keeps up', () => {
    const { log, pipe } = opened({ pipe: new Pipe(ENDLESS) });
    log.info({ n: 1 }, 'request');
    expect(pipe.lines()).toMatchObject([{ n: 1 }]);
    expect(pipe.writes).toBe(1);
  });

  it('shows what a client chose without a character that a terminal obeys', () => {
    const { log, pipe } = opened({ pipe: new Pipe(ENDLESS) });
    const clientRequestId = 'x\u009b2Jy\u202ez\u001b[2J\né';
    log.info({ clientRequestId }, 'request');
    expect(pipe.lines()).toMatchObject([{ clientRequestId }]);
    expect(Buffer.concat(pipe.taken).toString()).toContain(String.raw`"x\u009b2Jy\u202ez\u001b[2J\né"`);
  });

  it('holds lines for a reader who is behind, and writes them in order, whole, when it reads on', () => {
    const { log, pipe } = opened({ pipe: new Pipe(37) });
    for (let n = 0; n < 20; n += 1) log.info({ n }, 'requést');
    expect(Buffer.concat(pipe.taken)).toHaveLength(37);
    pipe.room = 100;
    jest.advanceTimersByTime(200);
    expect(Buffer.concat(pipe.taken)).toHaveLength(137);
    pipe.room = ENDLESS;
    jest.advanceTimersByTime(200);
    expect(pipe.lines().map(({ n }) => n as number)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('asks a reader who is behind ten times a second at most, however many lines come', () => {
    const { log, pipe } = opened();
    for (let n = 0; n < 1_000; n += 1) log.info({ n }, 'request');
    jest.advanceTimersByTime(1_000);
    const before = pipe.writes;
    jest.advanceTimersByTime(10_000);
    expect(pipe.writes - before).toBeLessThanOrEqual(100);
  });

  it('drops access lines beyond its limit, and writes how many in their place', () => {
    const { log, pipe } = opened();
    for (let n = 0; n < 1_000; n += 1) log.info({ n }, 'request');
    pipe.room = ENDLESS;
    jest.advanceTimersByTime(200);
    log.info({ n: 1_000 }, 'request');
    const lines = pipe.lines();
    const kept = lines.filter(({ msg }) => msg === 'request');
    expect(Buffer.concat(pipe.taken).length).toBeLessThanOrEqual(LIMITS.lineBytes + 500);
    expect(kept.map(({ n }) => n as number)).toEqual([...Array(kept.length - 1).keys(), 1_000]);
    expect(lines.at(-2)).toMatchObject({
      level: 'warn',
      dropped: 1_001 - kept.length,
      msg: 'Lines were dropped: the log was not read in time.',
    });
  });

  it('keeps faults when there is no room for access lines any more', () => {
    const { log, pipe } = opened();
    for (let n = 0; n < 1_000; n += 1) log.info({ n }, 'request');
    for (let n = 0; n < 3; n += 1) fail(log);
    pipe.room = ENDLESS;
    jest.advanceTimersByTime(200);
    const faults = pipe.lines().filter(({ level }) => level === 'error');
    expect(faults).toHaveLength(3);
    expect(faults[0]?.err.stack).toEqual(expect.any(String));
  });

  it('gives faults beyond their reserve to the fallback, without their stack', () => {
    const fallback = new Pipe(ENDLESS);
    const { log, pipe } = opened({ fallback });
    for (let n = 0; n < 100; n += 1) fail(log);
    pipe.room = ENDLESS;
    jest.advanceTimersByTime(200);
    const written = pipe.lines().length;
    expect(written).toBeGreaterThan(0);
    expect(fallback.lines()).toHaveLength(100 - written);
    const err = { type: 'Error', message: 'The disk is full.' };
    expect(fallback.lines()[0]).toEqual({
      level: 'error',
      time: expect.any(String),
      pid: process.pid,
      requestId: 'r-1',
      err,
      msg: 'A request failed unexpectedly.',
    });
  });

  it('counts faults that nobody takes: memory has a bound', () => {
    const { log, pipe } = opened({ fallback: new Pipe(0) });
    for (let n = 0; n < 10_000; n += 1) fail(log);
    log.info('request');
    pipe.room = ENDLESS;
    jest.advanceTimersByTime(200);
    const lines = pipe.lines();
    const whole = lines.filter(({ err }) => err?.stack).length;
    expect(lines.slice(whole)).toMatchObject([{ level: 'error', dropped: 1, droppedFaults: 10_000 - whole }]);
    expect(Buffer.concat(pipe.taken).length).toBeLessThan(LIMITS.lineBytes + LIMITS.faultBytes + 2_000);
  });

  it('writes what it holds at the end of the process', () => {
    const { log, sink, pipe } = opened();
    for (let n = 0; n < 1_000; n += 1) log.info({ n }, 'request');
    pipe.room = ENDLESS;
    sink.flush(100);
    const lines = pipe.lines();
    expect(lines.at(-1)).toMatchObject({ dropped: 1_001 - lines.length });
  });

  it('gives up at the end of the process when nobody reads', () => {
    jest.useRealTimers();
    const { log, sink, pipe } = opened();
    for (let n = 0; n < 10; n += 1) log.info({ n }, 'request');
    sink.flush(50);
    expect(pipe.taken.every(({ length }) => length === 0)).toBe(true);
  });

  it('forgets access lines and gives faults to the fallback when the reader has gone', () => {
    const pipe = new Pipe(0);
    const fallback = new Pipe(ENDLESS);
    const { log, sink } = opened({ pipe, fallback });
    log.info('request');
    pipe.isClosed = true;
    jest.advanceTimersByTime(200);
    log.info('request');
    fail(log);
    sink.flush(100);
    expect(fallback.lines()).toMatchObject([{ level: 'error', err: { message: 'The disk is full.' } }]);
    const before = pipe.writes;
    jest.advanceTimersByTime(10_000);
    expect(pipe.writes).toBe(before);
  });
});
