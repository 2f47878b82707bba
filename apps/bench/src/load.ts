import { Agent, request } from 'undici';

/** Returns the next request to send. */
export type NextRequest = () => {
  readonly method: 'GET' | 'PATCH' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

export interface Load {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
}

/** Sends requests over `connections` keep-alive connections for `milliseconds`. Throws when a response has another status than 2xx. */
export async function load(
  origin: string,
  connections: number,
  milliseconds: number,
  next: NextRequest,
): Promise<Load> {
  const agent = new Agent({ connections, pipelining: 1 });
  const latencies: number[] = [];
  const start = performance.now();
  const worker = async () => {
    while (performance.now() - start < milliseconds) {
      const { path, ...options } = next();
      const sent = performance.now();
      const { statusCode, body } = await request(origin + path, { ...options, dispatcher: agent });
      const text = await body.text();
      if (statusCode >= 300) throw new Error(`${options.method} ${path}: ${statusCode} ${text}`);
      latencies.push(performance.now() - sent);
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - start) / 1000;
  await agent.close();
  latencies.sort((a, b) => a - b);
  const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
  return { perSecond: latencies.length / seconds, p50: at(0.5), p99: at(0.99) };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
