import { request } from 'undici';
import { freshKey } from '../kit/client.js';
import { faultsAt } from '../kit/faults.js';
import { World } from '../kit/world.js';

/** A request that is refused. */
export interface RefusedRequest {
  /** The code of the error that it must be answered with. */
  readonly code: string;
  /** Returns the code that it is answered with. */
  readonly send: () => Promise<string>;
}

/** Stands for a code where the server cuts the connection: COMMIT may have been sent, so the outcome is unknown to it. */
const NO_ANSWER = 'no answer';

const FAULTS = ['after-claim', 'after-writes', 'before-commit'] as const;
const keyOf = (point: string): string => `fails-${point}`;

/** The environment of a server in which the transactions of `requestsThatFail` fail. */
export const FAILING = faultsAt(
  FAULTS.map((point) => ({ operation: 'createWorkItem', point, fault: 'throw', key: keyOf(point) })),
);

/** Sends requests that hold a secret in their token, path, query, headers, address, password or body. */
export class RefusedRequests {
  private readonly items: string;
  private readonly token: string;

  constructor(
    private readonly world: World,
    private readonly secret: string,
    /** Key of a Work Item that exists. */
    private readonly existing: string,
  ) {
    this.items = `${world.project()}/work-items`;
    this.token = world.owner.token!;
  }

  /** Requests that a server refuses, each with another error or another place of the secret. They may be sent again. */
  async requests(): Promise<readonly RefusedRequest[]> {
    const { world, secret, items } = this;
    const item = world.item(this.existing);
    const absent = world.item('WEB-999999');
    const title = JSON.stringify({ title: secret });
    const reader = new World('authorisation', world.baseUrl, world.databaseUrl);
    const used = freshKey();
    await this.as(this.token, 'POST', items, { 'idempotency-key': used }, JSON.stringify({ title: 'The first one' }));
    const keyed = (): Record<string, string> => ({ 'idempotency-key': freshKey() });
    const matched = (): Record<string, string> => ({ ...keyed(), 'if-match': '*' });
    const created = (body: string) => () => this.as(this.token, 'POST', items, keyed(), body);
    const changed =
      (headers: Record<string, string>, body = title) =>
      () =>
        this.as(this.token, 'PATCH', item, { ...keyed(), ...headers }, body);
    const read =
      (target: string, headers: Record<string, string> = {}) =>
      () =>
        this.as(this.token, 'GET', target, headers);
    return [
      // The token, and where a request goes.
      refused('INVALID_TOKEN', () => this.as(`wtp_${secret}`, 'GET', '/api/v1/me')),
      refused('AUTH_REQUIRED', () => this.as(undefined, 'GET', `/api/v1/me?secret=${secret}`)),
      refused('NOT_FOUND', read(`/api/v1/${secret}`)),
      refused('NOT_FOUND', read(`/api/v1/organizations/${secret}/projects/${secret}`)),
      refused('NOT_FOUND', () => this.as(this.token, 'PATCH', absent, matched(), title)),
      refused('VALIDATION_ERROR', read(`${items}?secret=${secret}`)),
      refused('VALIDATION_ERROR', read(`${items}?q=${encodeURIComponent(`title = "${secret}`)}&syntax=${secret}`)),
      refused('INVALID_CURSOR', read(`${items}?cursor=${secret}`)),
      refused('METHOD_NOT_ALLOWED', () => this.as(this.token, 'PUT', item, {}, title)),
      refused('INSUFFICIENT_SCOPE', () =>
        this.as(reader.token('only work_item:read').token, 'POST', `${reader.project()}/work-items`, keyed(), title),
      ),
      refused('FORBIDDEN', () =>
        this.as(
          world.member.token,
          'POST',
          `${world.org()}/projects`,
          keyed(),
          JSON.stringify({ name: secret, key: 'CANARY' }),
        ),
      ),
      // The body.
      refused('VALIDATION_ERROR', created(JSON.stringify({ titel: secret }))),
      refused('VALIDATION_ERROR', created(JSON.stringify({ title: secret, priority: secret }))),
      refused('VALIDATION_ERROR', created(`{"title":"${secret}`)),
      refused('VALIDATION_ERROR', created(JSON.stringify({ title: 'A title', assigneeId: secret }))),
      refused('VALIDATION_ERROR', () =>
        this.as(this.token, 'POST', items, { ...keyed(), 'content-type': `text/${secret}` }, secret),
      ),
      refused('PAYLOAD_TOO_LARGE', created(JSON.stringify({ title: secret.repeat(100_000) }))),
      refused('CONFLICT', () =>
        this.as(this.token, 'POST', `${world.org()}/projects`, keyed(), JSON.stringify({ name: secret, key: 'WEB' })),
      ),
      refused('IDEMPOTENCY_KEY_REQUIRED', () => this.as(this.token, 'POST', items, {}, title)),
      refused('IDEMPOTENCY_KEY_REUSED', () => this.as(this.token, 'POST', items, { 'idempotency-key': used }, title)),
      refused('REVISION_CONFLICT', changed({ 'if-match': '"wi-999"' })),
      refused('PRECONDITION_REQUIRED', changed({})),
      refused(
        'WORK_ITEM_STATUS_REQUIRES_TRANSITION',
        changed({ 'if-match': '*' }, JSON.stringify({ title: secret, status: 'done' })),
      ),
      // The address and the password of somebody who signs in.
      refused('INVALID_CREDENTIALS', () =>
        this.send(
          'POST',
          '/api/session',
          { origin: world.baseUrl, 'sec-fetch-site': 'same-origin' },
          JSON.stringify({ email: `${secret}@example.org`, password: `wrong ${secret}` }),
        ),
      ),
      // Headers of a trace.
      refused('NOT_FOUND', read(absent, { traceparent: secret })),
      refused(
        'NOT_FOUND',
        read(absent, {
          traceparent: '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-bbbbbbbbbbbbbbbb-01',
          tracestate: `vendor=${secret}`,
          baggage: `user=${secret}`,
        }),
      ),
    ];
  }

  /** Requests whose transactions fail in a server with the environment `FAILING`, once each. */
  requestsThatFail(): readonly RefusedRequest[] {
    const body = JSON.stringify({ title: this.secret });
    return FAULTS.map((point) =>
      refused(point === 'after-claim' ? 'INTERNAL_ERROR' : NO_ANSWER, () =>
        this.as(this.token, 'POST', this.items, { 'idempotency-key': keyOf(point) }, body),
      ),
    );
  }

  /** A change of the title of that Work Item; refused while another transaction holds the Work Item. */
  change(key: string): RefusedRequest {
    const headers = { 'idempotency-key': freshKey(), 'if-match': '*' };
    return refused('RATE_LIMITED', () =>
      this.as(this.token, 'PATCH', this.world.item(key), headers, JSON.stringify({ title: this.secret })),
    );
  }

  private as(
    token: string | undefined,
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ): Promise<string> {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    return this.send(method, target, { ...authorization, ...headers }, body);
  }

  private async send(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>>,
    body?: string,
  ): Promise<string> {
    const answer = await request(this.world.baseUrl + target, {
      method: method as 'GET',
      headers: body === undefined ? headers : { 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body }),
    }).catch((error: unknown) => {
      if ((error as { code?: string }).code === 'UND_ERR_SOCKET') return undefined;
      throw error;
    });
    const text = await answer?.body.text();
    if (text === undefined) return NO_ANSWER;
    return (JSON.parse(text) as { error?: { code: string } }).error?.code ?? text;
  }
}

const refused = (code: string, send: () => Promise<string>): RefusedRequest => ({ code, send });
