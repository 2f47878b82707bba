import type { InvitationRecord, JoinLinkRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is an `InvitationRecord`. */
export const InvitationTable = tableOf<InvitationRecord>('Invitation', 'invitations', {
  organizationId: { type: 'uuid', primary: true },
  id: { type: 'uuid', primary: true },
  email: { type: 'text' },
  role: { type: 'text' },
  message: { type: 'text', nullable: true },
  hash: { name: 'token_hash', type: 'bytea' },
  invitedBy: { type: 'uuid' },
  byLink: { type: 'boolean' },
  mailCause: { type: 'uuid', nullable: true },
  createdAt: { type: 'timestamptz', precision: 3 },
  expiresAt: { type: 'timestamptz', precision: 3 },
});

type JoinLinkRow = Omit<JoinLinkRecord, 'domains'> & { readonly domains: string[] };

/** A row is a `JoinLinkRecord`. */
export const JoinLinkTable = tableOf<JoinLinkRow>('JoinLink', 'join_links', {
  organizationId: { type: 'uuid', primary: true },
  hash: { name: 'token_hash', type: 'bytea' },
  createdBy: { type: 'uuid' },
  createdAt: { type: 'timestamptz', precision: 3 },
  expiresAt: { type: 'timestamptz', precision: 3 },
  mostUses: { type: 'integer' },
  uses: { type: 'integer' },
  domains: { type: 'text', array: true },
});
