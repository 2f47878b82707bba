import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Agent } from 'undici';
import { ResponseChecker } from './response-checker.js';
import { theRun } from './run.js';

/** An answer, already held against the contract. */
export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** The body byte by byte. */
  readonly bytes: Buffer;
  /** The parsed body; `undefined` when there is none. */
  readonly body: any;
}

/** A body that is sent as it stands. */
export class Raw {
  constructor(
    readonly content: string | Buffer | Readable | null,
    readonly contentType: string | null = 'application/json',
  ) {}
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** The conditional headers of a mutation; `null` sends none. */
export interface Conditions {
  readonly key?: string | null;
  readonly ifMatch?: string | null;
  readonly headers?: Headers;
}

export interface Ask {
  readonly method: string;
  /** Path and query exactly as they go on the wire. */
  readonly target: string;
  readonly headers?: Headers;
  readonly body?: unknown;
}

let checker: ResponseChecker | undefined;
const theChecker = (): ResponseChecker => (checker ??= new ResponseChecker(theRun().openapi));

const agent = new Agent({ pipelining: 1, connections: 64, headersTimeout: 30_000, bodyTimeout: 30_000 });

let hungUp: Promise<void> | undefined;

/** Ends the connections of this suite. May be called again. */
export const hangUp = (): Promise<void> => (hungUp ??= agent.close());

/** A key that nobody has used. */
export const freshKey = (): string => `e2e-${randomUUID()}`;

/** Somebody with or without a token who talks to one server. Whatever comes back is checked before it is handed on. */
export class Caller {
  constructor(
    readonly baseUrl: string,
    readonly token?: string,
  ) {}

  /** The same person at another server. */
  at(baseUrl: string): Caller {
    return new Caller(baseUrl, this.token);
  }

  get(target: string, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'GET', target, headers });
  }

  head(target: string, headers: Headers = {}): Promise<Answer> {
    return this.send({ method: 'HEAD', target, headers });
  }

  options(target: string): Promise<Answer> {
    return this.send({ method: 'OPTIONS', target });
  }

  /** With a fresh key unless told otherwise. */
  post(target: string, body: unknown, conditions: Conditions = {}): Promise<Answer> {
    const { key = freshKey(), ifMatch = null, headers = {} } = conditions;
    return this.send({ method: 'POST', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  /** With a fresh key and `If-Match: *` unless told otherwise. */
  patch(target: string, body: unknown, conditions: Conditions = {}): Promise<Answer> {
    const { key = freshKey(), ifMatch = '*', headers = {} } = conditions;
    return this.send({ method: 'PATCH', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  /** With a fresh key and `If-Match: *` unless told otherwise. */
  delete(target: string, conditions: Conditions = {}, body?: unknown): Promise<Answer> {
    const { key = freshKey(), ifMatch = '*', headers = {} } = conditions;
    return this.send({ method: 'DELETE', target, body, headers: { ...conditional(key, ifMatch), ...headers } });
  }

  async send({ method, target, headers = {}, body }: Ask): Promise<Answer> {
    const raw = body === undefined ? new Raw(null, null) : body instanceof Raw ? body : new Raw(JSON.stringify(body));
    const answer = await agent.request({
      origin: this.baseUrl,
      path: target,
      method: method,
      headers: [
        ...(this.token === undefined ? [] : ['authorization', `Bearer ${this.token}`]),
        ...(raw.contentType === null ? [] : ['content-type', raw.contentType]),
        ...Object.entries(headers).flatMap(([name, value]) => [value].flat().flatMap((one) => [name, one])),
      ],
      body: raw.content,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const text = bytes.toString('utf8');
    const exchange = { method, target, status: answer.statusCode, headers: answer.headers, text };
    theChecker().check(exchange);
    return {
      status: answer.statusCode,
      headers: answer.headers as Record<string, string | undefined>,
      text,
      bytes,
      body: text === '' || !isJson(answer.headers['content-type']) ? undefined : JSON.parse(text),
    };
  }
}

function conditional(key: string | null, ifMatch: string | null): Headers {
  return {
    ...(key === null ? {} : { 'idempotency-key': key }),
    ...(ifMatch === null ? {} : { 'if-match': ifMatch }),
  };
}

const isJson = (type: string | string[] | undefined): boolean => String(type).startsWith('application/json');
