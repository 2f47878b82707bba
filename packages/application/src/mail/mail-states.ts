/** How far a mail is. Instants are RFC 3339 text. */
export type MailState =
  /** `failure` is the reason why the last attempt failed; `null` before the first attempt. */
  | { readonly state: 'waiting'; readonly failure: string | null }
  | { readonly state: 'sent'; readonly at: string }
  | { readonly state: 'failed'; readonly at: string; readonly failure: string };

/** Reads how far mails are, for the pages. */
export abstract class MailStates {
  /** False where no mail is sent, because no server for mail is configured. */
  abstract readonly isConfigured: boolean;
  /** Returns the state of the mail of each cause that has one. A mail that was sent or failed is forgotten after 30 days. */
  abstract of(causes: readonly string[]): Promise<ReadonlyMap<string, MailState>>;
}
