import type { CredentialId, SessionId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';
import { SEEN_MINUTES } from '../session/last-seen.js';
import { unusedTodayCondition, TODAY } from './last-used.js';

/** Uses of one kind that wait, and that one statement writes. Further ones are noted again by a later lookup. */
export const MOST_NOTED = 1_000;

const TOKENS_USED = statement(
  'access-tokens.used',
  `update access_tokens set last_used_on = ${TODAY} where id = any($1::uuid[]) and ${unusedTodayCondition('access_tokens')}`,
);

const SESSIONS_SEEN = statement(
  'sessions.seen',
  `update sessions set last_seen_at = clock_timestamp()
   where id = any($1::uuid[]) and ended_at is null
     and last_seen_at < statement_timestamp() - interval '${SEEN_MINUTES} minutes'`,
);

/**
 * Uses of tokens and sessions that are to be written. Requests note them in memory; a timer of the process writes them, many by one
 * statement, so that they cost a request neither a round trip nor a connection.
 */
export class NotedUses {
  private readonly tokens = new Set<CredentialId>();
  private readonly sessions = new Set<SessionId>();

  /** Notes that a token was used on this day. */
  noteToken(id: CredentialId): void {
    if (this.tokens.size < MOST_NOTED) this.tokens.add(id);
  }

  /** Notes that a session was used in the last minutes. */
  noteSession(id: SessionId): void {
    if (this.sessions.size < MOST_NOTED) this.sessions.add(id);
  }

  /** Writes what was noted, and sends nothing when nothing was. Uses that could not be written are noted again by a later lookup. */
  async write(connections: Pick<Connections, 'once'>): Promise<void> {
    const [tokens, sessions] = [[...this.tokens], [...this.sessions]];
    this.tokens.clear();
    this.sessions.clear();
    if (tokens.length > 0) await connections.once(TOKENS_USED, [tokens]);
    if (sessions.length > 0) await connections.once(SESSIONS_SEEN, [sessions]);
  }
}
