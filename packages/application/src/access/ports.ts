import type { Principals } from './authenticator.js';

/** Reads the rights of credentials in a transaction. */
export interface PrincipalPorts {
  readonly principals: Principals;
}
