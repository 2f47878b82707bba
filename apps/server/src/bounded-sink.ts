import { symbols } from 'pino';
import { visibleJson } from './visible.js';

/** Takes bytes without ever waiting. */
export interface Outlet {
  /** Writes and returns the number of bytes taken: fewer than all, or 0, when the reader is behind. Throws when the reader is gone. */
  write(bytes: Buffer): number;
}

/** The most that a sink holds while nobody reads. */
export interface SinkLimits {
  /** Bytes that lines below `warn` may fill. */
  readonly lineBytes: number;
  /** Further bytes for lines from `warn` on. */
  readonly faultBytes: number;
  /** The most kinds of faults that are counted once `lineBytes` and `faultBytes` are full. */
  readonly faultKinds: number;
}

const LIMITS: SinkLimits = { lineBytes: 4 * 1_024 * 1_024, faultBytes: 4 * 1_024 * 1_024, faultKinds: 256 };

/** The number that pino gives to the level `warn`. */
const WARN = 40;

/** Most bytes of one write. */
const WRITE_BYTES = 65_536;

/** Milliseconds between two attempts while the reader is behind: the pause doubles while nothing is taken. */
const PAUSE = { shortest: 5, longest: 100 };

/** The most characters of an error's message that are kept when there is no room for the whole line. */
const MESSAGE_LENGTH = 500;

/** A kind of fault without room for its lines: it is logged later, with the number of times it happened. */
interface FaultKind {
  readonly level: unknown;
  readonly err: object;
  readonly fault: unknown;
  readonly firstAt: unknown;
  lastAt: unknown;
  times: number;
}

/**
 * Encodes a line. Its unseen characters are escaped, because clients choose some of its texts and the log may be shown at a terminal. A
 * line of ASCII, which has a byte for each character, has none that a terminal obeys: pino escapes those below U+0020.
 */
function bytesOf(line: string): Buffer {
  const bytes = Buffer.from(line);
  return bytes.length === line.length ? bytes : Buffer.from(visibleJson(line));
}

/**
 * Writes the lines of a log, and never waits for the reader. While the reader is behind, lines are held in memory up to a bound. Beyond
 * it, lines below `warn` (access lines above all) are dropped and counted. Lines from `warn` on have a reserve of their own; beyond that
 * they go to the fallback, shortened, and where that takes none either, equal ones are counted. As soon as there is room again, one line
 * has the number of dropped lines, and one line for each kind of fault has how often it was met.
 *
 * Without a backlog a line is written at once: nothing is lost at the end of the process, however it ends.
 */
export class BoundedSink {
  /** Makes pino set `lastLevel` before each line. */
  readonly [symbols.needsMetadataGsym] = true;
  lastLevel = 0;

  private readonly backlog: Buffer[] = [];
  private backlogBytes = 0;
  private isFull = false;
  private isBroken = false;
  private dropped = 0;
  private readonly kinds = new Map<string, FaultKind>();
  private timer: NodeJS.Timeout | undefined;
  private pause = PAUSE.shortest;

  /** @param fallback outlet for faults that the sink has no room for */
  constructor(
    private readonly outlet: Outlet,
    private readonly fallback: Outlet | undefined,
    private readonly limits: SinkLimits = LIMITS,
  ) {}

  /** Called by pino: one whole line of JSON. */
  write(line: string): void {
    const isFault = this.lastLevel >= WARN;
    const bytes = bytesOf(line);
    const taken = this.backlog.length === 0 ? this.take(bytes) : 0;
    if (taken === bytes.length) return;
    // A line that was partly written is always completed.
    if (taken > 0 || this.hasRoomFor(bytes, isFault)) this.hold(bytes.subarray(taken));
    else if (isFault) this.shorten(line);
    else this.dropped += 1;
  }

  /**
   * Writes what is held, and waits for the reader, but gives up when it takes nothing for `patience` milliseconds, or after
   * four times as long. For the end of the process.
   */
  flush(patience: number): void {
    this.logLosses();
    let now = performance.now();
    const end = now + 4 * patience;
    let lastTaken = now;
    while (this.backlog.length > 0 && now < end && now - lastTaken < patience) {
      const before = this.backlogBytes;
      this.drain();
      if (this.backlogBytes === before) waitFor(PAUSE.shortest);
      now = performance.now();
      if (this.backlogBytes < before) lastTaken = now;
    }
  }

  private hasRoomFor({ length }: Buffer, isFault: boolean): boolean {
    if (this.isBroken) return false;
    const { lineBytes, faultBytes } = this.limits;
    if (isFault) return this.backlogBytes + length <= lineBytes + faultBytes;
    this.isFull ||= this.backlogBytes + length > lineBytes;
    return !this.isFull;
  }

  private hold(bytes: Buffer): void {
    if (this.isBroken) return;
    this.backlog.push(bytes);
    this.backlogBytes += bytes.length;
    this.tryLater();
  }

  private tryLater(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      const before = this.backlogBytes;
      this.drain();
      this.pause = this.backlogBytes < before ? PAUSE.shortest : Math.min(2 * this.pause, PAUSE.longest);
      // Log the losses after the last held line: that is where lines are missing.
      if (this.backlogBytes <= this.limits.lineBytes / 2) this.logLosses();
      if (this.backlog.length > 0) this.tryLater();
    }, this.pause).unref();
  }

  /** Writes what the outlet takes now. */
  private drain(): void {
    let taken = 0;
    let wanted = 0;
    do {
      let count = 0;
      wanted = 0;
      while (
        count < this.backlog.length &&
        (count === 0 || wanted + (this.backlog[count]?.length ?? 0) <= WRITE_BYTES)
      ) {
        wanted += this.backlog[count]?.length ?? 0;
        count += 1;
      }
      const batch = Buffer.concat(this.backlog.slice(0, count), wanted);
      taken = this.take(batch);
      if (this.isBroken) return;
      const rest = batch.subarray(taken);
      this.backlog.splice(0, count, ...(rest.length > 0 ? [rest] : []));
      this.backlogBytes -= taken;
    } while (this.backlog.length > 0 && taken === wanted);
  }

  /** Writes to the outlet and returns the number of bytes taken. */
  private take(bytes: Buffer): number {
    if (this.isBroken) return 0;
    try {
      return this.outlet.write(bytes);
    } catch {
      // The reader is gone: drop the backlog.
      this.isBroken = true;
      this.backlog.length = 0;
      this.backlogBytes = 0;
      return 0;
    }
  }

  /** Writes a shortened fault to the fallback, or else counts it, when there is no room for its line. */
  private shorten(line: string): void {
    const { level, time, requestId, err, msg } = JSON.parse(line) as Record<string, unknown>;
    const { type, code, message } = (err ?? {}) as Record<string, unknown>;
    const words = { type, code, message: typeof message === 'string' ? message.slice(0, MESSAGE_LENGTH) : message };
    const short = `${JSON.stringify({ level, time, pid: process.pid, requestId, err: words, msg })}\n`;
    if (this.isTakenByFallback(short)) return;
    const key = JSON.stringify([level, msg, words]);
    const kind = this.kinds.get(key);
    if (kind) {
      kind.times += 1;
      kind.lastAt = time;
    } else if (this.kinds.size < this.limits.faultKinds) {
      this.kinds.set(key, { level, err: words, fault: msg, firstAt: time, lastAt: time, times: 1 });
    } else this.dropped += 1;
  }

  /** True when the fallback took the whole line. A pipe takes so short a line whole or not at all. */
  private isTakenByFallback(line: string): boolean {
    const bytes = Buffer.from(line);
    try {
      return this.fallback?.write(bytes) === bytes.length;
    } catch {
      return false;
    }
  }

  /** Logs the lines and faults that had no room, and takes lines again. */
  private logLosses(): void {
    this.isFull = false;
    const { dropped } = this;
    this.dropped = 0;
    if (dropped > 0)
      this.holdLine({ level: 'warn', dropped, msg: 'Lines were dropped: the log was not read in time.' });
    for (const kind of this.kinds.values()) {
      this.holdLine({ ...kind, msg: 'A fault was met so many times while the log was not read.' });
    }
    this.kinds.clear();
  }

  private holdLine({ level, ...more }: Readonly<Record<string, unknown>>): void {
    const line = { level, time: new Date().toISOString(), pid: process.pid, ...more };
    this.hold(Buffer.from(`${JSON.stringify(line)}\n`));
  }
}

/** Blocks this thread for that many milliseconds: only for the end of the process, when no other work is left. */
function waitFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
