import type { DatabaseSettings } from './database-settings.js';

/** Addresses that reports read from. */
export interface ReportAddresses {
  readonly primary: string;
  /** `undefined` where there is no replica. */
  readonly replica: string | undefined;
}

const POSTGRES_PORT = '5432';

/**
 * Finds the addresses that reports read from. Behind a pooler in transaction mode a session has the settings of its login, so reports need a
 * login of their own: that of `readUrl`, on the primary too. A `readUrl` that leads to the primary is there for its login alone.
 */
export function reportAddresses({ url, readUrl, pooler }: DatabaseSettings): ReportAddresses {
  if (readUrl === undefined || pooler !== 'transaction') return { primary: url, replica: readUrl };
  return { primary: withLoginOf(readUrl, url), replica: placeOf(readUrl) === placeOf(url) ? undefined : readUrl };
}

function placeOf(address: string): string {
  const { hostname, port, pathname, searchParams } = new URL(address);
  const host = searchParams.get('host') ?? hostname;
  return JSON.stringify([host, searchParams.get('port') ?? (port || POSTGRES_PORT), pathname]);
}

/** The driver prefers the login of the parameters, which an address without a host can have too. */
function withLoginOf(other: string, address: string): string {
  const { username, password, searchParams } = new URL(other);
  const made = new URL(address);
  for (const [name, ofAuthority] of [
    ['user', username],
    ['password', password],
  ] as const) {
    const value = searchParams.get(name) ?? decodeURIComponent(ofAuthority);
    if (value === '') made.searchParams.delete(name);
    else made.searchParams.set(name, value);
  }
  made.username = '';
  made.password = '';
  return made.href;
}
