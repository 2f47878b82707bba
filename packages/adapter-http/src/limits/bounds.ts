import type { Bounds } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';

const KIB = 1_024;
const MIB = 1_024 * KIB;

/** The most bytes of a JSON body. */
export const MOST_BODY_BYTES = MIB;
/** The most bytes of a small body, which never waits for large ones, and of every body of a visitor. */
export const SMALL_BODY_BYTES = 16 * KIB;

/** The settings that the bounds follow from. */
export interface BoundSettings {
  /** Connections of the pool to the database. */
  readonly connections: number;
  /** Connections of the pool of reports. */
  readonly reportConnections: number;
  /** Client connections. */
  readonly sockets: number;
  /** False behind a trusted proxy: all client connections then come from there. */
  readonly areSocketsCounted: boolean;
  readonly uploadsOfCredential: number;
  readonly uploadsOfProcess: number;
  /** Bytes that all uploads under way can have sent. */
  readonly uploadBytes: number;
  /** Bytes of the largest attachment. */
  readonly attachmentBytes: number;
}

export const BOUND_SETTINGS: BoundSettings = {
  connections: 10,
  reportConnections: 2,
  sockets: 10_000,
  areSocketsCounted: true,
  uploadsOfCredential: 4,
  uploadsOfProcess: 64,
  uploadBytes: 8_192 * MIB,
  attachmentBytes: 25 * MIB,
};

/** The bounds of each use. */
export type AllBounds = Readonly<Record<LimitUse, Bounds>>;

/** Every resource of one process that is shared out to people. */
export type LimitUse =
  | 'sockets'
  | 'turns'
  | 'smallBodies'
  | 'largeBodies'
  | 'connections'
  | 'visitors'
  | 'searches'
  | 'reports'
  | 'uploads'
  | 'uploadBytes'
  | 'downloads'
  | 'exports'
  | 'streams'
  | 'pictures'
  | 'passwords';

/** The bounds of each use. `docs/operations/limits.md` shows them, and a test compares the two. */
export function boundsOf(settings: BoundSettings): AllBounds {
  const { connections, reportConnections, sockets, uploadsOfCredential, uploadsOfProcess } = settings;
  const { uploadBytes, attachmentBytes } = settings;
  return {
    sockets: {
      of: 'connections',
      process: sockets,
      ...(settings.areSocketsCounted && { network: share(sockets, 1 / 2) }),
    },
    // Requests that begin in one turn of the event loop.
    turns: { of: 'requests', process: 32 },
    smallBodies: {
      of: 'bodies',
      process: 2_048,
      user: 256,
      network: 256,
      waiting: { process: 1_000, one: 256, timeout: 5 * ONE_SECOND },
    },
    // Bytes.
    largeBodies: {
      of: 'bodies',
      process: 64 * MIB,
      organization: 48 * MIB,
      user: 16 * MIB,
      waiting: { process: 1_000, one: 250, timeout: 5 * ONE_SECOND },
    },
    connections: {
      of: 'requests',
      process: connections,
      organizationWhileOthersWait: share(connections, 3 / 4),
      user: share(connections, 1 / 2),
      waiting: { process: 10_000, one: 1_000, timeout: 5 * ONE_SECOND },
    },
    // Each also has a connection of the pool. The others are for those who are signed in.
    visitors: {
      of: 'visitors',
      process: share(connections, 2 / 5),
      network: share(connections, 1 / 5),
      waiting: { process: 1_000, one: 100, timeout: 5 * ONE_SECOND },
    },
    // Each also has a connection of the pool, for up to the longest time of a statement. Two of them take two cores of PostgreSQL.
    searches: {
      of: 'searches',
      process: share(connections, 1 / 2),
      organizationWhileOthersWait: share(connections, 2 / 5),
      user: share(connections, 1 / 5),
      waiting: { process: 10_000, one: 1_000, timeout: 10 * ONE_SECOND },
    },
    reports: {
      of: 'reports',
      process: reportConnections,
      organization: share(reportConnections, 1 / 2),
      user: 1,
      // The time of the longest statement of another report.
      waiting: { process: 10_000, one: 1_000, timeout: 10 * ONE_SECOND },
      // More wait than a page of reports asks for.
      pause: { waiting: 8, milliseconds: 100 },
    },
    uploads: {
      of: 'uploads',
      process: uploadsOfProcess,
      organization: Math.max(uploadsOfCredential, share(uploadsOfProcess, 1 / 2)),
      user: Math.max(uploadsOfCredential, Math.min(2 * uploadsOfCredential, share(uploadsOfProcess, 1 / 2))),
      credential: uploadsOfCredential,
    },
    uploadBytes: {
      of: 'bytes of uploads',
      process: uploadBytes,
      organization: Math.max(attachmentBytes, share(uploadBytes, 1 / 2)),
      user: Math.max(attachmentBytes, share(uploadBytes, 1 / 4)),
    },
    // Streams. Each holds a connection to the store of attachments until its client has read it.
    downloads: {
      of: 'downloads',
      process: 100,
      organization: 50,
      user: 10,
      waiting: { process: 1_000, one: 100, timeout: 10 * ONE_SECOND },
    },
    // Streams. Each holds the rows of its report until its client has read them.
    exports: {
      of: 'exports',
      process: 4,
      organization: 2,
      user: 1,
      // Each holds its rows in memory meanwhile.
      waiting: { process: 10, one: 2, timeout: 5 * ONE_SECOND },
    },
    streams: { of: 'streams', process: 1_000, credential: 4 },
    pictures: {
      of: 'pictures',
      process: 2,
      organizationWhileOthersWait: 1,
      user: 1,
      waiting: { process: 100, one: 4, timeout: 20 * ONE_SECOND },
    },
    // Hashing takes 19 MiB and a thread.
    passwords: {
      of: 'passwords',
      process: 4,
      user: 2,
      network: 2,
      waiting: { process: 100, one: 20, timeout: 5 * ONE_SECOND },
    },
  };
}

const share = (whole: number, part: number): number => Math.max(1, Math.floor(whole * part));
