import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A message that arrived. */
export interface Arrived {
  readonly raw: string;
  readonly to: readonly string[];
  readonly from: string;
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly parsed: Email;
}

/** A real SMTP server on the loopback interface. It keeps what arrives. */
export class MailServer {
  readonly arrived: Arrived[] = [];
  private readonly server: SMTPServer;

  constructor(options: SMTPServerOptions = {}) {
    this.server = new SMTPServer({
      authOptional: true,
      // Its own certificate has expired.
      hideSTARTTLS: options.cert === undefined && options.secure !== true,
      disableReverseLookup: true,
      onData: (stream, session, accept) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const raw = Buffer.concat(chunks).toString();
          const { mailFrom, rcptTo } = session.envelope;
          void PostalMime.parse(raw).then((parsed) => {
            this.arrived.push({
              raw,
              from: mailFrom === false ? '' : mailFrom.address,
              to: rcptTo.map(({ address }) => address),
              user: typeof session.user === 'string' ? session.user : undefined,
              secure: session.secure,
              parsed,
            });
            accept();
          });
        });
      },
      ...options,
    });
    // A client that is cut is an error of the server.
    this.server.on('error', () => undefined);
  }

  async listen(): Promise<number> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server.server, 'listening');
    return (this.server.server.address() as AddressInfo).port;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => {
        resolve();
      });
    });
  }
}
