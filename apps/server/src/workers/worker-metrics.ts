import type { Worker } from 'node:cluster';
import cluster from 'node:cluster';
import type { MetricsResponse } from './messages.js';

/** Milliseconds that a collection waits for a worker: one that is busy is left out. */
const TIMEOUT = 2_000;

interface AwaitedCollection {
  readonly responses: Map<Worker, readonly object[]>;
  readonly from: Set<Worker>;
  readonly done: () => void;
}

/** Collects the metrics of all workers, and adds them up. */
export class WorkerMetrics {
  private readonly collections = new Map<number, AwaitedCollection>();
  private count = 0;

  /** Returns the metrics of all workers together, in the text format of Prometheus. */
  async text(): Promise<string> {
    const { AggregatorRegistry } = await import('prom-client');
    const responses = await this.collect();
    return AggregatorRegistry.aggregate([...responses]).metrics();
  }

  receive(worker: Worker, { id, metrics }: MetricsResponse): void {
    const collection = this.collections.get(id);
    collection?.responses.set(worker, metrics);
    this.noLongerWaitFor(collection, worker);
  }

  /** A worker has ended: nobody waits for it. */
  forget(worker: Worker): void {
    for (const collection of this.collections.values()) this.noLongerWaitFor(collection, worker);
  }

  private noLongerWaitFor(collection: AwaitedCollection | undefined, worker: Worker): void {
    collection?.from.delete(worker);
    if (collection?.from.size === 0) collection.done();
  }

  private async collect(): Promise<Iterable<object[]>> {
    const id = (this.count += 1);
    const responses = new Map<Worker, readonly object[]>();
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((done) => {
      const from = new Set(Object.values(cluster.workers ?? {}).filter((worker) => worker?.isConnected() === true));
      this.collections.set(id, { responses, from: from as Set<Worker>, done });
      for (const worker of from) worker?.send({ worktrack: 'collect', id }, () => undefined);
      timer = setTimeout(done, TIMEOUT);
      if (from.size === 0) done();
    });
    clearTimeout(timer);
    this.collections.delete(id);
    return responses.values() as Iterable<object[]>;
  }
}
