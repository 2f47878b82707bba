import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { spentBy } from './cpu.js';
import { makeData, PROJECT, SLUG, type BenchData } from './data.js';
import { startDurablePostgres } from './durable-postgres.js';
import { LoadProcess, median } from './load.js';
import { freePort } from './processes.js';
import { WatchedServer } from './watched-server.js';

/** The measured requests: the path, requests of one round, requests before the first round. */
const PATHS = [
  { name: 'get a Work Item', connections: 32, amount: 800, before: 5_000 },
  { name: 'list 50, last updated first', connections: 32, amount: 300, before: 1_500 },
  { name: 'update the priority', connections: 16, amount: 250, before: 1_500 },
] as const;

const ROUNDS = 15;

/** Scrapes whose hold on the event loop is measured, and the milliseconds between them: an answer is kept for a second. */
const SCRAPES = { count: 10, interval: 1_100 };

/** Milliseconds between two batches of traces. By default it is 5,000: the last batch of a round would fall out of the round. */
const BATCH_INTERVAL = 50;

/** Milliseconds after the requests of a round in which the last batch is sent. */
const AFTERWARDS = 2 * BATCH_INTERVAL;

/** A server with one way of watching it. */
interface Variant {
  readonly name: string;
  readonly server: WatchedServer;
  /** Spans that arrived from it. */
  readonly spans: () => number;
}

/**
 * Prints the processor time of a server for a get, a list and an update: without metrics and traces, with metrics, with traces of some
 * and of all requests, in alternating rounds. Then the time for which a scrape holds the event loop.
 * @param other path of the program of another build, which is measured too, without metrics and traces
 */
export async function measureMonitoring(other?: string): Promise<void> {
  if (other !== undefined && !existsSync(other)) throw new Error(`There is no program ${other}.`);
  const postgres = await startDurablePostgres();
  const collector = new Collector();
  const started: WatchedServer[] = [];
  try {
    const data = await makeData(postgres.url, false);
    const start = async (name: string, environment: NodeJS.ProcessEnv = {}, program?: string): Promise<Variant> => {
      const server = await WatchedServer.start(postgres.url, environment, program);
      started.push(server);
      return { name, server, spans: () => collector.spansOf(name) };
    };
    const traces = async (name: string, share: string): Promise<Variant> =>
      start(name, {
        OTEL_EXPORTER_OTLP_ENDPOINT: await collector.addressFor(name),
        OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
        OTEL_TRACES_SAMPLER_ARG: share,
        OTEL_BSP_SCHEDULE_DELAY: String(BATCH_INTERVAL),
      });
    const metricsPort = await freePort();
    const variants = [
      await start('neither'),
      // The difference between two equal servers is that of chance.
      await start('neither, again'),
      ...(other === undefined ? [] : [await start('neither, the other build', {}, other)]),
      await start('metrics', { METRICS_PORT: String(metricsPort) }),
      await traces('traces of 1 %', '0.01'),
      await traces('traces of 100 %', '1'),
    ];
    const loads = new LoadProcess(data);
    try {
      for (const path of PATHS) await measurePath(path, variants, loads);
    } finally {
      loads.end();
    }
    const { server } = variants.find(({ name }) => name === 'metrics')!;
    await measureScrapes(server, `http://127.0.0.1:${metricsPort}/metrics`, data);
  } finally {
    for (const server of started) await server.stop();
    collector.close();
    await postgres.leave();
  }
}

async function measurePath(
  { name, connections, amount, before }: (typeof PATHS)[number],
  variants: readonly Variant[],
  loads: LoadProcess,
): Promise<void> {
  const send = (server: WatchedServer, requests: number) =>
    loads.send({ origin: server.origin, name, side: 'ours', connections, amount: requests });
  for (const { server } of variants) await send(server, before);
  await pause(AFTERWARDS);
  const spent = new Map<string, number[]>(variants.map((variant) => [variant.name, []]));
  const spansBefore = variants.map(({ spans }) => spans());
  for (let round = 0; round < ROUNDS; round += 1) {
    // Each comes first in turn.
    for (const variant of [...variants.slice(round % variants.length), ...variants.slice(0, round % variants.length)]) {
      const { server } = await spentBy(variant.server.pid, undefined, async () => {
        await send(variant.server, amount);
        await pause(AFTERWARDS);
      });
      spent.get(variant.name)!.push(server / amount);
    }
  }
  console.log(
    `${name}, ${connections} at once, ${ROUNDS} rounds of ${amount}: µs of the server for each request, and the middle half`,
  );
  const bare = spent.get(variants[0]!.name)!;
  for (const [index, variant] of variants.entries()) {
    const figures = spent.get(variant.name)!;
    // Each round is compared with the same round of the first server: what else runs on the machine hits both.
    const over = figures.map((figure, round) => 100 * (figure / bare[round]! - 1));
    const spans = (variant.spans() - spansBefore[index]!) / (ROUNDS * amount);
    console.log(
      `  ${variant.name}: ${median(figures).toFixed(0)}, lowest ${Math.min(...figures).toFixed(0)}; ${signed(median(over))} % ` +
        `[${signed(quartile(over, 0.25))} to ${signed(quartile(over, 0.75))}]` +
        (spans > 0 ? `; ${spans.toFixed(2)} spans arrived for each request` : ''),
    );
  }
}

/** The value below which this share of the values lies. */
const quartile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) * share)]!;

const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(1)}`;

/** Prints the longest turn of the event loop while metrics of every operation are collected. */
async function measureScrapes(server: WatchedServer, metrics: string, data: BenchData): Promise<void> {
  const operations = await callEveryOperation(server.origin, data);
  const held: number[] = [];
  let [lines, bytes] = [0, 0];
  for (let scrape = 0; scrape < SCRAPES.count; scrape += 1) {
    await pause(SCRAPES.interval);
    const watched = await server.watch(async () => {
      const text = await (await fetch(metrics)).text();
      lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length;
      bytes = text.length;
    });
    held.push(watched.held ?? watched.delay);
  }
  console.log(
    `A scrape after requests to ${operations} operations: ${lines} samples, ${bytes} bytes; it held the event loop for ` +
      `${median(held).toFixed(1)} ms, at most ${Math.max(...held).toFixed(1)} ms, in ${SCRAPES.count} scrapes`,
  );
}

/** Sends one request to each operation of the contract, so that each has its metrics. Most are refused. Returns their number. */
async function callEveryOperation(origin: string, { tokens }: BenchData): Promise<number> {
  const document = (await (await fetch(`${origin}/api/v1/openapi.json`)).json()) as { paths: Record<string, object> };
  const headers = { authorization: `Bearer ${tokens[0]!}`, 'content-type': 'application/json' };
  let operations = 0;
  for (const [template, methods] of Object.entries(document.paths)) {
    const known: Readonly<Record<string, string>> = { '{organizationSlug}': SLUG, '{projectKey}': PROJECT };
    const path = template.replace(/\{\w+\}/g, (parameter) => known[parameter] ?? 'x');
    for (const method of Object.keys(methods).filter((one) => /^(get|post|put|patch|delete)$/.test(one))) {
      const isRead = method === 'get';
      const answer = await fetch(origin + path, {
        method: method.toUpperCase(),
        headers,
        ...(isRead ? {} : { body: '{"unknown":true}' }),
      });
      await answer.arrayBuffer();
      operations += 1;
    }
  }
  return operations;
}

/** Collecting systems, one for each server, that count the spans they are sent. */
class Collector {
  private readonly servers: Server[] = [];
  private readonly counts = new Map<string, number>();

  /** Opens the collecting system of one server. Returns its address. */
  async addressFor(name: string): Promise<string> {
    const server = createServer((incoming, outgoing) => {
      const pieces: Buffer[] = [];
      incoming.on('data', (piece: Buffer) => pieces.push(piece));
      incoming.on('end', () => {
        const spans = Buffer.concat(pieces).toString('latin1').split('"spanId"').length - 1;
        this.counts.set(name, this.spansOf(name) + spans);
        outgoing.setHeader('Content-Type', 'application/json').end('{}');
      });
    });
    this.servers.push(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  spansOf(name: string): number {
    return this.counts.get(name) ?? 0;
  }

  close(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}
