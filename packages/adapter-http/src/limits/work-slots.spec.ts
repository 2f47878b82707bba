import { once } from 'node:events';
import { get, request as send, type ClientRequest, type IncomingMessage } from 'node:http';
import { Controller, Get } from '@nestjs/common';
import { Mutations, Overloaded, RequestWork, UnknownOutcome, type MutationReply } from '@worktrack/application';
import { createApi, type Api } from '../server.js';
import { TOKEN, fakePorts, principal } from '../../test/fake-ports.js';
import { Organization } from '../organization/organization.responses.js';
import type { RequestContext } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { limitsWith } from '../../test/limits.js';
import type { Limits } from './limits.js';
import { inSlot, takeSlot } from './work-slots.js';

const READ = '/api/v1/organizations/acme/slow';

/** The maximum duration of a read in milliseconds. */
const LONGEST_WORK = 1_000;

/** A running read: `letGo` ends it, and the signal of `work` shows that it was stopped. */
interface Held {
  readonly letGo: () => void;
  readonly work: RequestWork | undefined;
}

const held: Held[] = [];

@Controller('api/v1/organizations/:organizationSlug/slow')
class SlowController {
  @Get()
  @Operation({
    id: 'readSlowly',
    summary: 'Answers when it is let go.',
    scope: 'organization:read',
    role: null,
    responses: { status: 200, with: Organization },
  })
  async read(): Promise<object> {
    await new Promise<void>((resolve) => {
      held.push({ letGo: resolve, work: RequestWork.current });
    });
    RequestWork.current?.signal.throwIfAborted();
    return {};
  }
}

describe('The slot of a read', () => {
  let api: Api;
  let port: number;

  beforeAll(async () => {
    api = await createApi({
      ports: { ...fakePorts(), controllers: [SlowController] },
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      boundSettings: { connections: 1 },
      longestWork: LONGEST_WORK,
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    port = await api.listen(0, '127.0.0.1');
  });
  afterAll(() => api.drain(1_000));

  const read = (): ClientRequest => {
    const request = get({
      port,
      host: '127.0.0.1',
      path: READ,
      agent: false,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    request.on('error', () => undefined);
    return request;
  };
  const statusOf = async (request: ClientRequest): Promise<number | undefined> => {
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };
  const until = async (holds: () => boolean): Promise<void> => {
    while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
  };

  afterEach(() => {
    for (const { letGo } of held.splice(0)) letGo();
  });

  it('ends with its work, which is stopped when its client goes away', async () => {
    const working = read();
    await until(() => held.length === 1);
    const next = read();
    await once(next, 'finish');
    working.destroy();
    await until(() => held[0]?.work?.signal.aborted === true);
    // Wait long enough for the next one to start, if it could.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(held).toHaveLength(1);
    held[0]?.letGo();
    await until(() => held.length === 2);
    expect(held[1]?.work?.signal.aborted).toBe(false);
    held[1]?.letGo();
    expect(await statusOf(next)).toBe(200);
  });

  it('is left to the next one when its client goes away before it comes', async () => {
    const working = read();
    await until(() => held.length === 1);
    const waiting = read();
    await once(waiting, 'finish');
    await new Promise((resolve) => setTimeout(resolve, 50));
    waiting.destroy();
    const next = read();
    await once(next, 'finish');
    await new Promise((resolve) => setTimeout(resolve, 50));
    held[0]?.letGo();
    expect(await statusOf(working)).toBe(200);
    await until(() => held.length === 2);
    held[1]?.letGo();
    expect(await statusOf(next)).toBe(200);
    expect(held).toHaveLength(2);
  });

  it('ends when the time of the request is over: 429, and the client may try again', async () => {
    const request = read();
    const answer = once(request, 'response');
    await until(() => held.length === 1);
    const { work } = held[0]!;
    expect(work?.remaining).toBeLessThanOrEqual(LONGEST_WORK);
    await until(() => work?.signal.aborted === true);
    // A timer can be a millisecond early.
    expect(work?.remaining).toBeLessThan(1);
    held[0]?.letGo();
    const [{ statusCode, headers }] = (await answer) as [IncomingMessage];
    expect([statusCode, headers['retry-after']]).toEqual([429, '1']);
    request.destroy();
  });
});

describe('The slot of a mutation', () => {
  const ANSWER: MutationReply = { status: 201, body: '{}', shows: [], replayed: false };
  const outcomes: Promise<MutationReply>[] = [];
  let api: Api;
  let port: number;

  beforeAll(async () => {
    const fakes = fakePorts();
    const run = () => outcomes.shift() ?? Promise.resolve(ANSWER);
    api = await createApi({
      ports: { ...fakes, providers: [...(fakes.providers ?? []), { provide: Mutations, useValue: { run } }] },
      baseUrl: 'http://localhost:3000',
      trustProxy: false,
      attachmentMaxBytes: 1_000,
      boundSettings: { connections: 1 },
      log: { access: () => undefined, fault: () => undefined },
      logger: false,
    });
    port = await api.listen(0, '127.0.0.1');
  });
  afterAll(() => api.drain(1_000));

  const create = (): ClientRequest => {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      'idempotency-key': 'a-slot-000001',
      'content-type': 'application/json',
    };
    const path = '/api/v1/organizations/acme/projects/WEB/labels';
    const request = send({ port, host: '127.0.0.1', method: 'POST', path, agent: false, headers });
    request.end('{"name":"bug"}');
    return request;
  };
  const created = async (): Promise<number | undefined> => {
    const [answer] = (await once(create(), 'response')) as [IncomingMessage];
    answer.resume();
    return answer.statusCode;
  };

  it('ends with its answer', async () => {
    expect([await created(), await created()]).toEqual([201, 201]);
  });

  it('ends when the outcome is unknown and no answer is sent', async () => {
    outcomes.push(Promise.reject(new UnknownOutcome('The connection broke.')));
    const [error] = (await once(create(), 'error')) as [NodeJS.ErrnoException];
    expect(error.code).toBe('ECONNRESET');
    expect(await created()).toBe(201);
  });

  it('ends with its work when its client goes away', async () => {
    let finish: (answer: MutationReply) => void = () => undefined;
    outcomes.push(new Promise((resolve) => (finish = resolve)));
    const left = create().on('error', () => undefined);
    for (let wait = 0; wait < 100 && outcomes.length > 0; wait += 1) {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(outcomes).toHaveLength(0);
    left.destroy();
    const next = created();
    await new Promise((resolve) => setTimeout(resolve, 50));
    finish(ANSWER);
    expect(await next).toBe(201);
  });
});

const WAITING = { process: 10, one: 10, timeout: 20 };
const limitsOf = (): Limits =>
  limitsWith({
    connections: { of: 'requests', process: 5, user: 1, waiting: WAITING },
    searches: { of: 'searches', process: 3, user: 1, waiting: WAITING },
    reports: { of: 'reports', process: 1, waiting: WAITING },
  });
const request = (operation?: object, query: object = {}): RequestContext =>
  ({ principal, operation, query, work: new RequestWork(LONGEST_WORK) }) as Partial<RequestContext> as RequestContext;

describe('A request that takes a slot twice', () => {
  it('has one, and gives it back at its end', async () => {
    const limits = limitsOf();
    const first = request();
    await takeSlot(limits, first);
    await takeSlot(limits, first);
    expect(limits.connections.takenCount).toBe(1);
    await expect(takeSlot(limits, request())).rejects.toThrow(Overloaded);
    first.releaseSlot?.();
    await expect(takeSlot(limits, request())).resolves.toBeUndefined();
  });
});

describe('The slots of a user', () => {
  it('are the same for all tokens and sessions of the user', async () => {
    const limits = limitsOf();
    await takeSlot(limits, request());
    const other = { ...principal, token: { ...principal.token, id: 'another' } } as typeof principal;
    await expect(takeSlot(limits, { ...request(), principal: other })).rejects.toThrow(Overloaded);
    const stranger = { ...other, user: { ...principal.user, id: 'another' } } as typeof principal;
    await expect(takeSlot(limits, { ...request(), principal: stranger })).resolves.toBeUndefined();
  });

  it('are others for a report', async () => {
    const limits = limitsOf();
    await takeSlot(limits, request());
    await takeSlot(limits, request({ report: true }));
    expect([limits.connections.takenCount, limits.reports.takenCount]).toEqual([1, 1]);
  });
});

describe('A search', () => {
  const SEARCH = { isSearch: () => true };

  it('takes a connection and one of the few slots of searches of its user, and gives both back', async () => {
    const limits = limitsWith({ searches: { of: 'searches', process: 3, user: 1, waiting: WAITING } });
    const first = request(SEARCH);
    await takeSlot(limits, first);
    await takeSlot(limits, first);
    expect([limits.connections.takenCount, limits.searches.takenCount]).toEqual([1, 1]);
    await expect(takeSlot(limits, request(SEARCH))).rejects.toThrow('Other searches took too long.');
    await takeSlot(limits, request());
    first.releaseSlot?.();
    expect([limits.connections.takenCount, limits.searches.takenCount]).toEqual([1, 0]);
  });

  it('leaves the slots of searches when it gets no connection', async () => {
    const limits = limitsOf();
    await takeSlot(limits, request());
    await expect(takeSlot(limits, request(SEARCH))).rejects.toThrow('Other requests took too long.');
    expect(limits.searches.takenCount).toBe(0);
  });

  it('is one by its query', async () => {
    const limits = limitsOf();
    const cards = { isSearch: (query: object) => 'squeakql' in query };
    await takeSlot(limits, request(cards));
    expect(limits.searches.takenCount).toBe(0);
  });
});

describe('The transactions of visitors', () => {
  const visitor = (address: string): RequestContext =>
    ({ address, work: new RequestWork(LONGEST_WORK) }) as Partial<RequestContext> as RequestContext;

  it('take a few connections, those of one network fewer, and leave the others to those who are signed in', async () => {
    const limits = limitsWith();
    let [atOnce, most] = [0, 0];
    const ends: (() => void)[] = [];
    const work = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise<void>((end) => ends.push(end));
      atOnce -= 1;
    };
    const { visitors, connections } = limits;
    const all = Array.from({ length: 60 }, (_, n) => inSlot(limits, visitor(`192.0.2.${n % 20}`), work));
    await new Promise(setImmediate);
    expect([visitors.takenCount, connections.takenCount]).toEqual([4, 4]);
    // As many signed-in people as there are other connections wait for none of them.
    const people = Array.from({ length: 6 }, (_, n) => {
      const user = { ...principal.user, id: `user ${n}` };
      return { ...request(), principal: { ...principal, user } as typeof principal };
    });
    await Promise.all(people.map((one) => takeSlot(limits, one)));
    for (const one of people) one.releaseSlot?.();
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(all);
    expect({ most, left: [visitors.takenCount, connections.takenCount] }).toEqual({ most: 4, left: [0, 0] });
    const same = Array.from({ length: 5 }, () => inSlot(limits, visitor('192.0.2.1'), work));
    await new Promise(setImmediate);
    expect(atOnce).toBe(2);
    while (ends.length > 0) {
      ends.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(same);
  });

  it('use the slot that a request of somebody signed in has', async () => {
    const limits = limitsOf();
    const one = request();
    await takeSlot(limits, one);
    await inSlot(limits, one, () => Promise.resolve());
    expect([limits.visitors.takenCount, limits.connections.takenCount]).toEqual([0, 1]);
  });
});
