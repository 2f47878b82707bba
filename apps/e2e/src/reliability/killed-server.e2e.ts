import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { type Answer, type Ask, type Caller, freshKey, hangUp } from '../kit/client.js';
import { Chance, seed } from '../kit/random.js';
import { theRun } from '../kit/run.js';
import { type RunningServer, startServer } from '../kit/server.js';
import { taskResult } from '../kit/task.js';
import { untilAnswered } from '../kit/until-answered.js';
import { World } from '../kit/world.js';

/** `TEST_DEEP` asks for the sizes that take minutes. */
const [ROUNDS, MUTATIONS_A_WORKER] = process.env.TEST_DEEP === undefined ? [2, 30] : [10, 63];
const WORKERS = 8;

let databaseUrl: string;
let server: RunningServer;
let owner: Caller;
let world: World;

const start = () => startServer({ postgresUrl: theRun().postgresUrl, databaseUrl });

beforeAll(async () => {
  databaseUrl = await createDatabase(theRun().postgresUrl, theRun().template);
  server = await start();
  world = new World('running', server.baseUrl, databaseUrl);
  owner = world.owner;
});

afterAll(async () => {
  await server.stop();
  await dropDatabase(theRun().postgresUrl, databaseUrl);
  await hangUp();
});

/** Sends one mutation until a server has answered: the one that runs now. */
const answered = (ask: Ask): Promise<Answer> => untilAnswered(() => owner.at(server.baseUrl).send(ask));

interface Item {
  readonly id: string;
  readonly key: string;
  readonly revision: number;
  readonly title: string;
  readonly status: string;
}

/** One worker's item: created, then retitled and moved back and forth, each step on top of the last one's revision. */
async function work(onAnswer: () => void): Promise<Item> {
  const create = {
    method: 'POST',
    target: `${world.project()}/work-items`,
    headers: { 'idempotency-key': freshKey() },
  };
  const begun = await answered({ ...create, body: { title: 'Begun' } });
  expect(begun).toMatchObject({ status: 201 });
  let item: Item = begun.body;
  onAnswer();
  for (let step = 1; step < MUTATIONS_A_WORKER; step += 1) {
    const headers = { 'idempotency-key': freshKey(), 'if-match': `"wi-${item.revision}"` };
    const target = world.item(item.key);
    const answer = await answered(
      step % 3 === 0
        ? { method: 'POST', target: `${target}/transitions`, headers, body: { targetStatus: otherThan(item.status) } }
        : { method: 'PATCH', target, headers, body: { title: `Step ${step} of ${item.key}` } },
    );
    expect(answer.status).toBe(200);
    expect(answer.body.revision).toBe(item.revision + 1);
    item = answer.body;
    onAnswer();
  }
  return item;
}

const otherThan = (status: string): string => (status === 'todo' ? 'in_progress' : 'todo');

async function counts(): Promise<{ audit: number; records: number; items: number; history: number }> {
  const [row] = await query(
    databaseUrl,
    `select (select count(*)::int from audit_log where operation like '%WorkItem') as audit,
            (select count(*)::int from idempotency_records) as records,
            (select count(*)::int from work_items) as items,
            (select count(*)::int from work_item_history) as history`,
  );
  return row;
}

describe('A server that is killed while it works', () => {
  it(`loses nothing and does nothing twice, ${ROUNDS} times over`, async () => {
    const chance = new Chance(seed);
    const total = WORKERS * MUTATIONS_A_WORKER;
    for (let round = 1; round <= ROUNDS; round += 1) {
      const before = await counts();
      const killAfter = 1 + chance.below(total - 1);
      let answers = 0;
      let restarted: Promise<void> | undefined;
      const onAnswer = () => {
        answers += 1;
        if (answers !== killAfter) return;
        restarted = server.stop('SIGKILL').then(async () => {
          server = await start();
        });
      };

      const items = await Promise.all(Array.from({ length: WORKERS }, () => work(onAnswer)));
      await restarted;

      expect(answers).toBe(total);
      const after = await counts();
      expect({ round, ...after }).toEqual({
        round,
        audit: before.audit + total,
        records: before.records + total,
        items: before.items + WORKERS,
        history: before.history + total,
      });
      for (const { id, revision, title, status } of items) {
        const rows = await query(
          databaseUrl,
          `select i.revision, i.title, i.status, array_agg(h.revision order by h.at, h.id) as history
           from work_items i join work_item_history h on h.work_item_id = i.id where i.id = $1 group by 1, 2, 3`,
          [id],
        );
        const history = Array.from({ length: MUTATIONS_A_WORKER }, (_, at) => at + 1);
        expect(rows).toEqual([{ revision, title, status, history }]);
        expect(revision).toBe(MUTATIONS_A_WORKER);
      }
    }
    expect((await taskResult(['db:verify'], { databaseUrl })).violations).toEqual([]);
  }, 900_000);
});
