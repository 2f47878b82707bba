import { MailStates, type MailState } from '@worktrack/application';
import { type Reader, viewStatement } from '../engine/statement.js';

const OF_CAUSES = viewStatement(
  'mail-states.of',
  `select cause, sent_at as "sentAt", failed_at as "failedAt", failure from outbox where cause = any ($1::uuid[])`,
);

interface StateRow {
  readonly cause: string;
  readonly sentAt: string | null;
  readonly failedAt: string | null;
  readonly failure: string | null;
}

export class PostgresMailStates extends MailStates {
  constructor(
    private readonly reader: Reader,
    readonly isConfigured: boolean,
  ) {
    super();
  }

  async of(causes: readonly string[]): Promise<ReadonlyMap<string, MailState>> {
    const rows = await this.reader.rows<StateRow>(OF_CAUSES, [causes]);
    return new Map(rows.map((row) => [row.cause, stateOf(row)]));
  }
}

function stateOf({ sentAt, failedAt, failure }: StateRow): MailState {
  if (sentAt !== null) return { state: 'sent', at: sentAt };
  if (failedAt !== null) return { state: 'failed', at: failedAt, failure: failure ?? '' };
  return { state: 'waiting', failure };
}
