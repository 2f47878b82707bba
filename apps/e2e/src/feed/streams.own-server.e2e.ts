import { Facts } from '../kit/facts.js';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { eventually } from '../kit/eventually.js';
import { givenComment, givenWorkItem } from '../kit/given.js';
import type { Caller } from '../kit/client.js';
import { theRun } from '../kit/run.js';
import { startServer, type RunningServer } from '../kit/server.js';
import { signedIn } from '../kit/session.js';
import { taskResult } from '../kit/task.js';
import { World } from '../kit/world.js';
import { openStream, type OpenStream } from './open-stream.js';

const { postgresUrl, template } = theRun();

let databaseUrl: string;
let world: World;
let elsewhere: World;
let servers: RunningServer[];
const opened: OpenStream[] = [];

beforeAll(async () => {
  databaseUrl = await createDatabase(postgresUrl, template);
  servers = await Promise.all(
    [1, 2].map(() => startServer({ postgresUrl, databaseUrl, environment: { LOG_LEVEL: 'info' } })),
  );
  [world, elsewhere] = servers.map(({ baseUrl }) => new World('running', baseUrl, databaseUrl)) as [World, World];
  await eventually('positions for what the world was made of', async () => {
    const [row] = await query(databaseUrl, 'select from change_queue limit 1');
    return row === undefined ? true : undefined;
  });
});
afterEach(() => {
  for (const stream of opened.splice(0)) stream.cut();
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop('SIGKILL')));
  await dropDatabase(postgresUrl, databaseUrl);
});

const path = (): string => `${world.org().replace('/api/v1/', '/api/x/')}/events`;
const open = async (token: string | undefined, search = '', headers = {}): Promise<OpenStream> => {
  const credentials = token === undefined ? {} : { authorization: `Bearer ${world.token(token).token}` };
  const stream = await openStream(world.baseUrl, `${path()}/stream${search}`, { ...credentials, ...headers });
  opened.push(stream);
  return stream;
};
const latest = async (): Promise<string> => (await world.owner.get(`${path()}?after=latest`)).body.cursor;
const changed = async ({ owner, project, item }: { owner: Caller; project: string; item: (key: string) => string }) => {
  const { key } = await givenWorkItem(owner, project);
  await givenComment(owner, item(key));
  return key as string;
};
const madeIn = (one: World) => changed({ owner: one.owner, project: one.project(), item: (key) => one.item(key) });
const brief = (events: readonly any[]) => events.map(({ type, workItem }) => [type, workItem?.key]);

describe('A stream of events', () => {
  it('sends what comes, made here or by another process, with the headers that keep proxies from holding it back', async () => {
    const stream = await open('owner');
    expect(stream.status).toBe(200);
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
    });
    expect(stream.headers['content-encoding']).toBeUndefined();
    await eventually('the first block', () => Promise.resolve(stream.blocks[0]));
    expect(stream.blocks[0]).toEqual({ retry: '1000', id: expect.any(String) });
    const [here, there] = [await madeIn(world), await madeIn(elsewhere)];
    const told = await stream.first(4);
    expect(brief(told)).toEqual([
      ['work_item.created', here],
      ['comment.created', here],
      ['work_item.created', there],
      ['comment.created', there],
    ]);
    // The very event that the list shows.
    const { body } = await world.owner.get(`${path()}/${told[3].id}`);
    expect({ ...told[3], cursor: '' }).toEqual({ ...body, cursor: '' });
  });

  it('goes on where a client stood that was cut off: nothing is missed or told twice', async () => {
    const begin = await latest();
    let at = begin;
    const seen: string[] = [];
    const expected: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      // `after` is where the client began: the header is where it stands.
      const stream = await open('owner', `?after=${begin}`, { 'last-event-id': at });
      for (let count = 0; count < 3; count += 1) expected.push(await madeIn(count === 1 ? elsewhere : world));
      const wanted = round === 3 ? 2 * expected.length - seen.length : 1 + round;
      const told = await stream.first(wanted);
      stream.cut();
      const some = round === 3 ? told : stream.events();
      seen.push(...some.map(({ id }) => id));
      at = stream.lastId()!;
    }
    const { body } = await world.owner.get(`${path()}?after=${begin}&limit=500`);
    expect(seen).toEqual(body.items.map(({ id }: { id: string }) => id));
    expect(seen).toHaveLength(24);
  });

  it('shows what a token sees and asks for, and moves its position over the rest', async () => {
    const begin = await latest();
    const [ofWeb, comments, ham] = await Promise.all([
      open('owner of WEB only', `?after=${begin}`),
      open('owner', `?after=${begin}&type=comment.created`),
      open('owner', `?after=${begin}&project=HAM`),
    ]);
    const hidden = await givenWorkItem(world.owner, world.project('HAM'));
    const key = await madeIn(world);
    expect(brief(await ofWeb.first(2))).toEqual([
      ['work_item.created', key],
      ['comment.created', key],
    ]);
    expect(ofWeb.events().map(({ sequence }) => sequence)).toEqual([null, null]);
    expect(JSON.stringify(ofWeb.events())).not.toContain(hidden.key);
    expect(brief(await comments.first(1))).toEqual([['comment.created', key]]);
    expect(brief(await ham.first(1))).toEqual([['work_item.created', hidden.key]]);
  });

  it('is refused like a request of the list: without a token, with a cursor that is none, in another Organization', async () => {
    expect((await open(undefined)).status).toBe(401);
    expect((await open('owner', '?after=x')).status).toBe(400);
    expect((await open('owner', '?limit=3')).status).toBe(400);
    expect((await open('stranger')).status).toBe(404);
    // A token in the query is not looked at.
    expect((await open(undefined, `?token=${world.token('owner').token}`)).status).toBe(401);
  });

  it('is one of four of a token: a fifth is refused, until another one has ended', async () => {
    const four = await Promise.all([1, 2, 3, 4].map(() => open('member')));
    expect(four.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await open('member');
    expect([fifth.status, fifth.headers['retry-after']]).toEqual([429, '5']);
    expect((await open('owner')).status).toBe(200);
    four[0]!.cut();
    await eventually('a place', async () => ((await open('member')).status === 200 ? true : undefined));
  });

  it('is not opened by HEAD, which has its headers, however often', async () => {
    const headers = { authorization: `Bearer ${world.token('admin').token}` };
    for (let count = 0; count < 5; count += 1) {
      const head = await fetch(`${world.baseUrl}${path()}/stream`, { method: 'HEAD', headers });
      expect(head.status).toBe(200);
      expect(head.headers.get('content-type')).toBe('text/event-stream');
      expect(await head.text()).toBe('');
    }
    const stream = await open('admin');
    expect(stream.status).toBe(200);
  });

  it('is there for the session of a browser', async () => {
    const { secret } = await signedIn(world, 'member');
    const target = `/app${path()}/stream`;
    const headers = { cookie: `worktrack=${secret}`, 'sec-fetch-site': 'same-origin', 'accept-encoding': 'gzip' };
    const stream = await openStream(world.baseUrl, target, headers);
    opened.push(stream);
    const key = await madeIn(world);
    expect(brief(await stream.first(2))).toEqual([
      ['work_item.created', key],
      ['comment.created', key],
    ]);
    expect((await openStream(world.baseUrl, target, { ...headers, 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });

  it('ends when the token is revoked, and when the Organization is suspended', async () => {
    const [revoked, other] = await Promise.all([open('admin'), open('owner')]);
    await new Facts(databaseUrl).revokeToken(world.token('admin').credentialId);
    expect(await revoked.end()).toBe('INVALID_TOKEN');
    await taskResult(['org:suspend', '--slug', world.slug], { databaseUrl });
    expect(await other.end()).toBe('ORGANIZATION_SUSPENDED');
    await taskResult(['org:resume', '--slug', world.slug], { databaseUrl });
    await eventually('the end of the suspension', async () =>
      (await world.owner.get(path())).status === 200 ? true : undefined,
    );
  });

  it('cannot go on where it stood before the database was restored', async () => {
    const cursor = await latest();
    await taskResult(['feed:new-epoch'], { databaseUrl });
    const refused = await eventually('the new epoch', async () => {
      const answer = await world.owner.get(`${path()}?after=${cursor}`);
      return answer.status === 200 ? undefined : answer;
    });
    expect([refused.status, refused.body.error.code, refused.body.error.details.reason]).toEqual([
      410,
      'EVENTS_EXPIRED',
      'rewound',
    ]);
    expect((await open('owner', '', { 'last-event-id': cursor })).status).toBe(410);
    expect((await open('owner', `?after=${await latest()}`)).status).toBe(200);
    expect((await world.owner.get(`${path()}?after=${refused.body.error.details.earliest}`)).status).toBe(200);
  });

  it('ends when the server stops, which does not wait for it, and leaves a line in the log of requests', async () => {
    const [server] = servers as [RunningServer];
    const streams = await Promise.all(['owner', 'member', 'owner of WEB only'].map((token) => open(token)));
    expect(streams.map(({ status }) => status)).toEqual([200, 200, 200]);
    const end = server.stop('SIGTERM');
    expect(await Promise.all(streams.map((stream) => stream.end()))).toEqual([1, 2, 3].map(() => 'SERVER_STOPPING'));
    expect((await end).code).toBe(0);
    const ids = streams.map(({ headers }) => headers['x-request-id']);
    const lines = server
      .log()
      .split('\n')
      .filter((line) => ids.some((id) => line.includes(`"${String(id)}"`)));
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ operation: 'streamEvents', status: 200 });
  });
});
