import autocannon from 'autocannon';
import type { BenchData } from './data.js';
import type { Load, LoadRequest } from './load.js';
import type { Path } from './path.js';
import { allPathsOf } from './paths.js';

/** A process of its own sends the load, so that building requests and reading responses never delays what is measured. */
let paths: readonly Path[] = [];

process.on('message', (message: { readonly data: BenchData } | LoadRequest) => {
  if ('data' in message) {
    paths = allPathsOf(message.data);
    return;
  }
  send(message).then(
    (load) => process.send?.({ load }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});

function send({ origin, name, side, connections, amount }: LoadRequest): Promise<Load> {
  const next = paths.find((path) => path.name === name)?.sides[side];
  if (!next) throw new Error(`${name} has no ${side}.`);
  const latencies: number[] = [];
  const start = performance.now();
  let last = start;
  return new Promise((resolve, reject) => {
    const requests = [{ setupRequest: (request: object) => ({ ...request, ...next() }) }];
    const options = { url: origin, connections, amount, timeout: 30, sampleInt: 20, requests };
    const sending = autocannon(options, (error, result) => {
      const failed = error ? 0 : result.errors + result.timeouts + result.non2xx;
      if (error || failed > 0) {
        reject(error ?? new Error(`${name} (${side}): ${failed} failed: ${JSON.stringify(result.statusCodeStats)}`));
        return;
      }
      latencies.sort((a, b) => a - b);
      const at = (share: number) => latencies[Math.floor((latencies.length - 1) * share)] ?? Number.NaN;
      const seconds = (last - start) / 1000;
      resolve({ requests: latencies.length, seconds, p50: at(0.5), p99: at(0.99) });
    });
    sending.on('response', (_client: unknown, _status: number, _bytes: number, milliseconds: number) => {
      latencies.push(milliseconds);
      last = performance.now();
    });
  });
}
