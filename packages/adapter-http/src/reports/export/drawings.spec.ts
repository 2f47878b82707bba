import { EventEmitter } from 'node:events';
import type { DrawingOrder } from './drawings.js';
import { Drawings } from './drawings.js';

/** A thread that answers when the test says so. */
class HeldThread extends EventEmitter {
  static readonly started: HeldThread[] = [];
  readonly orders: DrawingOrder[] = [];

  constructor(readonly file: string) {
    super();
    HeldThread.started.push(this);
  }

  postMessage(order: DrawingOrder): void {
    this.orders.push(order);
  }

  answer(id: number | undefined): void {
    this.emit('message', { id, drawing: { svg: `<svg id="${id}"/>`, pointCount: 1 } });
  }

  unref(): void {
    this.emit('unref');
  }

  terminate(): Promise<number> {
    return Promise.resolve(0);
  }
}

jest.mock('node:worker_threads', () => ({
  Worker: function (file: string) {
    return new HeldThread(file);
  },
}));

jest.mock('./svg-of.js', () => {
  throw new Error('The thread of the requests draws.');
});

const REQUEST = { width: 640, theme: 'light', project: 'WEB' } as const;

beforeEach(() => HeldThread.started.splice(0));

describe('Drawings', () => {
  it('are made by one thread, which the first of them starts', async () => {
    const drawings = new Drawings();
    expect(HeldThread.started).toHaveLength(0);
    const both = [drawings.draw('velocity', '{"a":1}', REQUEST), drawings.draw('distribution', '{"b":1}', REQUEST)];
    expect(HeldThread.started).toHaveLength(1);
    const [thread] = HeldThread.started;
    expect(thread?.file).toMatch(/drawing-worker\.js$/);
    expect(thread?.orders.map(({ kind, report }) => [kind, report])).toEqual([
      ['velocity', '{"a":1}'],
      ['distribution', '{"b":1}'],
    ]);
    const [first, second] = thread?.orders.map(({ id }) => id) ?? [];
    thread?.answer(second);
    thread?.answer(first);
    expect((await Promise.all(both)).map(({ svg }) => svg)).toEqual([`<svg id="${first}"/>`, `<svg id="${second}"/>`]);
  });

  it('fail when their thread ends, and the next one gets a new thread', async () => {
    const drawings = new Drawings();
    const lost = drawings.draw('velocity', '{}', REQUEST);
    HeldThread.started[0]?.emit('error', new Error('No memory is left.'));
    HeldThread.started[0]?.emit('exit', 1);
    await expect(lost).rejects.toThrow('No memory is left.');
    const next = drawings.draw('velocity', '{}', REQUEST);
    expect(HeldThread.started).toHaveLength(2);
    const [, thread] = HeldThread.started;
    thread?.answer(thread.orders[0]?.id);
    await expect(next).resolves.toMatchObject({ pointCount: 1 });
  });

  it('load no code that draws into the thread of the requests', async () => {
    await expect(import('../report-export.controller.js')).resolves.toBeDefined();
    await expect(import('../sprint-report-export.controller.js')).resolves.toBeDefined();
  });
});
