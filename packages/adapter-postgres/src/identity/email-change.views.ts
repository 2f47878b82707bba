import { EmailChangeViews, invariant, type EmailState } from '@worktrack/application';
import type { UserId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';

const OF = viewStatement(
  'email-change-view.of',
  `select holder.email_confirmed_at is not null as confirmed, change.email, change.expires_at as "expiresAt"
   from users holder
   left join email_changes change on change.user_id = holder.id and change.expires_at > clock_timestamp()
   where holder.id = $1`,
);

interface Row {
  readonly confirmed: boolean;
  readonly email: NonNullable<EmailState['pending']>['email'] | null;
  readonly expiresAt: string | null;
}

export class PostgresEmailChangeViews extends EmailChangeViews {
  constructor(private readonly reader: Reader) {
    super();
  }

  async of(user: UserId): Promise<EmailState> {
    const [row] = await this.reader.rows<Row>(OF, [user]);
    const { confirmed, email, expiresAt } = invariant(row, 'The user is unknown.');
    return { confirmed, pending: email === null || expiresAt === null ? null : { email, expiresAt } };
  }
}
