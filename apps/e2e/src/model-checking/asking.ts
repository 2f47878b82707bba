import { type Answer, Caller, type RequestHeaders } from '../kit/client.js';
import { OPERATIONS, templateOf } from '../kit/operations.js';
import { uploadOf } from '../kit/upload.js';
import type { ModelRequest } from '../model/model.js';
import type { Actual } from './comparing.js';
import type { Home } from './organizations.js';

const BY_ID = new Map(OPERATIONS.map((operation) => [operation.id, operation]));

/** Sends the requests of one sequence to the server. */
export class Client {
  constructor(
    private readonly baseUrl: string,
    private readonly home: Home,
    /** The token of another Organization. */
    private readonly stranger: string,
  ) {}

  /** Sends a request. A collection is read page by page to its end. */
  async send(request: ModelRequest): Promise<Actual> {
    const { caller, target, operation } = this.addressed(request);
    if (operation.method === 'GET') return this.pages(request, (more) => caller.get(withQuery(target, more)));
    return this.once(request);
  }

  /** Sends a request once: of a collection, only the first page is read. */
  once(request: ModelRequest): Promise<Answer> {
    const { caller, target, operation } = this.addressed(request);
    const { key, ifMatch, body, upload } = request;
    const headers: RequestHeaders = {
      ...(key !== null && { 'idempotency-key': key }),
      ...(ifMatch !== null && { 'if-match': ifMatch }),
    };
    const content = upload === undefined ? body : uploadOf(upload.content, upload);
    return caller.send({ method: operation.method, target: withQuery(target, request.query), headers, body: content });
  }

  private async pages(
    { query }: ModelRequest,
    read: (query: ModelRequest['query']) => Promise<Answer>,
  ): Promise<Actual> {
    const first = await read(query);
    const items: unknown[] = [...(first.body?.items ?? [])];
    let { page } = first.body ?? {};
    while (page?.hasMore) {
      if (page.nextCursor === null || items.length % page.limit !== 0)
        throw new Error('A page before the last is not full.');
      const next = await read([...query, ['cursor', page.nextCursor]]);
      if (next.status !== 200) throw new Error(`The walk broke off: ${next.status} ${next.text}`);
      items.push(...next.body.items);
      page = next.body.page;
    }
    if (page && page.nextCursor !== null) throw new Error('The last page has a cursor.');
    return page === undefined ? first : { ...first, body: { ...first.body, items } };
  }

  private addressed({ caller, operation: id, path }: ModelRequest) {
    const operation = BY_ID.get(id)!;
    const names: Record<string, string> = { organizationSlug: this.home.state.organization.slug, ...path };
    const target = templateOf(operation).replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(names[name]!));
    return { caller: new Caller(this.baseUrl, this.home.tokens[caller] ?? this.stranger), target, operation };
  }
}

function withQuery(target: string, query: ModelRequest['query']): string {
  const pairs = query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return pairs.length === 0 ? target : `${target}?${pairs.join('&')}`;
}
