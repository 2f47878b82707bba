import { RequestWork } from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Counts the work on the database that is under way at the same time. */
export class CountedDatabase {
  private atOnce = 0;
  /** The most of it so far. */
  most = 0;

  async run<Result>(result: Result): Promise<Result> {
    this.atOnce += 1;
    this.most = Math.max(this.most, this.atOnce);
    await new Promise(setImmediate);
    this.atOnce -= 1;
    return result;
  }
}

/** A request of somebody who is not signed in, and its reply. */
export function visitorsRequest(): { readonly request: FastifyRequest; readonly reply: FastifyReply } {
  const work = Object.assign(new RequestWork(60_000), { beginChange: () => undefined });
  const request = { context: { address: '192.0.2.1', requestId: 'r', work }, headers: {} };
  return { request, reply: { header: () => undefined } } as unknown as ReturnType<typeof visitorsRequest>;
}
