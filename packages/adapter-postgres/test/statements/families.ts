import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const SOURCES = path.resolve(__dirname, '../../src');

/** A call that makes a statement of a family, up to its first argument. */
const CALL = /(?<!function )\bshaped(?:View|Statement)\(\s*(?:'(?<family>[^']+)'|(?<other>[^,)]*))/g;

/**
 * Finds in the sources, by their text, the families of statements whose text depends on the request. Throws when a family is not named
 * by a literal.
 */
export function familiesInSources(): readonly string[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.spec)\.ts$/.test(name),
  );
  const families = files.flatMap((name) =>
    [...readFileSync(path.join(SOURCES, name), 'utf8').matchAll(CALL)].map(({ groups: { family, other } = {} }) => {
      if (family === undefined) throw new Error(`${name}: a family is named by ${other}, not by a literal.`);
      return family;
    }),
  );
  return [...new Set(families)].sort();
}
