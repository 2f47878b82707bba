/** How mails are sent. */
export interface MailSettings {
  readonly smtp: {
    readonly host: string;
    readonly port: number;
    /** True for TLS from the first byte. */
    readonly secure: boolean;
    /** False: a server that offers no TLS gets mails without it, but never a password, except on the loopback interface. */
    readonly requiresTls: boolean;
    readonly login: { readonly user: string; readonly password: string } | undefined;
  };
  readonly from: Mailbox;
  readonly replyTo: Mailbox | undefined;
}

/** An address with the name that programs for mail show; an empty name shows the address. */
export interface Mailbox {
  readonly name: string;
  readonly address: string;
}
