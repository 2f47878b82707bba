import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import type { Credential } from './credentials.js';

/** Milliseconds before a refused request is sent again, as `Retry-After` asks for. */
const AFTER_REFUSAL = 1_000;

/** Milliseconds of the longest request: 30 seconds by the contract, and three that a busy machine can need. */
export const LONGEST = 33_000;

/** A request that each credential of a crowd sends. */
export interface CrowdRequest {
  readonly method?: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** The number of requests that each credential has under way, and how often each of them is sent. */
export interface Size {
  readonly each: number;
  readonly times: number;
}

/** Requests of many credentials, several of each concurrently, which are sent again and again. They share no connection with a test. */
export class Crowd {
  /** The number of requests without a response. */
  underWay = 0;
  private readonly counts: Record<string, number> = {};
  private readonly over = new AbortController();
  private readonly agent = new Agent({ pipelining: 1, headersTimeout: 60_000, bodyTimeout: 60_000 });
  /** Resolves when every request was sent and has ended. */
  readonly everyone: Promise<unknown>;

  constructor(
    private readonly baseUrl: string,
    credentials: readonly Credential[],
    private readonly next: (credential: Credential) => CrowdRequest,
    { each, times }: Size,
  ) {
    // Each request under way listens.
    setMaxListeners(0, this.over.signal);
    this.everyone = Promise.all(
      credentials.flatMap((credential) => Array.from({ length: each }, () => this.sendAgain(credential, times))),
    );
  }

  /**
   * Aborts what is under way. Returns the responses, by status; `cut` are requests whose connection was closed without one, `late` those
   * that took longer than any request may.
   */
  async end(): Promise<Readonly<Record<string, number>>> {
    this.over.abort();
    await this.everyone;
    await this.agent.close();
    return this.counts;
  }

  private async sendAgain(credential: Credential, times: number): Promise<void> {
    const { signal } = this.over;
    for (let sent = 0; sent < times && !signal.aborted; sent += 1) {
      this.underWay += 1;
      const outcome = await this.send(credential).catch(() => 'cut');
      this.underWay -= 1;
      if (this.over.signal.aborted) return;
      this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
      if (Number(outcome) >= 400) await pause(AFTER_REFUSAL, undefined, { signal }).catch(() => undefined);
    }
  }

  private async send(credential: Credential): Promise<number | 'late'> {
    const { method = 'GET', target, headers, body } = this.next(credential);
    const late = AbortSignal.timeout(LONGEST);
    try {
      const response = await this.agent.request({
        origin: this.baseUrl,
        path: target,
        method,
        headers: { ...credential.headers, ...(body && { 'content-type': 'application/json' }), ...headers },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.any([this.over.signal, late]),
      });
      await response.body.dump({ limit: 2 ** 26 });
      return response.statusCode;
    } catch (error) {
      if (late.aborted) return 'late';
      throw error;
    }
  }
}
