import { setTimeout as pause } from 'node:timers/promises';
import { Wire } from './wire.js';

/** Milliseconds between two looks at the connections. */
const LOOK = 250;

/** The bytes that a connection sends, in pieces. */
export type Beginning = readonly (string | Buffer)[];

export interface Holding {
  /** The address of this machine that the connections come from. */
  readonly from?: string;
  /** The most connections that are opened, those that replace others included. */
  readonly most: number;
  /** Bytes that each connection sends at each look. */
  readonly drip?: Buffer;
  /** False: the connections read nothing. */
  readonly reads?: boolean;
}

/**
 * Connections that send the beginning of a request and leave it at that. One whose request is refused, or that the server closes, is
 * replaced by another.
 */
export class HeldConnections {
  private readonly wires: (Wire | undefined)[];
  private readonly counts: Record<string, number> = {};
  private opened = 0;
  private isOver = false;
  private readonly watched: Promise<void>;

  private constructor(
    private readonly baseUrl: string,
    private readonly beginnings: readonly Beginning[],
    private readonly holding: Holding,
  ) {
    this.wires = beginnings.map(() => undefined);
    this.watched = this.watch();
  }

  /** Opens a connection for each of the beginnings, and resolves when all of them are sent. */
  static async hold(baseUrl: string, beginnings: readonly Beginning[], holding: Holding): Promise<HeldConnections> {
    const held = new HeldConnections(baseUrl, beginnings, holding);
    while (held.opened < beginnings.length) await pause(LOOK / 10);
    await pause(LOOK);
    return held;
  }

  /** The responses so far, by status; `cut` are connections that were closed without one. */
  get statuses(): Readonly<Record<string, number>> {
    return this.counts;
  }

  /** The number of connections without a response. */
  get underWay(): number {
    return this.wires.filter((wire) => wire && !wire.isCut && wire.statuses.length === 0).length;
  }

  /** Closes all connections. Returns the statuses. */
  async end(): Promise<Readonly<Record<string, number>>> {
    this.isOver = true;
    await this.watched;
    for (const wire of this.wires) wire?.close();
    return this.counts;
  }

  private async watch(): Promise<void> {
    while (!this.isOver) {
      await Promise.all(this.wires.map((wire, at) => this.look(wire, at)));
      await pause(LOOK);
    }
  }

  private async look(wire: Wire | undefined, at: number): Promise<void> {
    const { from, most, drip, reads = true } = this.holding;
    const [status] = wire?.statuses ?? [];
    if (wire && status === undefined && !wire.isCut) {
      if (drip) await wire.send(drip);
      return;
    }
    if (wire) {
      const outcome = status ?? 'cut';
      this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
      wire.close();
      this.wires[at] = undefined;
    }
    if (this.opened >= most) return;
    this.opened += 1;
    const next = await Wire.open(this.baseUrl, from).catch(() => undefined);
    this.wires[at] = next;
    if (!next) {
      // The server has ended: so does the attack, also that of a test which failed.
      this.isOver = true;
      return;
    }
    if (!reads) next.stopReading();
    await next.send(...(this.beginnings[at] ?? []));
  }
}
