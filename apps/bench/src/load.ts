import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { BenchData } from './data.js';
import type { Side } from './path.js';

/** A number of requests of one path to send to one server, over `connections` connections. */
export interface LoadRequest {
  readonly origin: string;
  readonly name: string;
  readonly side: Side;
  readonly connections: number;
  readonly amount: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from a request to its response. */
  readonly p50: number;
  readonly p99: number;
}

/** A process that sends load. */
export class LoadProcess {
  private readonly child: ChildProcess = fork(path.join(__dirname, 'load-process.js'));

  constructor(data: BenchData) {
    this.child.send({ data });
  }

  /** Sends the requests and waits for all responses. Throws when a response has another status than 2xx. */
  async send(request: LoadRequest): Promise<Load> {
    const amount = Math.max(request.amount, request.connections);
    this.child.send({ ...request, amount });
    const [answer] = (await once(this.child, 'message')) as [{ readonly load: Load } | { readonly error: string }];
    if ('error' in answer) throw new Error(answer.error);
    return answer.load;
  }

  end(): void {
    this.child.kill();
  }
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
