import type { Client } from 'pg';
import type { Errand } from './neighbour.js';

/** A token or a session, as it goes on the wire. */
export interface Credential {
  /** Headers that authenticate a request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Text before a path of the public API: `/app` for a session. */
  readonly before: '' | '/app';
}

/** The server under attack, with the token and the data of the attacker. */
export interface Target {
  readonly origin: string;
  readonly port: number;
  /** Process id of the server. */
  readonly pid: number;
  /** A connection to the database as its owner, for data that the API would create too slowly. */
  readonly database: Client;
  /** Token of the attacker: owner of one Organization, all scopes. */
  readonly token: string;
  /** 20 tokens and 20 sessions of the attacker. */
  readonly credentials: readonly Credential[];
  /** Path of the attacker's Organization, `/api/v1/organizations/attacker`. */
  readonly organization: string;
  /** Path of the attacker's Project, `…/projects/ATT`, with 2,000 Work Items, `ATT-1` to `ATT-2000`. */
  readonly project: string;
}

/** An attack on the server: legal requests that could harm other clients. */
export interface Attack {
  /** A name of a few words; `npm run bench -- attacks <part of a name>` selects by it. */
  readonly name: string;
  /** Environment variables of the server in addition to the defaults, such as `NODE_OPTIONS`. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Work of the neighbor in addition to its ordinary requests. */
  readonly neighborAlso?: Errand;
  /** Creates the data that the attack needs, before anything is measured. */
  readonly prepare?: (target: Target) => Promise<void>;
  /**
   * Attacks until `over` is aborted, then stops everything that it started. It is bounded in count and time. Resolves to a note of one
   * line about the requests that were sent and their responses.
   */
  readonly run: (target: Target, over: AbortSignal) => Promise<string>;
}
