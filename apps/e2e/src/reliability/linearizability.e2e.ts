import { type Ask, type Caller, freshKey } from '../kit/client.js';
import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import { givenProject } from '../kit/given.js';
import { expectInvariants } from '../kit/invariants.js';
import { walk } from '../kit/paging.js';
import { Chance, seed } from '../kit/random.js';
import { World } from '../kit/world.js';
import { findingsIn, type Write } from './history-checker.js';
import { type Exchange, RecordedHistory } from './recorded-history.js';

const CLIENTS = 16;
const ITEMS = 20;
const REQUESTS_A_ROUND = process.env.TEST_DEEP === undefined ? 1_200 : 5_000;
/** A round of the deep tier has about 14,700 exchanges. */
const ROUNDS = process.env.TEST_DEEP === undefined ? 1 : 7;
/** Milliseconds after which an impatient client hangs up: about the time that a request takes. */
const LONGEST_PATIENCE = 30;

const world = new World('linearizability');
afterAll(() => expectInvariants(world, world.slug));
const callers = ['owner', 'admin', 'member', 'traveller'].map((name) => world.caller(name));

interface Item {
  readonly key: string;
  readonly path: string;
}

/** A client, which knows of each Work Item the revision and the comments that it saw last. */
class Client {
  private readonly revisions = new Map<string, number>();
  private readonly comments = new Map<string, { readonly bodies: string[]; readonly cursor: string | undefined }>();
  private written = 0;

  constructor(
    private readonly name: string,
    private readonly caller: Caller,
    private readonly chance: Chance,
    private readonly history: RecordedHistory,
    private readonly project: string,
    private readonly items: readonly Item[],
  ) {}

  /** Sends one request, or a request that is abandoned and repeated. */
  async act(): Promise<void> {
    const item = this.chance.of(this.items);
    const die = this.chance.below(20);
    if (die < 5) return this.read(item);
    if (die < 7) return this.readList();
    if (die < 10) return this.readComments(item);
    if (die < 12) return this.append(item);
    if (die < 13) return this.updateMany();
    return this.update(item);
  }

  async create(): Promise<Item> {
    const value = this.fresh();
    const exchange = await this.history.send(this.caller, {
      method: 'POST',
      target: `${this.project}/work-items`,
      headers: { 'idempotency-key': freshKey() },
      body: { title: value },
    });
    const { key } = exchange.answer.body;
    this.record(key, { value }, exchange);
    return { key, path: world.item(key) };
  }

  async read({ key, path }: Item): Promise<void> {
    this.see([key], await this.history.send(this.caller, { method: 'GET', target: path }), ({ body }) => [body]);
  }

  /** Reads all items by a list. */
  private async readList(): Promise<void> {
    const target = this.chance.of([
      `${this.project}/work-items?limit=100&fields=title`,
      `${world.org()}/work-items?limit=100&sort=priority&project=${this.project.split('/').at(-1)!}`,
    ]);
    const keys = this.items.map(({ key }) => key);
    this.see(keys, await this.history.send(this.caller, { method: 'GET', target }), ({ body }) => body.items);
  }

  private see(keys: readonly string[], exchange: Exchange, itemsIn: (answer: any) => any[]): void {
    const { begin, end, answer } = exchange;
    expect(answer?.status).toBe(200);
    const items = new Map(itemsIn(answer).map((item) => [item.key as string, item]));
    for (const key of keys) {
      const { revision, title } = items.get(key) as { revision: number; title: string };
      this.revisions.set(key, revision);
      this.history.record(key, { kind: 'read', begin, end, length: revision, values: [title] });
    }
  }

  /** Reads the comments that were appended since this client last read them; the first time, all. */
  private async readComments({ key, path }: Item): Promise<void> {
    let { bodies, cursor } = this.comments.get(key) ?? { bodies: [], cursor: undefined };
    // Now and then from the beginning.
    if (this.chance.once(8)) [bodies, cursor] = [[], undefined];
    for (let hasMore = true; hasMore;) {
      const target = `${path}/comments?limit=50${cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
      const { begin, end, answer } = await this.history.send(this.caller, { method: 'GET', target });
      const { items, page } = answer.body;
      const all = [...bodies, ...items.map(({ body }: any) => String(body))];
      hasMore = page.hasMore;
      // A page before the last says nothing about the end of the list.
      if (!hasMore) this.history.record(commentsOf(key), { kind: 'read', begin, end, length: all.length, values: all });
      else [bodies, cursor] = [all, page.nextCursor];
    }
    this.comments.set(key, { bodies, cursor });
  }

  private async append({ key, path }: Item): Promise<void> {
    const value = this.fresh();
    const ask = {
      method: 'POST',
      target: `${path}/comments`,
      headers: { 'idempotency-key': freshKey() },
      body: { body: value },
    };
    this.record(commentsOf(key), { value }, await this.sendOrAbandon(ask));
  }

  private async update({ key, path }: Item): Promise<void> {
    const value = this.fresh();
    const expected = this.chance.once(3) ? undefined : this.revisions.get(key);
    const ifMatch = expected === undefined ? '*' : `"wi-${expected}"`;
    const ask = {
      method: 'PATCH',
      target: path,
      headers: { 'idempotency-key': freshKey(), 'if-match': ifMatch },
      body: { title: value },
    };
    this.record(key, { value, ...(expected !== undefined && { expected }) }, await this.sendOrAbandon(ask));
  }

  /** Updates up to three items in one bulk request, each over the revision that was seen last. */
  private async updateMany(): Promise<void> {
    const items = [...new Set(this.chance.some(this.items, 3))].map(({ key }) => ({
      ...{ key, value: this.fresh(), expected: this.revisions.get(key) ?? 1 },
    }));
    const operations = items.map(({ key, value, expected }) => ({
      ...{ projectKey: key.split('-')[0], workItemKey: key, revision: expected, changes: { title: value } },
    }));
    const { begin, end, answer } = await this.sendOrAbandon({
      method: 'PATCH',
      target: `${world.org()}/bulk-work-items`,
      headers: { 'idempotency-key': freshKey() },
      body: { operations },
    });
    for (const [at, { key, value, expected }] of items.entries()) {
      const { status, workItem, error } = answer?.body.results[at] ?? {};
      this.record(
        key,
        { value, expected },
        { begin, end, answer: answer && { ...answer, status, body: workItem ?? { error } } },
      );
    }
  }

  /** One request in eight is abandoned; half of those are repeated until they are answered. */
  private async sendOrAbandon(ask: Ask): Promise<Exchange> {
    if (!this.chance.once(8)) return this.history.send(this.caller, ask);
    const exchange = await this.history.abandon(this.caller, ask, this.chance.below(LONGEST_PATIENCE));
    return this.chance.once(2) ? this.history.insist(this.caller, ask, exchange) : exchange;
  }

  private record(subject: string, write: Pick<Write, 'value' | 'expected'>, { begin, end, answer }: Exchange): void {
    const common = { kind: 'write', begin, end, ...write } as const;
    if (answer === undefined) {
      this.history.record(subject, { ...common, outcome: 'unknown' });
      return;
    }
    const { status, body } = answer;
    if (status < 300) {
      const { revision } = body as { revision?: number };
      if (revision !== undefined) this.revisions.set(subject, revision);
      this.history.record(subject, { ...common, outcome: 'done', ...(revision !== undefined && { revision }) });
      return;
    }
    expect(body.error).toMatchObject({ code: 'REVISION_CONFLICT', details: { expectedRevision: write.expected } });
    const revision = Number(body.error.details.currentRevision);
    this.revisions.set(subject, revision);
    this.history.record(subject, { ...common, outcome: 'refused', revision });
  }

  private fresh(): string {
    this.written += 1;
    return `${this.name} ${this.written}`;
  }
}

const commentsOf = (key: string): string => `comments of ${key}`;

/** Every title that the item ever had, by its activity. */
async function titlesOf({ path }: Item): Promise<string[]> {
  const changes = (await walk(callers[0]!, `${path}/activity?limit=200`)).filter(
    ({ action }) => action === 'title_changed',
  );
  const { title } = (await callers[0]!.get(path)).body;
  const titles = [changes.length > 0 ? changes[0].detail.from : title, ...changes.map(({ detail }) => detail.to)];
  // Each change begins with the title that the one before it has made.
  expect(changes.map(({ detail }) => detail.from)).toEqual(titles.slice(0, -1));
  expect(title).toBe(titles.at(-1));
  return titles;
}

async function round(number: number) {
  const history = new RecordedHistory();
  const project = world.project((await givenProject(callers[0]!, world.org())).key);
  const items: Item[] = [];
  const clients = Array.from({ length: CLIENTS }, (_, at) => {
    const chance = new Chance(seed + number * CLIENTS + at);
    return new Client(`c${at}`, callers[at % callers.length]!, chance, history, project, items);
  });
  items.push(...(await concurrently(CLIENTS, clients.concat(clients).slice(0, ITEMS), (client) => client.create())));
  let sent = 0;
  await concurrently(CLIENTS, clients, async (client) => {
    for (; sent < REQUESTS_A_ROUND; sent += 1) await client.act();
  });
  await Promise.all(items.map((item) => clients[0]!.read(item)));

  const counts = { operations: 0, done: 0, refused: 0, 'unknown and done': 0, 'unknown and not done': 0, reads: 0 };
  for (const item of items) {
    const bodies = (await walk(callers[0]!, `${item.path}/comments`)).map(({ body }) => String(body));
    for (const [subject, log] of [
      [item.key, await titlesOf(item)],
      [commentsOf(item.key), bodies],
    ] as const) {
      const operations = history.operations.get(subject) ?? [];
      expect(findingsIn(operations, log)).toEqual([]);
      const written = new Set(log);
      counts.operations += operations.length;
      for (const operation of operations) {
        if (operation.kind === 'read') counts.reads += 1;
        else if (operation.outcome !== 'unknown') counts[operation.outcome] += 1;
        else counts[written.has(operation.value) ? 'unknown and done' : 'unknown and not done'] += 1;
      }
    }
  }
  return counts;
}

describe(`${CLIENTS} clients that read and write ${ITEMS} Work Items and their comments`, () => {
  it.each(Array.from({ length: ROUNDS }, (_, at) => at))(
    'see the effects of all requests in one order, which respects real time (round %#)',
    async (number) => {
      const counts = await round(number);
      console.log(JSON.stringify(counts));
      figures.add('operations in recorded histories', counts.operations);
      figures.add('histories without an order', 0);
      // Each kind of outcome is frequent enough for the test to mean something.
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(REQUESTS_A_ROUND / 500);
    },
    300_000,
  );
});
