import { ONE_SECOND } from '@worktrack/domain';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** Limits of the client connections of this process. */
export interface ConnectionLimits {
  /** Bytes of one connection that wait after its current request. Reading pauses at this number. */
  readonly keptOfOne: number;
  /** Bytes over all connections that belong to no request yet: unfinished heads, and bytes that wait after a request. */
  readonly received: number;
  /** Bytes over all connections of responses that have not left yet. */
  readonly unsent: number;
  /** The lowest reading speed: a client must read this number of bytes of its response, or all of it, in each span of milliseconds. */
  readonly sending: { readonly bytes: number; readonly milliseconds: number };
  /** The most milliseconds that a connection stays open after its last response, and the most bytes that it can still send. */
  readonly shutdown: { readonly bytes: number; readonly milliseconds: number };
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  keptOfOne: 16 * KIB,
  received: 64 * MIB,
  unsent: 64 * MIB,
  sending: { bytes: 64 * KIB, milliseconds: 20 * ONE_SECOND },
  shutdown: { bytes: 256 * KIB, milliseconds: 2 * ONE_SECOND },
};
