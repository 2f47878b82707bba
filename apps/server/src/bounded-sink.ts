import { symbols } from 'pino';
import { visibleJson } from './visible.js';

/** Takes bytes without ever waiting. */
export interface Outlet {
  /** Writes and returns the number of bytes taken: fewer than all, or 0, when the reader is too slow. Throws when the reader is gone. */
  write(bytes: Buffer): number;
}

/** The most that a sink holds while nobody reads. */
export interface SinkLimits {
  /** Bytes that lines below `warn` can fill. */
  readonly lineBytes: number;
  /** Further bytes for lines from `warn` on. */
  readonly faultBytes: number;
}

const LIMITS: SinkLimits = { lineBytes: 4 * 1_024 * 1_024, faultBytes: 4 * 1_024 * 1_024 };

/** The number that pino gives to the level `warn`. */
const WARN = 40;

/** Most bytes of one write. */
const WRITE_BYTES = 65_536;

/** Milliseconds between two attempts while the reader is too slow: the pause doubles while nothing is taken. */
const PAUSE = { shortest: 5, longest: 100 };

/** The most characters of an error's message that are kept when there is no room for the whole line. */
const MESSAGE_LENGTH = 500;

/**
 * Encodes a line. Its unseen characters are escaped, because clients choose some of its texts and the log can be shown at a terminal. A
 * line of ASCII, which has a byte for each character, has none that a terminal obeys: pino escapes those below U+0020.
 */
function bytesOf(line: string): Buffer {
  const bytes = Buffer.from(line);
  return bytes.length === line.length ? bytes : Buffer.from(visibleJson(line));
}

/**
 * Writes the lines of a log, and never waits for the reader. While the reader is slow, lines are held in memory up to a bound. Beyond it,
 * lines below `warn` (access lines above all) are dropped and counted. Lines from `warn` on have a reserve of their own; beyond that they
 * go to the fallback, shortened, and are counted where that takes none either. As soon as there is room again, one line has the numbers.
 *
 * Without a backlog a line is written immediately: nothing is lost at the end of the process, however it ends. That and the reserve are
 * why this is not pino's own destination: it drops lines by size alone, and a process with a write under way to a pipe that nobody reads
 * does not end (ADR 20).
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
  private droppedFaults = 0;
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
    else if (!isFault) this.dropped += 1;
    else if (!this.isTakenByFallback(line)) this.droppedFaults += 1;
  }

  /**
   * Writes what is held, and waits for the reader, but gives up when it takes nothing for `timeout` milliseconds, or after
   * four times as long. For the end of the process.
   */
  flush(timeout: number): void {
    this.logLosses();
    let now = performance.now();
    const end = now + 4 * timeout;
    let lastTaken = now;
    while (this.backlog.length > 0 && now < end && now - lastTaken < timeout) {
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

  /** Writes a fault without its stack to the fallback. True when it took the whole line: a pipe takes so short a line whole or not at all. */
  private isTakenByFallback(line: string): boolean {
    const { level, time, requestId, err, msg } = JSON.parse(line) as Record<string, unknown>;
    const { type, code, message } = (err ?? {}) as Record<string, unknown>;
    const words = { type, code, message: typeof message === 'string' ? message.slice(0, MESSAGE_LENGTH) : message };
    const bytes = Buffer.from(`${JSON.stringify({ level, time, pid: process.pid, requestId, err: words, msg })}\n`);
    try {
      return this.fallback?.write(bytes) === bytes.length;
    } catch {
      return false;
    }
  }

  /** Logs how many lines had no room, and takes lines again. */
  private logLosses(): void {
    this.isFull = false;
    const { dropped, droppedFaults } = this;
    if (dropped === 0 && droppedFaults === 0) return;
    this.dropped = 0;
    this.droppedFaults = 0;
    const line = {
      level: droppedFaults > 0 ? 'error' : 'warn',
      time: new Date().toISOString(),
      pid: process.pid,
      dropped,
      ...(droppedFaults > 0 && { droppedFaults }),
      msg: 'Lines were dropped: the log was not read in time.',
    };
    this.hold(Buffer.from(`${JSON.stringify(line)}\n`));
  }
}

/** Blocks this thread for that many milliseconds: only for the end of the process, when no other work is left. */
function waitFor(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
