import type { Passwords } from './passwords.js';
import type { SetupLinks } from './setup-links.js';
import type { SessionViews } from './session.views.js';
import type { Sessions } from './sessions.js';
import type { SignInLinks } from './sign-in-links.js';
import type { SpentProofs } from './spent-proofs.js';

/** The ports of sessions and passwords in a transaction. */
export interface SessionPorts {
  readonly sessions: Sessions;
  readonly passwords: Passwords;
  readonly signInLinks: SignInLinks;
  readonly setupLinks: SetupLinks;
  readonly spentProofs: SpentProofs;
  readonly sessionViews: SessionViews;
}
