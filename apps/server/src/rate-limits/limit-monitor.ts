/**
 * The rate limits: requests of a token, of a user and in an Organization; search text of a user; failed authentications and requests without a token of a network;
 * attempts to sign in by a known browser, to an account from a network and from anywhere, from a network, and by links from a network; requests for mails with a link from a network.
 */
export type LimitName =
  | 'token'
  | 'user'
  | 'organization'
  | 'text'
  | 'failures'
  | 'anonymous'
  | 'browser'
  | 'account'
  | 'anywhere'
  | 'address'
  | 'link'
  | 'mail';

/** Receives each count of a limit. Must neither throw nor wait. */
export interface LimitMonitor {
  counted(limit: LimitName, isAllowed: boolean): void;
}
