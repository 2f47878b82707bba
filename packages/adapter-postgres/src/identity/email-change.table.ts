import type { EmailChange } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** A row is an `EmailChange`. */
export const EmailChangeTable = tableOf<EmailChange>('EmailChange', 'email_changes', {
  userId: { type: 'uuid', primary: true },
  email: { type: 'text' },
  hash: { name: 'token_hash', type: 'bytea' },
  expiresAt: { type: 'timestamptz', precision: 3 },
});
