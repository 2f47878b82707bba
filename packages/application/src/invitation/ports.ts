import type { Invitations } from './invitations.js';

/** The ports of invitations in a transaction. */
export interface InvitationPorts {
  readonly invitations: Invitations;
}
