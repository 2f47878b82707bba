import { RequestWork } from '@worktrack/application';
import type { SessionId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { statement } from '../engine/statement.js';

/** Minutes for which the last use of a session is not written again. */
export const SEEN_MINUTES = 10;

const SEEN = statement(
  'sessions.seen',
  `update sessions set last_seen_at = clock_timestamp()
   where id = $1 and ended_at is null and last_seen_at < statement_timestamp() - interval '${SEEN_MINUTES} minutes'`,
);

/** Writes that a session was used, at most once in `SEEN_MINUTES`. No request waits for it. */
export class LastSeen {
  private readonly underWay = new Set<SessionId>();

  constructor(private readonly connections: Pick<Connections, 'once'>) {}

  /** Writes it in the background. A failure changes nothing: the next look-up of the session tries again. */
  write(id: SessionId): void {
    if (this.underWay.has(id)) return;
    this.underWay.add(id);
    void RequestWork.apart(() => this.connections.once(SEEN, [id]))
      .catch(() => undefined)
      .finally(() => this.underWay.delete(id));
  }
}
