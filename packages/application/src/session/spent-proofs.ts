import { createHash } from 'node:crypto';

/** An response of a provider that was used, by its hash. It is refused by its own instants after it has expired. */
export interface SpentProofRecord {
  readonly hash: Buffer;
  readonly expiresAt: Date;
}

/** The responses of providers that were used. */
export interface SpentProofs {
  /** Uses an response up. Returns false when it was used before. */
  spend(proof: SpentProofRecord): Promise<boolean>;
}

/** Returns the hash by which an response of this kind is known. */
export function hashOfProof(kind: 'sign-in' | 'logout', ...parts: readonly string[]): Buffer {
  return createHash('sha256')
    .update([kind, ...parts].join('\0'), 'utf8')
    .digest();
}
