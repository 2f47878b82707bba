import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Caller } from '../kit/client.js';
import { createDatabase, dropDatabase } from '../kit/database.js';
import { figures } from '../kit/figures.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { PROGRAMS } from '../kit/program.js';
import { runTaskProcess, taskResult } from '../kit/task.js';

const { postgresUrl } = theRun();
const isDeep = process.env.TEST_DEEP !== undefined;

/** The programs of the release before. Nothing was released before the baseline: this build stands in, and has nothing to migrate. */
const BEFORE = PROGRAMS;

/** `large` has 100,000 Work Items, `small` 300. */
const SIZE = isDeep ? 'large' : 'small';
/** Milliseconds between two requests: twenty a second. */
const PACE = 50;
/** Requests that both releases answer in turn, after the migration. */
const TOGETHER = isDeep ? 400 : 40;
/** Milliseconds: no request may take longer. A lock is waited for that long, and a migration must let others through before. */
const LONGEST = 2_000;

interface Sent {
  readonly server: 'before' | 'this';
  readonly what: string;
  readonly answer: Answer;
  readonly milliseconds: number;
}

describe('An upgrade while requests go on', () => {
  let databaseUrl: string;
  let before: RunningServer;
  let token: string;
  let project: string;
  const sent: Sent[] = [];
  /** The keys of mutations, with the answers of the server that performed them. */
  const mutations: { readonly target: string; readonly body: object; readonly key: string; readonly answer: Answer }[] =
    [];

  const ofBefore = (parameters: readonly string[]): Promise<any> =>
    taskResult(parameters, { databaseUrl }, (all, wish) => runTaskProcess(all, { ...wish, program: BEFORE.tasks }));
  const startBefore = (): Promise<RunningServer> =>
    startServer({ postgresUrl, databaseUrl, program: BEFORE.server, environment: { WORKTRACK_WEB: 'off' } });

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgresUrl);
    await ofBefore(['db:migrate']);
    const { projects, token: owner } = await ofBefore(['seed:demo', '--size', SIZE]);
    token = owner;
    project = `/api/v1/organizations/demo/projects/${projects[0]}`;
    before = await startBefore();
  }, 600_000);

  afterAll(async () => {
    await before.stop();
    await dropDatabase(postgresUrl, databaseUrl);
  });

  /** Sends a request of each kind in turn, and remembers what it was answered. */
  async function send(server: 'before' | 'this', { baseUrl }: RunningServer, turn: number): Promise<void> {
    const caller = new Caller(baseUrl, token);
    const items = `${project}/work-items`;
    const last = mutations.findLast(({ target, answer }) => target === items && answer.status === 201)?.answer.body
      .key as string;
    const mutate = async (target: string, body: object): Promise<Answer> => {
      const key = randomUUID();
      const answer = await caller.post(target, body, { key });
      mutations.push({ target, body, key, answer });
      return answer;
    };
    const kinds: readonly (readonly [string, () => Promise<Answer>])[] = [
      ['create', () => mutate(items, { title: `Turn ${turn}`, type: 'task' })],
      ['get', () => caller.get(`${items}/${last}`)],
      ['update', () => caller.patch(`${items}/${last}`, { priority: turn % 2 === 0 ? 'high' : 'low' })],
      ['list', () => caller.get(`${items}?limit=20`)],
      ['comment', () => mutate(`${items}/${last}/comments`, { body: `Turn ${turn}` })],
      ['report', () => caller.get(`${project}/reports/distribution`)],
      ['activity', () => caller.get(`${items}/${last}/activity`)],
      ['me', () => caller.get('/api/v1/me')],
    ];
    const [what, ask] = kinds[turn % kinds.length]!;
    const began = performance.now();
    const answer = await ask();
    sent.push({ server, what, answer, milliseconds: performance.now() - began });
  }

  /** Sends a request every 50 milliseconds, whether or not the earlier ones were answered, until `isOver`. */
  async function load(
    serverAt: (turn: number) => readonly ['before' | 'this', RunningServer],
    isOver: () => boolean,
  ): Promise<void> {
    const underWay: Promise<void>[] = [];
    const first = sent.length;
    for (let turn = first - (first % 8); !isOver(); turn += 1) {
      underWay.push(send(...serverAt(turn), turn));
      // The first item is there before anything is done to it.
      if (underWay.length === 1) await underWay[0];
      await pause(PACE);
    }
    await Promise.all(underWay);
  }

  it('answers each of them on the release before, during the migration and beside this release', async () => {
    let isMigrated = false;
    const migrating = load(
      () => ['before', before],
      () => isMigrated,
    );
    await pause(20 * PACE);
    const { applied } = await taskResult(['db:migrate'], { databaseUrl }).finally(() => (isMigrated = true));
    await migrating;
    expect(applied).toEqual([]);

    const now = await startServer({ postgresUrl, databaseUrl });
    let left = TOGETHER;
    await load(
      (turn) => (turn % 3 === 0 ? ['before', before] : ['this', now]),
      () => (left -= 1) < 0,
    );
    // This release replays the answers of the release before byte for byte, and the other way round.
    const replaying = [mutations.slice(0, 10), mutations.slice(-10)].flat();
    for (const [turn, { target, body, key, answer }] of replaying.entries()) {
      const { baseUrl } = turn % 2 === 0 ? now : before;
      const replay = await new Caller(baseUrl, token).post(target, body, { key });
      expect({ status: replay.status, text: replay.text, replayed: replay.headers['idempotency-replayed'] }).toEqual({
        status: answer.status,
        text: answer.text,
        replayed: 'true',
      });
    }
    await now.stop();

    const statuses = new Map(sent.map(({ server, what, answer }) => [`${server} ${what} ${answer.status}`, true]));
    const wanted = (server: string) =>
      ['get 200', 'update 200', 'list 200', 'report 200', 'activity 200', 'me 200', 'create 201', 'comment 201'].map(
        (end) => `${server} ${end}`,
      );
    expect([...statuses.keys()].sort()).toEqual([...wanted('before'), ...wanted('this')].sort());
    figures.add('requests sent', sent.length);
    figures.most(
      'longest request during an upgrade of 100,000 Work Items, ms',
      Math.max(...sent.map(({ milliseconds }) => milliseconds)),
    );
    // Other suites of the gate keep the cores busy: the times are checked in the deep tier.
    const slow = sent.filter(({ milliseconds }) => isDeep && milliseconds > LONGEST);
    expect(slow.map(({ what, milliseconds }) => ({ what, milliseconds }))).toEqual([]);
  }, 600_000);

  it('can be taken back: the release before starts on the schema of this one', async () => {
    await before.stop();
    before = await startBefore();
    const { status, body } = await new Caller(before.baseUrl, token).post(`${project}/work-items`, {
      title: 'Back',
      type: 'task',
    });
    expect({ status, title: body.title }).toEqual({ status: 201, title: 'Back' });
  }, 60_000);

  it('leaves records that keep every rule', async () => {
    expect(await taskResult(['db:verify'], { databaseUrl })).toMatchObject({ violations: [] });
  }, 300_000);
});
