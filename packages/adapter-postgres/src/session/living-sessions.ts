import { SESSION_LIMITS } from '@worktrack/application';

/** Builds the condition that a session is accepted, by the database's clock. Its account must exist too. */
export const livingCondition = (session: string): string =>
  `${session}.ended_at is null and ${session}.expires_at > clock_timestamp()
   and ${session}.last_seen_at > clock_timestamp() - interval '${SESSION_LIMITS.idleDays} days'`;
