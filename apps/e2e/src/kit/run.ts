import { readFileSync, writeFileSync } from 'node:fs';
import type { OpenApiDocument } from './openapi-document.js';
import type { ProvisionedWorld, WorldName } from './world-plans.js';

/** Names of the servers that suites share; `jest.config.cjs` chooses one for each project. */
export type SharedServerName = 'ordinary' | 'one-connection';

declare global {
  /** The shared server of a suite's jest project. Undefined outside of suites. */
  var SHARED_SERVER: SharedServerName | 'none' | undefined;
}

export interface SharedServer {
  readonly baseUrl: string;
  readonly databaseUrl: string;
  /** The address of a second server of the same installation. */
  readonly another?: string;
}

/** The servers, databases and worlds that global set-up made once for all suites. */
export interface Run {
  readonly sharedServers: Readonly<Record<SharedServerName, SharedServer>>;
  /** Superuser URL of the throw-away PostgreSQL. */
  readonly postgresUrl: string;
  /** Name of the database that is migrated and holds every world. */
  readonly template: string;
  readonly worlds: Readonly<Record<WorldName, ProvisionedWorld>>;
  /** `GET /api/v1/openapi.json` as the shared server answered it. */
  readonly openapi: OpenApiDocument;
  /** `GET /api/x/openapi.json` as the shared server answered it. */
  readonly extensions: OpenApiDocument;
  /** The document of the operations that only the application calls, as a task writes it. */
  readonly application: OpenApiDocument;
}

const VARIABLE = 'WORKTRACK_E2E_RUN';

/** Hands the run to the suites: jest's workers inherit the environment. */
export function announce(run: Run, file: string): void {
  writeFileSync(file, JSON.stringify(run), { mode: 0o600 });
  process.env[VARIABLE] = file;
}

let known: Run | undefined;

export function theRun(): Run {
  const file = process.env[VARIABLE];
  if (file === undefined) throw new Error(`${VARIABLE} is not set: global set-up did not run`);
  known ??= JSON.parse(readFileSync(file, 'utf8')) as Run;
  return known;
}

/** Returns the server that the suites of this jest project share. */
export function sharedServer(): SharedServer {
  const name = globalThis.SHARED_SERVER;
  if (name === undefined || name === 'none') {
    throw new Error('This suite runs without a shared server: a suite that uses one is not named *.own-server.e2e.ts.');
  }
  return theRun().sharedServers[name];
}
