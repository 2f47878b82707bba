import type { AccessTokens } from './access-tokens.js';
import type { Avatars } from './avatars.js';
import type { ExternalIdentities } from './external-identities.js';
import type { EmailChanges } from './email-changes.js';
import type { OwnTokenViews } from './own-token.views.js';
import type { OwnTokens } from './own-tokens.js';
import type { Users } from './users.js';

/** The ports of a user's own tokens in a transaction. */
export interface OwnTokenPorts {
  readonly ownTokens: OwnTokens;
  readonly ownTokenViews: OwnTokenViews;
}

/** The ports of accounts and their tokens in a transaction. */
export interface AccountPorts {
  readonly users: Users;
  readonly avatars: Avatars;
  readonly externalIdentities: ExternalIdentities;
  readonly emailChanges: EmailChanges;
  readonly accessTokens: AccessTokens;
}
