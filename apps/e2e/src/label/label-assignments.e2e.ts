import { type Answer, type Conditions, freshKey, Raw } from '../kit/client.js';
import { Facts } from '../kit/facts.js';
import { givenLabel, givenProject, givenWorkItem } from '../kit/given.js';
import { expectIndistinguishable, expectRefusal } from '../kit/refusals.js';
import { MEMBERS, membersOf, sorted } from '../kit/words.js';
import { World } from '../kit/world.js';

const world = new World('labels');
const { owner, member } = world;
const facts = new Facts(world.databaseUrl);

let here: string;
let elsewhere: string;
beforeAll(async () => {
  here = world.project((await givenProject(owner, world.org())).key);
  elsewhere = world.project((await givenProject(owner, world.org())).key);
});

let counter = 0;
const unusedName = (): string => `label ${(counter += 1)}`;
const item = (): Promise<any> => givenWorkItem(owner, here);
const label = (name = unusedName()): Promise<any> => givenLabel(owner, here, name);

const attach = (key: string, body: unknown, conditions: Conditions = {}): Promise<Answer> =>
  member.post(`${world.item(key)}/labels`, body, { ifMatch: '*', ...conditions });
const detach = (key: string, segment: string, conditions: Conditions = {}): Promise<Answer> =>
  member.delete(`${world.item(key)}/labels/${segment}`, conditions);

const UNKNOWN = '11111111-1111-4111-8111-111111111111';
const embedded = ({ id, name, color }: any): object => ({ id, name, color });

describe('Labels of a Work Item', () => {
  it('scenario 23: are attached by name and detached by id or name', async () => {
    const { key } = await item();
    const frontend = await label(' Frontend ');
    const first = await attach(key, { label: 'Frontend' });
    expect({ status: first.status, labels: first.body.labels }).toEqual({ status: 200, labels: [embedded(frontend)] });
    const again = await attach(key, { label: 'Frontend' });
    expect({ status: again.status, revision: again.body.revision }).toEqual({
      status: 200,
      revision: first.body.revision,
    });
    for (const segment of [frontend.id, 'frontend']) {
      const gone = await detach(key, segment);
      expect({ status: gone.status, key: gone.body.key, labels: gone.body.labels }).toEqual({
        status: 200,
        key,
        labels: [],
      });
      expectRefusal(await detach(key, segment), 'NOT_FOUND');
      await attach(key, { label: 'Frontend' });
    }
  });

  it('are shown by name, wherever the Work Item is shown complete', async () => {
    const { key } = await item();
    const made = [await label('zeta'), await label('Alpha'), await label('mid')];
    for (const { id } of made) await attach(key, { labelId: id });
    const shown = [made[1], made[2], made[0]].map(embedded);
    const { body, headers } = await owner.get(world.item(key));
    expect({ labels: body.labels, etag: headers.etag }).toEqual({ labels: shown, etag: '"wi-4"' });
    expect((await owner.patch(world.item(key), { title: 'Other' })).body.labels).toEqual(shown);
  });

  it('are the labels of a Project, also of an archived one', async () => {
    const path = world.project((await givenProject(owner, world.org())).key);
    const { key } = await givenWorkItem(owner, path);
    await givenLabel(owner, path, 'kept');
    await owner.post(`${path}/archive`, {}, { ifMatch: '*' });
    expect((await attach(key, { label: 'kept' })).status).toBe(200);
    expect((await detach(key, 'kept')).status).toBe(200);
  });
});

describe('createWorkItemLabelAssignment', () => {
  it('answers 200 with the complete Work Item, its users public, and a new tag', async () => {
    const { id, name, publicId } = world.user('colleague');
    const made = await givenWorkItem(owner, here, { assigneeId: id });
    const bug = await label();
    const answer = await attach(made.key, { labelId: bug.id }, { ifMatch: '"wi-1"' });
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-2"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.workItem));
    expect(answer.body).toEqual({
      ...made,
      revision: 2,
      assignee: { publicId, name },
      reporter: { publicId: world.user('owner').publicId, name: world.user('owner').name },
      labels: [embedded(bug)],
      updatedAt: answer.body.updatedAt,
    });
    expect(answer.body.updatedAt > made.updatedAt).toBe(true);
  });

  it.each([
    ['labelId, its id', ({ id }: any) => ({ labelId: id })],
    ['labelId, its id in capitals', ({ id }: any) => ({ labelId: id.toUpperCase() })],
    ['labelId, its name', ({ name }: any) => ({ labelId: name })],
    ['labelId, its name in capitals and blanks', ({ name }: any) => ({ labelId: `\u3000${name.toUpperCase()} ` })],
    ['label, its name', ({ name }: any) => ({ label: name })],
    ['label, its name in capitals and blanks', ({ name }: any) => ({ label: ` ${name.toUpperCase()}\n` })],
  ])('finds a label by %s', async (_what, body) => {
    const { key } = await item();
    const made = await label();
    const answer = await attach(key, body(made));
    expect({ status: answer.status, labels: answer.body.labels }).toEqual({ status: 200, labels: [embedded(made)] });
  });

  it('resolves a UUID of the Project first, then a name, when a label is named like the id of another', async () => {
    const one = await label();
    const namesake = await label(one.id.toUpperCase());
    const unborn = await label(UNKNOWN);
    for (const [body, found] of [
      [{ labelId: one.id }, one],
      [{ label: one.id }, namesake],
      [{ labelId: namesake.id }, namesake],
      [{ labelId: UNKNOWN }, unborn],
      [{ label: UNKNOWN }, unborn],
    ] as const) {
      const { key } = await item();
      expect((await attach(key, body)).body.labels).toEqual([embedded(found)]);
    }
  });

  it('is a success that changes nothing where the label is attached, with the current tag', async () => {
    const { key, id } = await item();
    const bug = await label();
    const first = await attach(key, { labelId: bug.id });
    const history = await facts.history(id);
    for (const body of [{ labelId: bug.id }, { label: bug.name }]) {
      const again = await attach(key, body, { ifMatch: '"wi-2"' });
      expect({ status: again.status, etag: again.headers.etag, body: again.body }).toEqual({
        status: 200,
        etag: '"wi-2"',
        body: first.body,
      });
    }
    expect(await facts.history(id)).toEqual(history);
    expectRefusal(await attach(key, { labelId: bug.id }, { ifMatch: '"wi-1"' }), 'REVISION_CONFLICT');
  });

  it('is 404 for a label that is unknown, or of another Project, and creates none', async () => {
    const { key } = await item();
    const name = unusedName();
    const foreign = await givenLabel(owner, elsewhere, name);
    const answers: Answer[] = [];
    for (const body of [
      { label: unusedName() },
      { labelId: unusedName() },
      { labelId: '22222222-2222-4222-8222-222222222222' },
      { labelId: foreign.id },
      { labelId: foreign.name },
      { label: foreign.name },
    ]) {
      answers.push(await attach(key, body));
    }
    for (const answer of answers) {
      expectRefusal(answer, 'NOT_FOUND');
      expectIndistinguishable(answer, answers[0]!);
      expect(answer.body.error.message).toMatch(/^[A-Z0-9]+ has no such label\.$/);
    }
    const { items } = (await owner.get(`${here}/labels?limit=100`)).body;
    expect(items.map((one: any) => one.name)).not.toContain(name);
    expect((await owner.get(world.item(key))).body).toMatchObject({ revision: 1, labels: [] });
  });

  it.each([
    ['neither', {}, ['label', 'labelId']],
    ['both', { label: 'a', labelId: 'a' }, ['label', 'labelId']],
    ['null', { label: null }, ['label']],
    ['null as labelId', { labelId: null }, ['labelId']],
    ['null beside a label', { labelId: null, label: 'a' }, ['labelId']],
    ['an empty name', { label: '' }, ['label']],
    ['a blank name', { labelId: ' ' }, ['labelId']],
    ['101 characters', { label: 'x'.repeat(101) }, ['label']],
    ['101 characters as labelId', { labelId: 'x'.repeat(101) }, ['labelId']],
    ['a number', { labelId: 1 }, ['labelId']],
    ['a list', { label: ['a'] }, ['label']],
    ['U+0000', { label: 'a\u0000' }, ['label']],
    ['an unknown member', { label: 'a', name: 'b' }, ['name']],
  ])('refuses %s', async (_what, body, fields) => {
    const { key } = await item();
    expectRefusal(await attach(key, body), 'VALIDATION_ERROR', ...fields);
  });

  it('checks If-Match, then the archive, then the label', async () => {
    const { key, id } = await item();
    await facts.archiveWorkItem(id);
    expectRefusal(await attach(key, { label: unusedName() }, { ifMatch: '"wi-9"' }), 'REVISION_CONFLICT');
    expectRefusal(await attach(key, { label: unusedName() }), 'WORK_ITEM_ARCHIVED');
    expectRefusal(await attach(key, { labelId: (await label()).id }, { ifMatch: '"wi-1"' }), 'WORK_ITEM_ARCHIVED');
  });
});

describe('deleteWorkItemLabelAssignment', () => {
  const labelled = async (name = unusedName()): Promise<{ key: string; id: string; label: any }> => {
    const { key, id } = await item();
    const made = await label(name);
    await attach(key, { labelId: made.id });
    return { key, id, label: made };
  };

  it('answers 200 with the Work Item and a new tag', async () => {
    const { key, label: bug } = await labelled();
    const answer = await detach(key, bug.id, { ifMatch: '"wi-2"' });
    expect({ status: answer.status, etag: answer.headers.etag }).toEqual({ status: 200, etag: '"wi-3"' });
    expect(membersOf(answer.body)).toEqual(sorted(MEMBERS.workItem));
    expect(answer.body).toMatchObject({ key, revision: 3, labels: [] });
    expect(membersOf(answer.body.reporter)).toEqual(['name', 'publicId']);
  });

  it('takes off this label only, of this item only', async () => {
    const [one, other] = [await labelled(), await item()];
    const kept = await label();
    await attach(one.key, { labelId: kept.id });
    await attach(other.key, { labelId: one.label.id });
    expect((await detach(one.key, one.label.id)).body.labels).toEqual([embedded(kept)]);
    expect((await owner.get(world.item(other.key))).body.labels).toEqual([embedded(one.label)]);
  });

  it.each([
    ['blanks', 'Good First Issue'],
    ['a slash', 'Area/Login'],
    ['what a path gives a meaning to', '?a#b;c=d&e'],
    ['a percent sequence', '100%2F'],
    ['a plus', 'c++'],
    ['two dots', '..'],
    ['capitals beyond ASCII', 'ÉCLAIR 😀'],
    ['50 letters that two stand for in lower case', 'İ'.repeat(50)],
    ['white space of several kinds', 'front \u00a0\t end'],
  ])('finds a label by its percent-encoded name: %s', async (_what, name) => {
    const { key, label: made } = await labelled(name);
    for (const spelling of [name, made.name, ` ${name}\u3000`]) {
      const segment = encodeURIComponent(spelling).replaceAll('.', '%2E');
      const answer = await detach(key, segment);
      expect({ status: answer.status, labels: answer.body.labels }).toEqual({ status: 200, labels: [] });
      await attach(key, { labelId: made.id });
    }
  });

  it('takes an id for the id, when a label is named like it', async () => {
    const { key, label: one } = await labelled();
    const namesake = await label(one.id);
    await attach(key, { label: one.id });
    expect((await detach(key, one.id)).body.labels).toEqual([embedded(namesake)]);
    expectRefusal(await detach(key, one.id), 'NOT_FOUND');
    expect((await detach(key, namesake.id)).body.labels).toEqual([]);
  });

  it('is 404 for a label the Project lacks before any other check, with or without a key', async () => {
    const { key } = await item();
    const foreign = await givenLabel(owner, elsewhere, unusedName());
    const unknown = await detach(key, 'no-such-label');
    expectRefusal(unknown, 'NOT_FOUND');
    for (const segment of [UNKNOWN.replace('1', '3'), foreign.id, encodeURIComponent(foreign.name), '%00', '%20']) {
      for (const conditions of [{}, { key: null, ifMatch: null }, { key: 'short', ifMatch: 'nonsense' }]) {
        expectIndistinguishable(await detach(key, segment, conditions), unknown);
      }
    }
  });

  it('is 404 for one that is not attached after all else', async () => {
    const { key, id } = await item();
    const bug = await label();
    expectRefusal(await detach(key, bug.id, { key: null }), 'IDEMPOTENCY_KEY_REQUIRED');
    expectRefusal(await detach(key, bug.id, { ifMatch: null }), 'PRECONDITION_REQUIRED');
    expectRefusal(await detach(key, bug.id, { ifMatch: '"wi-9"' }), 'REVISION_CONFLICT');
    expectRefusal(await detach(key, bug.id, { ifMatch: '"wi-1"' }), 'NOT_FOUND');
    expect((await owner.get(world.item(key))).body.revision).toBe(1);
    await facts.archiveWorkItem(id);
    expectRefusal(await detach(key, bug.id), 'WORK_ITEM_ARCHIVED');
  });

  it('takes no body, and an empty object for none', async () => {
    const { key, label: bug } = await labelled();
    const send = (body: Raw): Promise<Answer> =>
      member.send({
        method: 'DELETE',
        target: `${world.item(key)}/labels/${bug.id}`,
        headers: { 'idempotency-key': freshKey(), 'if-match': '*' },
        body,
      });
    for (const body of [new Raw('{"cascade":true}'), new Raw('[]'), new Raw(' '), new Raw('{}', 'text/plain')]) {
      expectRefusal(await send(body), 'VALIDATION_ERROR');
    }
    expect((await send(new Raw('{}'))).status).toBe(200);
    await attach(key, { labelId: bug.id });
    expect((await send(new Raw('', 'application/json'))).status).toBe(200);
  });
});

describe('Each actual attach or detach', () => {
  it('adds exactly one revision, moves updatedAt with it, and leaves one history entry and one audit row', async () => {
    const { key, id, updatedAt } = await item();
    const bug = await label();
    let last = updatedAt;
    for (const [send, revision, action, operation] of [
      [() => attach(key, { labelId: bug.id }), 2, 'label_added', 'createWorkItemLabelAssignment'],
      [() => detach(key, bug.id), 3, 'label_removed', 'deleteWorkItemLabelAssignment'],
      [() => attach(key, { label: bug.name }), 4, 'label_added', 'createWorkItemLabelAssignment'],
    ] as const) {
      const { body, headers } = await send();
      expect(body.revision).toBe(revision);
      expect(body.updatedAt > last).toBe(true);
      last = body.updatedAt;
      const history = await facts.history(id);
      expect(history).toHaveLength(revision);
      expect(history.at(-1)).toMatchObject({
        revision,
        action,
        actor: world.user('member').id,
        detail: { label: bug.id },
      });
      expect(history.at(-1)!.at.toISOString()).toBe(body.updatedAt);
      expect(await facts.audit(headers['x-request-id'])).toMatchObject([
        { operation, touched: [{ kind: 'work_item', id, revision }] },
      ]);
    }
  });

  it('attaches the 100th label of a Work Item and no further one', async () => {
    const { id, key, projectId } = await item();
    await facts.manyLabels(projectId, 99, id);
    const [last, another] = [await label(), await label()];
    expect((await attach(key, { labelId: last.id })).body.labels).toHaveLength(100);
    const refused = await attach(key, { labelId: another.id });
    expectRefusal(refused, 'CONFLICT');
    expect(refused.body.error.message).toBe(`${key} has 100 labels or more, and no more are possible.`);
    expect((await attach(key, { labelId: last.id })).status).toBe(200);
    expect((await detach(key, last.id)).body.labels).toHaveLength(99);
    expect((await attach(key, { labelId: another.id })).body.labels).toHaveLength(100);
  });
});
