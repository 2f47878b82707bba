import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { eventually } from '../kit/eventually.js';

/** A request that a receiver got. */
export interface Arrived {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly event: any;
}

/** A receiver of webhooks on this machine, which remembers each request and responds as it is told. */
export class Receiver {
  readonly arrived: Arrived[] = [];
  /** Responds to a request; 204 unless a test replaces it. */
  respond: (request: Arrived, response: ServerResponse) => void = (_, response) => void response.writeHead(204).end();
  /** The most requests that were under way together. */
  mostTogether = 0;
  private together = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) => {
      this.together += 1;
      this.mostTogether = Math.max(this.mostTogether, this.together);
      response.once('close', () => (this.together -= 1));
      const pieces: Buffer[] = [];
      request.on('data', (piece: Buffer) => pieces.push(piece));
      request.on('end', () => {
        const body = Buffer.concat(pieces).toString();
        const { headers } = request;
        const arrived = { id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) };
        this.arrived.push(arrived);
        this.respond(arrived, response);
      });
    });
  }

  static async listen(): Promise<Receiver> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new Receiver(server);
  }

  get url(): string {
    return `http://localhost:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Waits until there are so many requests that `counts` says yes to. */
  until(count: number, counts: (request: Arrived) => boolean = () => true): Promise<Arrived[]> {
    return eventually(`${count} requests at the receiver`, () => {
      const found = this.arrived.filter(counts);
      return Promise.resolve(found.length >= count ? found : undefined);
    });
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** True when the secret has signed the request, by the library that receivers use. */
export function isSignedBy(secret: string, { body, headers }: Arrived): boolean {
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}
