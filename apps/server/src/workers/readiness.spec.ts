import { EventEmitter } from 'node:events';
import type { FromWorker, ToWorker } from './messages.js';
import { serverReadiness } from './server-readiness.js';
import { WorkerReadiness } from './worker-readiness.js';

/** The states of a worker: ready or not, with a database that says nothing, or stalled. */
type State = 'ready' | 'unready' | 'waiting' | 'stalled';

/** A worker whose messages reach the primary process at once. */
class ScriptedWorker extends EventEmitter {
  state: State = 'ready';
  /** How often the primary process has asked it. */
  asked = 0;
  /** Messages that came while it was stalled. */
  private readonly late: ToWorker[] = [];
  readonly readiness = serverReadiness({ isReady: () => this.look() }, this);

  constructor(private readonly primary: (worker: ScriptedWorker, message: FromWorker) => void) {
    super();
  }

  send(message: FromWorker): boolean {
    this.primary(this, message);
    return true;
  }

  receive(message: ToWorker): void {
    if (message.worktrack === 'ask-ready') this.asked += 1;
    if (this.state === 'stalled') this.late.push(message);
    else this.emit('message', message);
  }

  /** Hears the oldest late message, in this state. */
  hearLate(state: State): void {
    this.state = state;
    this.emit('message', this.late.shift());
  }

  private look(): Promise<boolean> {
    return this.state === 'waiting' ? new Promise(() => undefined) : Promise.resolve(this.state === 'ready');
  }
}

describe('The readiness of a server with several workers', () => {
  let workers: ScriptedWorker[];
  let isPrimaryStalled: boolean;
  let ofWorkers: WorkerReadiness<ScriptedWorker>;

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    isPrimaryStalled = false;
    ofWorkers = new WorkerReadiness(
      () => workers,
      (worker, message) => {
        worker.receive(message);
      },
    );
    const hear = (worker: ScriptedWorker, message: FromWorker): void => {
      if (isPrimaryStalled) return;
      if (message.worktrack === 'received' || message.worktrack === 'ready') ofWorkers.receive(worker, message);
      if (message.worktrack !== 'readiness') return;
      void ofWorkers.isReady().then((isReady) => {
        worker.receive({ worktrack: 'server-ready', id: message.id, isReady });
      });
    };
    workers = Array.from({ length: 3 }, () => new ScriptedWorker(hear));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  /** The answer of the first worker after this number of milliseconds at most. */
  const answerAfter = async (milliseconds: number): Promise<boolean> => {
    const answer = workers[0]!.readiness.isReady();
    await jest.advanceTimersByTimeAsync(milliseconds);
    return answer;
  };

  it.each<[State[], boolean, number]>([
    [['ready', 'ready', 'ready'], true, 0],
    [['ready', 'ready', 'unready'], false, 0],
    [['unready', 'ready', 'ready'], false, 0],
    // The others take the connections of a worker that is stalled.
    [['ready', 'stalled', 'ready'], true, 300],
    [['ready', 'stalled', 'unready'], false, 300],
    [['ready', 'ready', 'waiting'], false, 2_500],
  ])('of which these are %j is %j within %i ms', async (states, isReady, milliseconds) => {
    for (const [n, state] of states.entries()) workers[n]!.state = state;
    expect(await answerAfter(milliseconds)).toBe(isReady);
  });

  it('is the same, whichever worker is asked, and each is asked once for all who ask at once', async () => {
    workers[2]!.state = 'unready';
    const answers = Promise.all([...workers, ...workers].map(({ readiness }) => readiness.isReady()));
    await jest.advanceTimersByTimeAsync(0);
    expect(new Set(await answers)).toEqual(new Set([false]));
    expect(workers.map(({ asked }) => asked)).toEqual([1, 1, 1]);
  });

  it('does not wait for a worker that ends', async () => {
    workers[1]!.state = 'stalled';
    const answer = workers[0]!.readiness.isReady();
    await jest.advanceTimersByTimeAsync(0);
    ofWorkers.forget(workers[1]!);
    await jest.advanceTimersByTimeAsync(0);
    expect(await answer).toBe(true);
  });

  it('does not take a late answer for one to a later question', async () => {
    workers[1]!.state = 'stalled';
    expect(await answerAfter(300)).toBe(true);
    const answer = workers[0]!.readiness.isReady();
    workers[1]!.hearLate('unready');
    workers[1]!.hearLate('ready');
    await jest.advanceTimersByTimeAsync(0);
    expect(await answer).toBe(true);
  });

  it('is that of nobody when no worker hears, or while the primary process is stalled: no connection is accepted', async () => {
    const { readiness } = workers[0]!;
    workers = [];
    const ofNone = readiness.isReady();
    await jest.advanceTimersByTimeAsync(0);
    expect(await ofNone).toBe(false);
    isPrimaryStalled = true;
    const ofSilence = readiness.isReady();
    await jest.advanceTimersByTimeAsync(3_000);
    expect(await ofSilence).toBe(false);
  });
});
