import type { Observer } from './connections.js';

/** Address and use of the database. In brackets: the default. */
export interface DatabaseSettings {
  readonly url: string;
  /** [`url`] Where reports read: a replica. It is not connected to before the first report. */
  readonly readUrl?: string | undefined;
  /** Connections at most; reports have a few of their own beside them. */
  readonly poolMax: number;
  /** [2] Connections of reports, at most. */
  readonly reportPoolMax?: number;
  /** `false` behind a pooler that cannot keep prepared statements. */
  readonly prepared: boolean;
  /** [`application`] The server works as a role that cannot rewrite history; migrations as the owner of the schema. */
  readonly role?: 'application' | 'owner';
  readonly applicationName?: string;
  /** [`false`] Accepts settings of the cluster that lose acknowledged changes: for clusters that are thrown away. */
  readonly allowUnsafe?: boolean;
  /** Called for every round trip to the database. */
  readonly observe?: Observer;
  /** Called when an idle connection breaks: the pool replaces it. */
  readonly onIdleFailure?: (error: Error) => void;
}
