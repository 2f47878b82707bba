import { randomUUID } from 'node:crypto';
import { type Answer, type Ask, freshKey } from '../kit/client.js';
import { givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { suspend } from '../kit/changed-access.js';
import { World } from '../kit/world.js';

const world = new World('visibility');

/** Every operation below an Organization, by where it is addressed to. */
const operations = {
  organization: [
    { method: 'GET', behind: '' },
    { method: 'GET', behind: '/projects' },
    { method: 'POST', behind: '/projects', body: { name: 'x' } },
  ],
  project: [
    { method: 'GET', behind: '' },
    { method: 'PATCH', behind: '', body: { name: 'x' } },
    { method: 'POST', behind: '/archive', body: {} },
    { method: 'POST', behind: '/unarchive', body: {} },
    { method: 'GET', behind: '/labels' },
    { method: 'POST', behind: '/labels', body: { name: 'x' } },
    { method: 'GET', behind: '/activity' },
    { method: 'GET', behind: '/work-items' },
    { method: 'POST', behind: '/work-items', body: { title: 'x' } },
  ],
  item: [
    { method: 'GET', behind: '' },
    { method: 'PATCH', behind: '', body: { title: 'x' } },
    { method: 'DELETE', behind: '', body: { cascade: true } },
    { method: 'POST', behind: '/archive', body: {} },
    { method: 'POST', behind: '/unarchive', body: {} },
    { method: 'GET', behind: '/activity' },
    { method: 'POST', behind: '/labels', body: { label: 'x' } },
    { method: 'GET', behind: '/transitions' },
    { method: 'POST', behind: '/transitions', body: { targetStatus: 'todo' } },
    { method: 'GET', behind: '/links' },
    { method: 'POST', behind: '/links', body: { relation: 'blocks', targetKey: 'WEB-1' } },
    { method: 'DELETE', behind: `/links/${randomUUID()}` },
    { method: 'GET', behind: '/comments' },
    { method: 'POST', behind: '/comments', body: { body: 'x' } },
    { method: 'PATCH', behind: `/comments/${randomUUID()}`, body: { body: 'x' } },
    { method: 'DELETE', behind: `/comments/${randomUUID()}` },
  ],
} as const;

interface Operation {
  readonly method: string;
  readonly behind: string;
  readonly body?: object;
}

const at = (path: string, { method, behind, body }: Operation): Ask => ({
  method,
  target: path + behind,
  ...(body === undefined ? {} : { body, headers: { 'idempotency-key': freshKey(), 'if-match': '*' } }),
});

/** Adds faults of shape to a request: a hidden resource is answered 404 before the shape is checked. */
const malformed = (ask: Ask): Ask => ({
  ...ask,
  target: `${ask.target}?surprise=1`,
  ...(ask.body === undefined ? {} : { body: { surprise: [] }, headers: { 'if-match': 'nonsense' } }),
});

describe('A token of Projects', () => {
  const narrow = world.caller('owner of WEB only');

  it('reads and changes the granted Project and its items', async () => {
    const { key } = await givenWorkItem(narrow, world.project('WEB'));
    expect((await narrow.get(world.item(key))).status).toBe(200);
    expect((await narrow.patch(world.item(key), { title: 'Granted' })).status).toBe(200);
    expect(
      (await narrow.post(`${world.item(key)}/transitions`, { targetStatus: 'todo' }, { ifMatch: '*' })).status,
    ).toBe(200);
    expect((await narrow.get(world.project('WEB'))).status).toBe(200);
  });

  it('is no role: what the person may not do it does not allow', async () => {
    expectRefusal(await world.member.patch(world.project('WEB'), { name: 'x' }), 'FORBIDDEN');
  });
});

describe('A token of several Organizations', () => {
  it('sees each of them, with the role of each', async () => {
    const traveller = world.caller('traveller');
    expect((await traveller.get(world.project('WEB'))).body.name).toBe('Website');
    expect((await traveller.get(world.project('WEB', 'foreign'))).body.name).toBe('Another website');
  });
});

describe('A suspended Organization', () => {
  const caller = world.caller('owner here and there');
  let item: any;

  beforeAll(async () => {
    item = await givenWorkItem(caller, world.project('WEB', 'asleep'));
    await suspend(`${world.slug}-asleep`, world);
  });

  const paths = (): [string, Operation][] => [
    ...operations.organization.map((operation): [string, Operation] => [world.org('asleep'), operation]),
    ...operations.project.map((operation): [string, Operation] => [world.project('WEB', 'asleep'), operation]),
    ...operations.project.map((operation): [string, Operation] => [world.project('NONE', 'asleep'), operation]),
    ...operations.item.map((operation): [string, Operation] => [world.item(item.key, 'asleep'), operation]),
    ...operations.item.map((operation): [string, Operation] => [world.item('WEB-777', 'asleep'), operation]),
    ...operations.item.map((operation): [string, Operation] => [world.item('nonsense', 'asleep'), operation]),
  ];

  it('answers 403 to its members, whatever else the path names', async () => {
    const answers: Answer[] = [];
    for (const [path, operation] of paths()) {
      for (const ask of [at(path, operation), malformed(at(path, operation))]) answers.push(await caller.send(ask));
    }
    for (const answer of answers) {
      expectRefusal(answer, 'ORGANIZATION_SUSPENDED');
      expectIndistinguishable(answer, answers[0]!);
    }
  });

  it('answers 404 to strangers, as if it did not exist', async () => {
    for (const [path, operation] of paths()) {
      const answer = await world.stranger.send(at(path, operation));
      const missing = await world.stranger.send(at(path.replace('-asleep', '-unknown'), operation));
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, missing);
    }
  });

  it('leaves the other Organizations of its members alone', async () => {
    expect((await caller.get(world.project('WEB'))).status).toBe(200);
  });
});
