import type { Session, SignInOptions } from './api/session.js';

/** The data that the server puts into the page, so that the first screen needs no request for it. */
export interface Boot {
  readonly session: Session | null;
  readonly signIn?: SignInOptions;
  /** The sentence about the sign-in with a provider that failed at this address. */
  readonly signInProblem?: string;
  /** The request that failed, where the server could not read the session. */
  readonly failedRequest?: string;
  /** Changes with every build. */
  readonly version: string;
}

export function readBoot(): Boot {
  return JSON.parse(document.getElementById('boot')?.textContent ?? '{"session":null,"version":""}') as Boot;
}
