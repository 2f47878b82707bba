import path from 'node:path';
import type { Environment } from './program.js';

/** The moments of a mutation's transaction at which a fault can happen; `preload/fault-at.cjs` defines them. */
export const POINTS = [
  'before-claim',
  'after-claim',
  'after-locks',
  'after-writes',
  'before-commit',
  'after-commit',
] as const;

/** An error in the server; the end of the server by SIGKILL; the end of the process of PostgreSQL that serves the transaction. */
export const FAULTS = ['throw', 'kill', 'terminate'] as const;

export type Point = (typeof POINTS)[number];
export type FaultKind = (typeof FAULTS)[number];

/** A fault that happens once, in the first transaction of a request to this operation. */
export interface Fault {
  /** The operationId. */
  readonly operation: string;
  readonly point: Point;
  readonly fault: FaultKind;
  /** The `Idempotency-Key` of the one request that gets the fault. */
  readonly key?: string;
}

const PRELOAD = path.resolve(__dirname, '../../src/kit/preload/fault-at.cjs');

/** Returns the environment of a server in which these faults happen. */
export const faultsAt = (faults: readonly Fault[]): Environment => ({
  NODE_OPTIONS: `--require ${PRELOAD}`,
  FAULTS: JSON.stringify(faults),
});

/** Lists the faults that have happened, from the log of the server: `OPERATION POINT FAULT` each. */
export const faultsIn = (log: string): string[] => [...log.matchAll(/^fault: (.+)$/gm)].map(([, fault]) => fault!);
