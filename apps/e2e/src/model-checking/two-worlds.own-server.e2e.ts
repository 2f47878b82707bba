import { concurrently } from '../kit/concurrently.js';
import { figures } from '../kit/figures.js';
import { expectInvariants } from '../kit/invariants.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { World } from '../kit/world.js';
import type { ModelRequest } from '../model/model.js';
import { Client } from './asking.js';
import { FACES, KINDS, Sequence } from './commands.js';
import type { Actual } from './comparing.js';
import { Homes } from './organizations.js';

const REQUESTS = process.env.TEST_DEEP === undefined ? 100 : 1_000;
const PAIRS = process.env.TEST_DEEP === undefined ? 1 : 2;
/** Requests of the other tenant before the first one of ours: it has then a bit of everything. */
const RIVAL_BEFORE = 100;

/** Two servers, each with a database of its own. */
let servers: readonly RunningServer[];

beforeAll(async () => {
  const { postgresUrl, template } = theRun();
  servers = await Promise.all([0, 1].map(() => startServer({ postgresUrl, template })));
});
afterAll(async () => {
  for (const server of servers) await expectInvariants(server);
  await Promise.all(servers.map((server) => server.stop()));
});

/** In a collection: a member that orders the rows, and the thing of a row that is known from an earlier answer. */
interface Ties {
  readonly by: (row: any) => unknown;
  readonly id: (row: any) => string;
}
const ENTRIES: Ties = { by: ({ createdAt }) => createdAt, id: ({ workItem }) => workItem.id };

/** Collections in which rows that are equal in one member come in the order of their ids, or of those of their Work Items: at random. */
const WITH_TIES: Readonly<Record<string, Ties>> = {
  listProjects: { by: ({ name }) => name, id: ({ id }) => id },
  listProjectSprints: { by: ({ startDate }) => startDate, id: ({ id }) => id },
  listProjectActivity: ENTRIES,
  listUserProfileActivity: ENTRIES,
};

/** Returns the content of an answer, with ids, instants, cursors and slugs replaced: each id by when it first appeared. */
class Transcript {
  readonly lines: string[] = [];
  private readonly names = new Map<string, string>();

  constructor(
    private readonly slug: string,
    private readonly baseUrl: string,
  ) {}

  add(request: ModelRequest, answer: Actual): void {
    const ties = answer.status === 200 ? WITH_TIES[request.operation] : undefined;
    const { status, headers, text, body } = ties === undefined ? answer : this.withTiesInOrder(answer, ties);
    const shown = Object.entries(headers).filter(([name]) => !['date', 'x-request-id'].includes(name));
    // Of a collection `text` is the first page, `body` the rows of all pages.
    this.lines.push(this.withoutChance(JSON.stringify([request, status, Object.fromEntries(shown), text, body])));
  }

  /** Sorts rows that chance has ordered. Other rows, and those of one Work Item, stay in the order of the answer. */
  private withTiesInOrder({ headers, text, body, ...answer }: Actual, { by, id }: Ties): Actual {
    const rows: readonly object[] = body.items;
    const areTied = (at: number): boolean => at > 0 && at < rows.length && by(rows[at - 1]) === by(rows[at]);
    let run = 0;
    const items = rows
      .map((row, at) => ({ row, run: areTied(at) ? run : (run = at), name: this.withoutChance(id(row)) }))
      .sort((one, other) => one.run - other.run || one.name.localeCompare(other.name))
      .map(({ row }) => row);
    const size: number = JSON.parse(text).items.length;
    const sent = JSON.stringify(rows.slice(0, size));
    if (!text.includes(sent)) throw new Error(`The walk does not begin with the first page: ${text}`);
    // Where a page ends among such rows, chance decides which of them it has, and so how long it is.
    const length = areTied(size) ? 'by chance' : headers['content-length'];
    return {
      ...answer,
      ...{ headers: { ...headers, 'content-length': length }, body: { items } },
      text: text.replace(sent, () => JSON.stringify(items.slice(0, size))),
    };
  }

  private withoutChance(line: string): string {
    return line
      .replaceAll(this.slug, 'ours')
      .replaceAll(this.baseUrl, 'the server')
      .replaceAll(/"requestId\\*":\\*"[0-9a-f-]{36}/g, 'requestId')
      .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, (instant) =>
        instant > '2026-09' && instant < '2030' ? 'instant' : instant,
      )
      .replaceAll(/(nextCursor\\*":\\*")[^"\\]+/g, '$1cursor')
      .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|usr_[A-Za-z0-9_-]{22}/gi, (id) =>
        this.nameOf(id.toLowerCase()),
      );
  }

  private nameOf(id: string): string {
    const known = this.names.get(id) ?? `id ${this.names.size + 1}`;
    this.names.set(id, known);
    return known;
  }
}

/** Requests that a seed determines. */
class Script {
  private readonly chance: Chance;

  constructor(
    private readonly sequence: Sequence,
    number: number,
  ) {
    this.chance = new Chance(number);
  }

  /** Sends the next request. Keys, names and titles are the same in every script. */
  async step(): Promise<[request: ModelRequest, answer: Actual]> {
    for (;;) {
      const kind = this.chance.of(KINDS);
      const faces = Array.from({ length: FACES }, () => this.chance.below(2 ** 20));
      const request = this.sequence.choose(kind, faces);
      if (request !== undefined) return [request, await this.sequence.compare(request)];
    }
  }
}

/** Sends our requests to a server, on which another tenant may be at work as well. Returns what we saw. */
async function ours(server: RunningServer, number: number, hasRival: boolean): Promise<string[]> {
  const homes = new Homes(server, hasRival ? 2 : 1, `pair${number}`);
  const stranger = new World('model', server.baseUrl, server.databaseUrl).token('stranger').token;
  const scriptOf = async (member: number): Promise<{ home: Sequence['home']; script: Script }> => {
    const home = await homes.take();
    const sequence = new Sequence(home, new Client(server.baseUrl, home, stranger));
    await sequence.meet();
    return { home, script: new Script(sequence, member) };
  };
  const rival = hasRival ? (await scriptOf(seed + number)).script : undefined;
  for (let step = 0; step < RIVAL_BEFORE; step += 1) await rival?.step();
  const { home, script } = await scriptOf(seed + number + 1_000);
  const transcript = new Transcript(home.state.organization.slug as string, server.baseUrl);
  for (let step = 0; step < REQUESTS; step += 1) {
    const [[request, answer]] = await Promise.all([script.step(), rival?.step()]);
    transcript.add(request, answer);
  }
  return transcript.lines;
}

it.each(Array.from({ length: PAIRS }, (_, number) => number))(
  'A tenant sees the same whether or not another one has things of the same names (pair %#)',
  async (number) => {
    const [alone, together] = await concurrently(2, [false, true], (hasRival) =>
      ours(servers[Number(hasRival)]!, number, hasRival),
    );
    for (const [at, line] of alone!.entries()) expect(together![at]).toBe(line);
    expect(together).toHaveLength(REQUESTS);
    figures.add('requests compared with and without another tenant', REQUESTS);
  },
  600_000,
);
