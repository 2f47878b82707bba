import { Username } from './names.js';

/** The most characters of a proposal, so that a number fits after it. */
const LONGEST = 58;

/** The most proposals for one name. */
const MOST = 100;

/**
 * Proposes usernames for somebody of this name, the plain one first, then with numbers: `ada-lovelace`, `ada-lovelace-2`. Marks of letters
 * are left out. A name without Latin letters or digits has no proposals.
 */
export function* proposedUsernames(name: string): Generator<Username> {
  const words = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const plain = words
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, LONGEST)
    .replace(/^-+|-+$/g, '');
  for (let number = 1; number <= MOST; number += 1) {
    const proposal = Username.parse(number === 1 ? plain : `${plain}-${number}`);
    if (proposal === undefined || plain === '') return;
    yield proposal;
  }
}
