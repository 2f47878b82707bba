import type { SessionRecord } from '@worktrack/application';
import { tableOf } from '../engine/table.js';

/** The stored form of a session: with the instant at which it was ended. */
export interface SessionRow extends SessionRecord {
  readonly endedAt: Date | null;
}

/** A row is a `SessionRow`. */
export const SessionTable = tableOf<SessionRow>('Session', 'sessions', {
  id: { type: 'uuid', primary: true },
  userId: { type: 'uuid' },
  hash: { name: 'token_hash', type: 'bytea' },
  createdAt: { type: 'timestamptz', precision: 3 },
  lastSeenAt: { type: 'timestamptz', precision: 3 },
  expiresAt: { type: 'timestamptz', precision: 3 },
  byLink: { type: 'text', nullable: true },
  userAgent: { type: 'text', nullable: true },
  endedAt: { type: 'timestamptz', precision: 3, nullable: true },
  oidcIssuer: { type: 'text', nullable: true },
  oidcSid: { type: 'text', nullable: true },
});
