import { Email } from '@worktrack/domain';

/** The addresses of a text, each once, and what is not an address. */
export interface PastedAddresses {
  readonly addresses: readonly Email[];
  readonly wrong: readonly string[];
}

/** A name in quotes, a separator, or a word. */
const PARTS = /"[^"\n]*"|[,;\n]|[^\s,;"]+/g;

/**
 * Reads addresses that are separated by commas, semicolons, spaces or lines. A name before an address in angle brackets is left out:
 * `Ada Lovelace <ada@example.org>`.
 */
export function addressesOf(text: string): PastedAddresses {
  const addresses = new Set<Email>();
  const wrong: string[] = [];
  /** Words that are a name when an address in angle brackets follows. */
  let words: string[] = [];
  const flush = () => {
    wrong.push(...words);
    words = [];
  };
  for (const [part] of text.matchAll(PARTS)) {
    const bracketed = /<([^<>]*)>$/.exec(part)?.[1];
    const email = Email.parse(bracketed ?? part);
    if (/^[,;\n]$/.test(part)) flush();
    else if (email && bracketed !== undefined) words = [];
    else if (email) flush();
    else words.push(part);
    if (email) addresses.add(email);
  }
  flush();
  return { addresses: [...addresses], wrong };
}
