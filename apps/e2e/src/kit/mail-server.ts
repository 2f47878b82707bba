import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** A mail that arrived. */
export interface ArrivedMail {
  readonly to: readonly string[];
  readonly user: string | undefined;
  readonly secure: boolean;
  readonly parsed: Email;
}

/** An SMTP server on the loopback interface. It keeps what arrives. */
export interface MailServer {
  readonly port: number;
  readonly arrived: readonly ArrivedMail[];
  close(): Promise<void>;
}

/**
 * Starts an SMTP server.
 * @param arrives called with each mail before the server accepts it; the server accepts it when the promise is resolved
 */
export async function startMailServer(
  options: SMTPServerOptions = {},
  arrives: (mail: ArrivedMail) => Promise<void> = () => Promise.resolve(),
): Promise<MailServer> {
  const arrived: ArrivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: options.cert === undefined,
    onData: (stream, { envelope, user, secure }, accept) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void PostalMime.parse(Buffer.concat(chunks)).then(async (parsed) => {
          const to = envelope.rcptTo.map(({ address }) => address);
          const mail = { to, user: typeof user === 'string' ? user : undefined, secure, parsed };
          arrived.push(mail);
          await arrives(mail);
          accept();
        });
      });
    },
    ...options,
  });
  // A client that is killed is an error of the server.
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  return {
    port: (server.server.address() as AddressInfo).port,
    arrived,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
      }),
  };
}
