import { OWN_ADDRESSES } from './own-addresses.js';

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

export interface Address {
  /** As the browser understands it: on this origin from its first slash, else from its scheme. */
  readonly href: string;
  /** A screen of this application, or a place on the page: it opens in the same window. */
  readonly isOurs: boolean;
}

/**
 * Reads an address as a browser does. Returns `undefined` for what must stay a text: another scheme, a name or a password in it, and a path
 * that has another meaning on each page.
 */
export function addressOf(written: string): Address | undefined {
  const [one, other] = ['/one/page/', '/other/page/'].map((path) => read(written, location.origin + path));
  if (!one || !other || !SCHEMES.has(one.protocol) || one.username !== '' || one.password !== '') return undefined;
  if (one.href === other.href) return absolute(one);
  const isFragment = one.href === `${location.origin}/one/page/${one.hash}` && one.hash !== '';
  return isFragment ? { href: one.hash, isOurs: true } : undefined;
}

const read = (written: string, base: string): URL | undefined =>
  URL.canParse(written, base) ? new URL(written, base) : undefined;

function absolute({ href, origin, pathname, search, hash }: URL): Address | undefined {
  if (origin !== location.origin || !OWN_ADDRESSES.test(pathname)) return { href, isOurs: false };
  return isDecodable(pathname) ? { href: pathname + search + hash, isOurs: true } : undefined;
}

/** The router of the application refuses other paths. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
