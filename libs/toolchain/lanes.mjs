// Divides the packages under test into two lanes that run side by side.
import path from 'node:path';

/** Packages whose tests start programs or wait for deadlines, the longest first: the checks and the other lane use the idle time. */
export const WAITING = [
  'e2e',
  'adapter-postgres',
  'adapter-http',
  'server',
  'toolchain',
  'embedded-postgres',
  'adapter-blobs',
];

/** Packages whose tests only compute: they can run at a low priority, because nothing in them has a deadline. */
export const COMPUTING = ['squeakql', 'domain', 'charts', 'application', 'web', 'demo', 'keyset', 'statement-rules'];

/**
 * Returns the packages of each lane in the order of their tests. A package that no list names is the last of those that wait: a low
 * priority could make its deadlines fail.
 * @param packages those of `packagesOf`
 */
export function lanesOf(packages) {
  const nameOf = ({ folder }) => path.basename(folder);
  const listed = (names) => names.flatMap((name) => packages.filter((one) => nameOf(one) === name));
  const others = packages.filter((one) => ![...WAITING, ...COMPUTING].includes(nameOf(one)));
  return { waiting: [...listed(WAITING), ...others], computing: listed(COMPUTING) };
}
