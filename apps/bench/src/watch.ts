// Loaded into a server by `--require`: answers the process that started it with figures of the server's event loop and memory.
import { closeSync, openSync, readSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

/** An order to the server: `begin` starts a measurement, `end` answers its figures, `live` the bytes in use after a garbage collection. */
export type WatchOrder = 'begin' | 'end' | 'live';

/** The figures between a `begin` and its `end`. */
export interface Watched {
  /** Milliseconds by which the event loop was late: the longest, as Node's histogram has it. */
  readonly delay: number;
  /**
   * The longest time in milliseconds between two turns of the event loop, without the time in which the thread waited for a processor.
   * `undefined` where the system does not provide that time.
   */
  readonly held: number | undefined;
}

const MILLISECOND = 1_000_000;

class Watch {
  private readonly histogram = monitorEventLoopDelay({ resolution: 1 });
  private readonly waits = openWaits();
  private readonly turns: NodeJS.Timeout;
  private last = { at: performance.now(), waited: this.waits?.read() ?? 0 };
  private held = 0;

  constructor() {
    this.histogram.enable();
    this.turns = setInterval(() => {
      this.seeTurn();
    }, 1);
  }

  end(): Watched {
    this.seeTurn();
    clearInterval(this.turns);
    this.histogram.disable();
    this.waits?.close();
    return {
      delay: this.histogram.max / MILLISECOND,
      held: this.waits && this.held,
    };
  }

  private seeTurn(): void {
    const now = { at: performance.now(), waited: this.waits?.read() ?? 0 };
    this.held = Math.max(this.held, now.at - this.last.at - (now.waited - this.last.waited));
    this.last = now;
  }
}

/** Reads the milliseconds in which this thread could run but waited for a processor (Linux only). */
function openWaits(): { readonly read: () => number; readonly close: () => void } | undefined {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(100);
    const read = (): number => {
      const [, waited] = bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ');
      return Number(waited) / MILLISECOND;
    };
    return {
      read,
      close: () => {
        closeSync(file);
      },
    };
  } catch {
    return undefined;
  }
}

async function liveBytes(): Promise<number> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  // The second collection frees what the finalizers of the first one let go.
  await pause(50);
  collect();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function listen(): void {
  let watch: Watch | undefined;
  process.on('message', (order: WatchOrder) => {
    if (order === 'live') {
      void liveBytes().then((bytes) => process.send?.(bytes));
      return;
    }
    const ended = watch?.end();
    watch = order === 'begin' ? new Watch() : undefined;
    process.send?.(order === 'begin' ? 'begun' : ended);
  });
  // The channel alone does not keep the server alive.
  process.channel?.unref();
}

// A thread of the server loads this file too.
if (isMainThread && process.send) listen();
