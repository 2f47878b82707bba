import type { Client } from 'pg';

/** The server under attack, and what the attacker may use. */
export interface Target {
  readonly origin: string;
  readonly port: number;
  /** Process id of the server. */
  readonly pid: number;
  /** A connection to the database as its owner, for data that the API would make too slowly. */
  readonly database: Client;
  /** Token of the attacker: owner of one Organization, all scopes. */
  readonly token: string;
  /** Path of the attacker's Organization, `/api/v1/organizations/attacker`. */
  readonly organization: string;
  /** Path of the attacker's Project, which holds 2,000 Work Items: `…/projects/ATT`. Its Work Items are `ATT-1` to `ATT-2000`. */
  readonly project: string;
}

/** An attack on the server: legal requests that could harm other clients. */
export interface Attack {
  /** A few words; `npm run bench -- attacks <part of a name>` chooses by them. */
  readonly name: string;
  /** Environment of the server beside the defaults, such as `NODE_OPTIONS`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Makes what the attack needs, before anything is measured. */
  readonly prepare?: (target: Target) => Promise<void>;
  /**
   * Attacks until `over` is aborted, then stops whatever it started. Everything it does is bounded in count and time. Resolves to
   * a note of one line: what was sent and what came back.
   */
  readonly run: (target: Target, over: AbortSignal) => Promise<string>;
}
