import { readFileSync } from 'node:fs';
import path from 'node:path';
import { validateSqueakQL } from '@worktrack/application';
import { SEARCHED, type BenchData } from './data.js';
import { median } from './load.js';
import type { Path } from './path.js';

const PAGE = readFileSync(path.resolve(__dirname, '../../../docs/squeakql.md'), 'utf8');

/** Returns the queries of the user documentation of SqueakQL, each compared with the plain list of its Organization. */
export function searchPathsOf({ tokens: [token = ''] }: BenchData): Path[] {
  const organization = `/api/v1/organizations/${SEARCHED.slug}`;
  // An object for each request: the sender of the load adds the length of a body to it.
  const headers = () => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' });
  return [...PAGE.matchAll(/^### .+\n\n```squeakql\n([^`]+)\n```$/gm)].map(([, query = '']) => ({
    name: `search, over the plain list: ${query}`,
    connections: [8],
    sides: {
      ours: () => ({
        method: 'POST',
        path: `${organization}/work-items/search`,
        headers: headers(),
        body: JSON.stringify({ query: query.replace('WEB-1 ', 'WEB-9 ') }),
      }),
      bare: () => ({ method: 'GET', path: `${organization}/work-items`, headers: headers() }),
    },
    floorIsOurs: true,
  }));
}

const LONGEST = 4_096;
const READINGS = 200;

/** Texts of the greatest legal length, each difficult in another way. */
const HARD = [
  `title = '${'\\\\'.repeat(LONGEST)}`,
  'points=1 or '.repeat(LONGEST),
  `points in (${'1,'.repeat(100)}`,
  `${'not '.repeat(20)}${'('.repeat(LONGEST)}`,
  'statuz=todoo and '.repeat(LONGEST),
  `key in (${"'WEB-1',".repeat(LONGEST)}`,
  '\n'.repeat(LONGEST - 1) + 'x',
  '#'.repeat(LONGEST),
  '😀'.repeat(LONGEST),
].map((text) => Array.from(text).slice(0, LONGEST).join(''));

/** Prints the median time to parse the hardest text, and the longest time of all, which may include a pause of the machine. */
export function reportLongestReading(): void {
  const times = HARD.map((text) => Array.from({ length: READINGS }, () => timeToRead(text)).slice(READINGS / 10));
  const hardest = Math.max(...times.map(median));
  const longest = Math.max(...times.flat());
  console.log(
    `Reading ${LONGEST} hard characters of SqueakQL: ${hardest.toFixed(2)} ms at the median of the hardest, ${longest.toFixed(2)} ms at the longest.`,
  );
}

function timeToRead(text: string): number {
  const start = performance.now();
  validateSqueakQL(text);
  return performance.now() - start;
}
