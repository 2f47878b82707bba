import { EmailChangeViews, type PendingEmail } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';

const OF = viewStatement(
  'email-change-view.of',
  `select email, expires_at as "expiresAt" from email_changes where user_id = $1 and expires_at > clock_timestamp()`,
);

export class PostgresEmailChangeViews extends EmailChangeViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async of(user: UserId): Promise<PendingEmail | undefined> {
    const [pending] = await this.reader.rows<PendingEmail>(OF, [user]);
    return pending;
  }
}
