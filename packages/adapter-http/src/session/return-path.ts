import { PENDING_SIGN_IN_LIMITS } from '@worktrack/application';

/** The addresses of the application's pages: a sign-in leads to one of them, and nowhere else. */
const PAGES = /^\/(?:$|[?#]|(?:o|organizations|settings)(?:$|[/?#]))/;

/** A path of printable ASCII without the backslash, which browsers read as a slash. */
const PLAIN = /^\/[\x21-\x5b\x5d-\x7e]*$/;

/** Reads the path at which the page goes on after a sign-in. Returns `undefined` for anything but an address of a page on this origin. */
export function returnPathOf(text: string): string | undefined {
  if (text.length > PENDING_SIGN_IN_LIMITS.returnTo || !PLAIN.test(text)) return undefined;
  const base = 'http://origin.invalid';
  if (!URL.canParse(text, base)) return undefined;
  const { origin, pathname, search, hash } = new URL(text, base);
  const path = pathname + search + hash;
  return origin === base && PAGES.test(path) ? path : undefined;
}
