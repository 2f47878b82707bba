import { givenLabel, givenProject, givenSprint, givenWorkItem } from '../kit/given.js';
import { expectRefusal } from '../kit/refusals.js';
import { signedIn } from '../kit/session.js';
import { World } from '../kit/world.js';

const world = new World('squeakql-table');
const table = `${world.org().replace('/v1/', '/')}/work-items/table`;

/** The value by which a row is in its group. */
const GROUPS: Readonly<Record<string, (row: any) => unknown>> = {
  status: ({ status }) => status,
  priority: ({ priority }) => priority,
  type: ({ type }) => type,
  project: ({ project }) => project.key,
  assignee: ({ assignee }) => assignee?.name,
  sprint: ({ sprint }) => sprint?.name,
  parent: ({ parent }) => parent?.key,
  label: ({ labels }) => labels[0]?.name,
};

describe('tableOfWorkItems', () => {
  it('lists rows group by group over its pages, with parent, labels and reporter', async () => {
    const { owner } = world;
    const { key } = await givenProject(owner, world.org());
    const path = world.project(key);
    const [late, early] = [await givenLabel(owner, path, 'zinc'), await givenLabel(owner, path, 'alder')];
    const [one, two] = [await givenSprint(owner, path, { name: 'B' }), await givenSprint(owner, path, { name: 'a' })];
    const epic = await givenWorkItem(owner, path, { title: 'Epic', type: 'epic', priority: 'low' });
    const publicIds = [world.user('member').publicId, world.user('owner').publicId, null];
    for (let at = 0; at < 12; at += 1) {
      const { key: item } = await givenWorkItem(owner, path, {
        title: `Row ${at}`,
        ...(at % 2 === 0 && { parentId: epic.key }),
        status: ['todo', 'in_progress', 'backlog'][at % 3]!,
        priority: ['low', 'urgent', 'medium', 'high'][at % 4]!,
        assigneePublicId: publicIds[at % 3]!,
        sprintId: [one.id, two.id, null][at % 3]!,
      });
      const labels = [[late, early], [late], []][at % 3]!;
      for (const { id } of labels) await owner.post(`${world.item(item)}/labels`, { labelId: id }, { ifMatch: '*' });
    }
    const browser = await signedIn(world, 'member');
    const query = `project = ${key} ORDER BY title DESC`;
    const rowsOf = async (groupBy: string | null) => {
      const rows: any[] = [];
      for (let cursor: string | null = null; ;) {
        const short = new URLSearchParams({ query, limit: '5', ...(groupBy !== null && { groupBy }) });
        const answer: any =
          cursor === null
            ? await browser.get(`${table}?${short.toString()}`)
            : await browser.post(table, { query, groupBy, limit: 5, cursor }, { key: null });
        expect(answer.status).toBe(200);
        rows.push(...answer.body.items);
        cursor = answer.body.page.nextCursor;
        if (cursor === null) return rows;
      }
    };
    const all = await rowsOf(null);
    const titles = all.map(({ title }) => title);
    expect(titles).toHaveLength(13);
    expect(titles).toEqual([...titles].sort().reverse());
    expect(all.find(({ title }) => title === 'Row 0')).toMatchObject({
      parent: { key: epic.key, title: 'Epic' },
      labels: [{ name: 'alder' }, { name: 'zinc' }],
      reporter: { name: world.user('owner').name },
    });
    for (const [groupBy, valueOf] of Object.entries(GROUPS)) {
      const rows = await rowsOf(groupBy);
      expect(new Set(rows.map(({ title }) => title))).toEqual(new Set(titles));
      const groups = rows.map(valueOf);
      const whole = groups.filter((group, at) => at === 0 || group !== groups[at - 1]);
      expect({ groupBy, whole }).toEqual({ groupBy, whole: [...new Set(groups)] });
      if (whole.includes(undefined)) expect(whole.at(-1)).toBeUndefined();
      const [first] = whole;
      const inFirst = rows.filter((row) => valueOf(row) === first).map(({ title }) => title);
      expect(inFirst).toEqual([...inFirst].sort().reverse());
    }
    expect([...new Set((await rowsOf('priority')).map(({ priority }) => priority))]).toEqual([
      'urgent',
      'high',
      'medium',
      'low',
    ]);
    expect([...new Set((await rowsOf('label')).map(({ labels }) => labels[0]?.name))]).toEqual([
      'alder',
      'zinc',
      undefined,
    ]);
  });

  it('refuses a wrong query, an unknown grouping, the cursor of another grouping, strangers and tokens', async () => {
    const browser = await signedIn(world, 'member');
    const ask = (body: object) => browser.post(table, body, { key: null });
    const wrong = await ask({ query: 'statuz = done' });
    expectRefusal(wrong, 'VALIDATION_ERROR', 'query');
    expectRefusal(await ask({ query: 'status = todo', groupBy: 'color' }), 'VALIDATION_ERROR', 'groupBy');
    const { body } = await ask({ query: 'status != done', groupBy: 'sprint', limit: 1 });
    const { nextCursor: cursor } = body.page;
    expect(cursor).not.toBeNull();
    expectRefusal(await ask({ query: 'status != done', groupBy: 'label', limit: 1, cursor }), 'INVALID_CURSOR');
    expectRefusal(await browser.get(table), 'VALIDATION_ERROR', 'query');
    expectRefusal(await browser.get(`${table}?query=statuz`), 'VALIDATION_ERROR', 'query');
    const foreign = await signedIn(world, 'stranger');
    expectRefusal(await foreign.post(table, { query: 'status = done' }, { key: null }), 'NOT_FOUND');
    expectRefusal(await world.owner.post(table, { query: 'status = done' }, { key: null }), 'FORBIDDEN');
  });
});
