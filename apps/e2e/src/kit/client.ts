import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent } from 'undici';
import type { ResponseChecker } from './response-checker.js';
import { sharedServer } from './run.js';
import type { SharedBrowser } from './shared-browser.js';

/** An answer that was already checked against the contract. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The values of `Set-Cookie`. */
  readonly cookies: readonly string[];
  readonly text: string;
  /** The body byte by byte. */
  readonly bytes: Buffer;
  /** The parsed body; `undefined` when there is none. */
  readonly body: any;
}

/** A body that is sent unchanged. */
export class Raw {
  constructor(
    readonly content: string | Buffer | Readable | null,
    readonly contentType: string | null = 'application/json',
  ) {}
}

export type RequestHeaders = Readonly<Record<string, string | readonly string[]>>;

/** The conditional headers of a mutation; `null` sends none. */
export interface Conditions {
  readonly key?: string | null;
  readonly ifMatch?: string | null;
  readonly headers?: RequestHeaders;
}

export interface Ask {
  readonly method: string;
  /** Path and query exactly as they go on the wire. */
  readonly target: string;
  readonly headers?: RequestHeaders;
  readonly body?: unknown;
  /** Aborts the request: its connection is closed, and nobody learns whether the server did the work. */
  readonly signal?: AbortSignal;
  /** True when the test has injected a fault into the server: it may answer 500. */
  readonly mayFail?: boolean;
}

declare global {
  /** Modules that `test/loaded-once.cjs` loads once for all suites of a worker. */
  var LOADED_ONCE: { readonly responseChecker: () => ResponseChecker; readonly sharedBrowser: () => SharedBrowser };
}

const agent = new Agent({ pipelining: 1, connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 });

let hungUp: Promise<void> | undefined;

/** Ends the connections of this suite. May be called again. */
export const hangUp = (): Promise<void> => (hungUp ??= agent.close());

/**
 * The most times that a request is sent. Several workers share a server, or even its only connection, so a request may find all connections
 * taken by others. A request that waits for a second connection of its own is refused each time, and fails its test.
 */
const MOST_ATTEMPTS = globalThis.SHARED_SERVER === undefined || globalThis.SHARED_SERVER === 'none' ? 1 : 10;
/** Milliseconds before a refused request is sent again. */
const BUSY_PAUSE = 500;

/** True when the reports of the shared server come from a replica. */
const READS_REPLICA = globalThis.SHARED_SERVER === 'ordinary' && process.env.TEST_INSTALLATION === 'replica';
/** Seconds within which a replica has what the primary had. */
const REPLICA_PATIENCE = 10;

let turn = 0;

/** Returns where the next request goes: to the servers of a whole installation in turn, with the name that both of them know. */
function nextPlace(baseUrl: string): { readonly origin: string; readonly host: RequestHeaders } {
  const { another } = globalThis.SHARED_SERVER === 'ordinary' ? sharedServer() : {};
  turn += 1;
  if (another === undefined || turn % 2 === 0 || baseUrl !== sharedServer().baseUrl)
    return { origin: baseUrl, host: {} };
  return { origin: another, host: { host: new URL(baseUrl).host } };
}

/** Returns an unused `Idempotency-Key`. */
export const freshKey = (): string => `e2e-${randomUUID()}`;

/** A client of one server, with or without a token. It checks every answer against the contract before it returns it. */
export class Caller {
  /** True for a browser with the application. */
  protected readonly isBrowser: boolean = false;

  constructor(
    readonly baseUrl: string,
    readonly token?: string,
  ) {}

  /** The headers that authenticate each request. */
  protected get credentials(): RequestHeaders {
    return this.token === undefined ? {} : { authorization: `Bearer ${this.token}` };
  }

  /** Returns the target as it is sent. */
  protected onTheWire(target: string): string {
    return target;
  }

  /** Returns a caller with this token for another server. */
  at(baseUrl: string): Caller {
    return new Caller(baseUrl, this.token);
  }

  get(target: string, headers: RequestHeaders = {}): Promise<Answer> {
    return this.send({ method: 'GET', target, headers });
  }

  head(target: string, headers: RequestHeaders = {}): Promise<Answer> {
    return this.send({ method: 'HEAD', target, headers });
  }

  options(target: string): Promise<Answer> {
    return this.send({ method: 'OPTIONS', target });
  }

  /** Sends a POST, with a fresh `Idempotency-Key` unless `conditions` name another. */
  post(target: string, body: unknown, conditions: Conditions = {}): Promise<Answer> {
    const { key = freshKey(), ifMatch = null, headers = {} } = conditions;
    return this.send({ method: 'POST', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  /** Sends a PUT, with a fresh `Idempotency-Key`. */
  put(target: string, body: unknown): Promise<Answer> {
    return this.send({ method: 'PUT', target, body, headers: conditional(freshKey(), null) });
  }

  /** Sends a PATCH, with a fresh `Idempotency-Key` and `If-Match: *` unless `conditions` name others. */
  patch(target: string, body: unknown, conditions: Conditions = {}): Promise<Answer> {
    const { key = freshKey(), ifMatch = '*', headers = {} } = conditions;
    return this.send({ method: 'PATCH', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  /** Sends a DELETE, with a fresh `Idempotency-Key` and `If-Match: *` unless `conditions` name others. */
  delete(target: string, conditions: Conditions = {}, body?: unknown): Promise<Answer> {
    const { key = freshKey(), ifMatch = '*', headers = {} } = conditions;
    return this.send({ method: 'DELETE', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  /**
   * Sends the request. On a shared server it retries when others hold the connections, and when a report from a replica is from before the
   * request: a client that wants what it has written asks again.
   */
  async send(ask: Ask): Promise<Answer> {
    const began = Date.now();
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.sendOnce(ask);
      if (READS_REPLICA && isEarlier(answer, began) && !ask.target.includes('cursor=')) {
        if (Date.now() > began + 1_000 * REPLICA_PATIENCE)
          throw new Error('The replica of the shared server stays behind.');
        await pause(BUSY_PAUSE / 10);
        continue;
      }
      if (attempt === MOST_ATTEMPTS || !isBusy(answer) || hasStream(ask)) return answer;
      await pause(BUSY_PAUSE);
    }
  }

  private async sendOnce({ method, target, headers = {}, body, signal, mayFail = false }: Ask): Promise<Answer> {
    const raw = body === undefined ? new Raw(null, null) : body instanceof Raw ? body : new Raw(JSON.stringify(body));
    const { origin, host } = nextPlace(this.baseUrl);
    const answer = await agent.request({
      origin,
      path: this.onTheWire(target),
      method: method,
      headers: [
        ...(raw.contentType === null ? [] : ['content-type', raw.contentType]),
        ...Object.entries({ ...host, ...this.credentials, ...headers }).flatMap(([name, value]) =>
          [value].flat().flatMap((one) => [name, one]),
        ),
      ],
      body: raw.content,
      ...(signal && { signal }),
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const text = bytes.toString('utf8');
    const { isBrowser } = this;
    const exchange = { method, target, status: answer.statusCode, headers: answer.headers, text, isBrowser, mayFail };
    LOADED_ONCE.responseChecker().check(exchange);
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      cookies: [answer.headers['set-cookie'] ?? []].flat(),
      text,
      bytes,
      body: text === '' || !isJson(answer.headers['content-type']) ? undefined : JSON.parse(text),
    };
  }
}

/** True for the refusal of a request that found no free connection within two seconds: the server did nothing for it. */
const isBusy = ({ status, text }: Answer): boolean => status === 429 && text.includes('The service is busy');

/** True for a report of what was there before this instant. */
const isEarlier = ({ body }: Answer, instant: number): boolean =>
  typeof body?.generatedAt === 'string' && Date.parse(body.generatedAt as string) < instant;

/** True when the body is a stream: it can be read only once, so the request cannot be sent again. */
const hasStream = ({ body }: Ask): boolean => body instanceof Raw && body.content instanceof Readable;

function conditional(key: string | null, ifMatch: string | null): RequestHeaders {
  return {
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
  };
}

const isJson = (type: string | string[] | undefined): boolean => String(type).startsWith('application/json');
