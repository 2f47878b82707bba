import type { IncomingMessage } from 'node:http';
import { respondToParserError } from './raw-errors.js';

/** The timeouts within which a request must arrive. */
export interface ArrivalTimeouts {
  /** The limit for a whole request, in milliseconds. */
  readonly request: number;
  /** The limits for an upload: at least `bytes` in each span of `milliseconds`, and at most `longest` milliseconds in all. */
  readonly upload: { readonly bytes: number; readonly milliseconds: number; readonly longest: number };
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly arrivalTimeouts: ArrivalTimeouts;
  }
}

/**
 * Ends a connection whose request takes too long to arrive, even when its response was sent. Node has one limit for all requests; an upload
 * has as long as its bytes keep coming.
 */
export class Arrival {
  private timer: NodeJS.Timeout | undefined;
  private deadline: NodeJS.Timeout | undefined;

  constructor(
    private readonly raw: IncomingMessage,
    private readonly timeouts: ArrivalTimeouts,
  ) {
    this.expectAll();
    // The request has arrived, or never will.
    raw.once('close', () => {
      this.forget();
    });
  }

  /** From now on all the rest has to arrive within the time of a whole request. */
  expectAll(): void {
    this.forget();
    const { headers, complete } = this.raw;
    const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
    if (!hasBody || complete) return;
    this.timer = setTimeout(() => {
      this.giveUp();
    }, this.timeouts.request).unref();
    this.raw.once('end', () => {
      clearTimeout(this.timer);
    });
  }

  /** From now on the request can take the longest time of an upload, as long as its bytes keep coming. */
  expectFlow(): void {
    this.forget();
    const { bytes, milliseconds, longest } = this.timeouts.upload;
    this.deadline = setTimeout(() => {
      this.giveUp();
    }, longest).unref();
    let before = this.raw.socket.bytesRead;
    this.timer = setInterval(() => {
      const now = this.raw.socket.bytesRead;
      // A paused request makes its sender wait.
      if (now - before < bytes && !this.raw.isPaused()) this.giveUp();
      before = now;
    }, milliseconds).unref();
  }

  private forget(): void {
    clearTimeout(this.timer);
    clearTimeout(this.deadline);
  }

  private giveUp(): void {
    this.forget();
    const { complete, socket } = this.raw;
    if (!complete) respondToParserError(new Error('The request takes too long.'), socket);
  }
}
