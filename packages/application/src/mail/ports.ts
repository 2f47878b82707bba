import type { Email } from '@worktrack/domain';
import type { Mail, MailKind } from './mail.js';

/** The mails that a transaction causes. */
export interface Outbox {
  /** False where no mail is sent, because no server for mail is configured: callers then show the link to whoever makes it. */
  readonly isConfigured: boolean;
  /** Registers a mail, which is sent after the transaction has committed. Does nothing for a cause that has a mail, and where no mail is sent. */
  put(mail: Mail): void;
  /** Waits for other transactions that take their turn for mails of this kind to this address, whether it has an account or not. */
  takeTurn(kind: MailKind, address: Email): void;
  /** Counts the mails of a kind to an address in the last hour: those of this transaction too, and those that wait or have failed. */
  countOfLastHour(kind: MailKind, address: Email): Promise<number>;
  /** Deletes mails that this transaction has put. */
  withdraw(causes: readonly string[]): void;
}

/** The ports of mail in a transaction. */
export interface MailPorts {
  readonly outbox: Outbox;
}
