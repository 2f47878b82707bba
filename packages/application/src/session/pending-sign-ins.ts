import { randomBytes } from 'node:crypto';
import { ONE_MINUTE } from '@worktrack/domain';
import type { CursorSeal } from '@worktrack/keyset';
import type { SignInSecrets } from './identity-providers.js';

/** The limits of a sign-in at a provider: its time, and the lengths of the address to go on at and of the sealed text. */
export const PENDING_SIGN_IN_LIMITS = { milliseconds: 10 * ONE_MINUTE, returnTo: 1_024, characters: 3_072 } as const;

const CONTEXT = 'pending-sign-in';

/** A sign-in that was begun, and whose response has not come yet. */
export interface PendingSignIn extends SignInSecrets {
  /** The id of the provider. */
  readonly provider: string;
  /** The path on this origin to go on at. */
  readonly returnTo: string;
  /** The instant after which its response is refused. */
  readonly expiresAt: Date;
}

/** Keeps sign-ins at providers as texts that their browsers keep: this server stores nothing for a stranger. The keys of cursors sign them. */
export class PendingSignIns {
  constructor(private readonly seal: Pick<CursorSeal, 'open' | 'seal'>) {}

  /** Begins a sign-in with new secrets. */
  begin(provider: string, returnTo: string, now: Date): PendingSignIn {
    const secret = () => randomBytes(32).toString('base64url');
    const expiresAt = new Date(now.getTime() + PENDING_SIGN_IN_LIMITS.milliseconds);
    return { provider, returnTo, state: secret(), nonce: secret(), verifier: secret(), expiresAt };
  }

  sealed({ provider, returnTo, state, nonce, verifier, expiresAt }: PendingSignIn): string {
    return this.seal.seal(CONTEXT, [provider, returnTo, state, nonce, verifier, expiresAt.getTime()]);
  }

  /** Returns the sign-in of a text; `undefined` when this server has not sealed it, or when its time is over. */
  open(text: string, now: Date): PendingSignIn | undefined {
    const position = text.length > PENDING_SIGN_IN_LIMITS.characters ? undefined : this.seal.open(CONTEXT, text);
    if (!position) return undefined;
    const [provider, returnTo, state, nonce, verifier, until] = position;
    const expiresAt = new Date(Number(until));
    if (expiresAt <= now) return undefined;
    const secrets = { state: String(state), nonce: String(nonce), verifier: String(verifier) };
    return { provider: String(provider), returnTo: String(returnTo), ...secrets, expiresAt };
  }
}
