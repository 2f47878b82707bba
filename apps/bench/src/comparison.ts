import { spentBy } from './cpu.js';
import { median, type Load, type LoadProcess } from './load.js';
import type { Path, Side } from './path.js';

/** A server that is measured. */
export interface Measured {
  readonly origin: string;
  readonly pid: number;
}

/** Number and length of the rounds, and how much is sent before them. */
export interface Extent {
  readonly rounds: number;
  readonly milliseconds: number;
  /** Mutations that each side has answered before its first round. Fewer would measure the compiler of Node. */
  readonly mutations: number;
  /** Requests of a path that each side has answered before its first round. */
  readonly requests: number;
  /** Requests that warm up a path that only reads. A read is short, so fewer would measure the compiler of Node, too. */
  readonly reads: number;
  /** True when only the highest number of connections is measured, and only paths with a word. */
  readonly onlyHighest: boolean;
}

/** Median of the rounds of one side. */
export interface Figures {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Microseconds of CPU per request, `NaN` where the system does not provide it. */
  readonly serverCpu: number;
  readonly databaseCpu: number;
}

export interface Ratio {
  readonly median: number;
  readonly lowest: number;
  readonly highest: number;
}

/** One path at one number of connections. */
export interface Comparison {
  readonly name: string;
  readonly word: string | undefined;
  readonly connections: number;
  readonly sides: Readonly<Partial<Record<Side, Figures>>>;
  /** Requests per second of our server divided by those of each floor. */
  readonly over: Readonly<Partial<Record<Exclude<Side, 'ours'>, Ratio>>>;
}

type Round = Load & { readonly serverCpu: number; readonly databaseCpu: number };

/** Measures paths on all sides in turn. */
export class Comparisons {
  /** Requests per second of each path, side and number of connections, from the last time. */
  private readonly rates = new Map<string, number>();
  private readonly mutations = new Map<Side, number>();

  constructor(
    private readonly loads: LoadProcess,
    private readonly serverOf: (path: Path, side: Side) => Measured,
    private readonly postmaster: number | undefined,
    private readonly extent: Extent,
  ) {}

  /** The numbers of connections at which a path is measured. */
  connectionsOf({ connections }: Path): readonly number[] {
    return this.extent.onlyHighest ? connections.slice(-1) : connections;
  }

  async compare(path: Path, connections: number): Promise<Comparison> {
    const sides = Object.keys(path.sides) as Side[];
    for (const side of sides) await this.warmUp(path, side, connections);
    const rounds = new Map<Side, Round[]>(sides.map((side) => [side, []]));
    for (let round = 0; round < this.extent.rounds; round += 1) {
      // Each side comes first in turn, so that none profits from what the others leave behind.
      for (const side of round % 2 === 0 ? sides : [...sides].reverse()) {
        rounds.get(side)?.push(await this.round(path, side, connections));
      }
    }
    const ours = rounds.get('ours') ?? [];
    const floors = sides.filter((side) => side !== 'ours');
    return {
      name: path.name,
      word: path.word,
      connections,
      sides: Object.fromEntries([...rounds].map(([side, all]) => [side, figuresOf(all)])),
      over: Object.fromEntries(floors.map((side) => [side, ratioOf(ours, rounds.get(side) ?? [])])),
    };
  }

  private async warmUp(path: Path, side: Side, connections: number): Promise<void> {
    const { mutations, requests, reads } = this.extent;
    const isMutation = path.sides[side]?.().method === 'PATCH' || path.sides.duties !== undefined;
    // A bulk request is fifty mutations.
    const weight = path.word === 'bulk' ? 50 : 1;
    const done = this.mutations.get(side) ?? 0;
    const amount = Math.ceil((isMutation ? Math.max(requests, mutations - done) : reads) / weight);
    const load = await this.send(path, side, connections, amount);
    if (isMutation) this.mutations.set(side, done + load.requests * weight);
  }

  private async round(path: Path, side: Side, connections: number): Promise<Round> {
    const rate = this.rates.get(keyOf(path, side, connections)) ?? 1;
    const { pid } = this.serverOf(path, side);
    const amount = Math.ceil((rate * this.extent.milliseconds) / 1000);
    const spent = await spentBy(pid, this.postmaster, () => this.send(path, side, connections, amount));
    return {
      ...spent.result,
      serverCpu: spent.server / spent.result.requests || Number.NaN,
      databaseCpu: spent.database / spent.result.requests || Number.NaN,
    };
  }

  private async send(path: Path, side: Side, connections: number, amount: number): Promise<Load> {
    const { origin } = this.serverOf(path, side);
    const load = await this.loads.send({ origin, name: path.name, side, connections, amount });
    this.rates.set(keyOf(path, side, connections), load.requests / load.seconds);
    return load;
  }
}

const keyOf = (path: Path, side: Side, connections: number) => `${path.name} ${side} ${connections}`;

const perSecond = ({ requests, seconds }: Load) => requests / seconds;

function figuresOf(rounds: readonly Round[]): Figures {
  const middle = (of: (round: Round) => number) => median(rounds.map(of));
  return {
    perSecond: middle(perSecond),
    p50: middle(({ p50 }) => p50),
    p99: middle(({ p99 }) => p99),
    serverCpu: middle(({ serverCpu }) => serverCpu),
    databaseCpu: middle(({ databaseCpu }) => databaseCpu),
  };
}

function ratioOf(ours: readonly Load[], floor: readonly Load[]): Ratio {
  const ratios = ours.map((load, round) => perSecond(load) / perSecond(floor[round] ?? load));
  return { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) };
}
