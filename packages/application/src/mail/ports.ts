import type { Mail } from './mail.js';

/** The mails that a transaction causes. */
export interface Outbox {
  /** False where no mail is sent, because no server for mail is configured: callers then show the link to whoever makes it. */
  readonly isConfigured: boolean;
  /** Registers a mail, which is sent after the transaction has committed. Does nothing for a cause that has a mail, and where no mail is sent. */
  put(mail: Mail): void;
}

/** The ports of mail in a transaction. */
export interface MailPorts {
  readonly outbox: Outbox;
}
