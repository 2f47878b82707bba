import { seedDemo } from '@worktrack/demo';
import { ScratchDatabase } from '../../../test/scratch-database.js';
import { answerOf, run } from '../../../test/task-run.js';

interface Answer {
  readonly projects: readonly { readonly key: string; readonly rows: number; readonly identical: boolean }[];
}

describe('reports:rebuild', () => {
  let database: ScratchDatabase;
  const rebuild = async (...parameters: string[]) =>
    (await answerOf(['reports:rebuild', ...parameters], { DATABASE_URL: database.url })) as Answer;

  beforeAll(async () => {
    database = await ScratchDatabase.create();
    const { adapters, close } = await database.adapters();
    await seedDemo(adapters.administration, 'small', () => undefined);
    await close();
  });
  afterAll(() => database.drop());

  it('finds nothing to correct in what was seeded, Project by Project', async () => {
    const counted = await database.rows<{ key: string; rows: number }>(
      `select project.key, ((select count(*) from status_spans where project_id = project.id)
         + (select count(*) from item_flow where project_id = project.id))::integer as rows
       from projects project order by key`,
    );
    expect(counted.length).toBeGreaterThan(1);
    const [first] = counted;
    expect(first?.rows).toBeGreaterThan(100);
    expect(await rebuild('--org', 'demo')).toEqual({ projects: counted.map((row) => ({ ...row, identical: true })) });
    expect(await rebuild('--org', 'demo', '--project', first?.key ?? '')).toEqual({
      projects: [{ ...first, identical: true }],
    });
  });

  it('corrects a difference, and fails once to report it', async () => {
    const [tampered] = await database.rows<{ key: string }>(
      `update item_flow set since = since - interval '1 day'
       where work_item_id = (select min(work_item_id::text)::uuid from item_flow)
       returning (select key from projects where id = project_id) as key`,
    );
    const { code, stdout, stderr } = await run(['reports:rebuild', '--org', 'demo', '--json'], {
      DATABASE_URL: database.url,
    });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/^error: [^\n]+\n$/) as string });
    expect(stderr).toContain(tampered?.key);
    const { projects } = JSON.parse(stdout) as Answer;
    for (const { key, identical } of projects)
      expect({ key, identical }).toEqual({ key, identical: key !== tampered?.key });
    expect((await rebuild('--org', 'demo')).projects.every(({ identical }) => identical)).toBe(true);
  });

  it.each([
    ['an Organization', ['--org', 'nobody']],
    ['a Project', ['--org', 'demo', '--project', 'NONE']],
  ])('fails for %s that is not there', async (_, parameters) => {
    const { code, stdout, stderr } = await run(['reports:rebuild', ...parameters], { DATABASE_URL: database.url });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: [^\n]+\n$/);
  });
});
