import { fold } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { undo } from '../../test/undo.js';
import { World } from '../../test/world.js';
import { migrate } from '../migrate.js';
import { FoldedLabelNames1798070403000 } from '../migrations/0040-folded-label-names.js';
import { backfillRecords } from '../owner-tasks.js';

describe('Folding again', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await TestDatabase.create();
  });
  afterEach(() => database.drop());
  const world = () => new World(database);
  const column = async (sql: string) => (await database.sql<{ value: string }>(sql)).map(({ value }) => value);

  it('replaces what an older release wrote in lower case, and leaves ASCII and text that is right already', async () => {
    const scope = await world().project(await world().organization(), await world().user(), 'WEB');
    const { organizationId, projectId } = scope;
    await database.sql(
      `with item as (
         insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status, priority,
           created_at, updated_at)
         select $1, gen_random_uuid(), $2, 'WEB', number, 1, 'x', 'task', 'todo', 'low', now(), now()
         from generate_series(1, 250) number returning *
       )
       insert into work_item_texts (organization_id, project_id, work_item_id, folded)
       select $1, $2, id, case number % 3 when 0 then 'straße' when 1 then 'strasse é' else 'plain' end || E'\\nA\\n\\nA\\nweb-' || number
       from item`,
      [organizationId, projectId],
    );
    await database.sql(
      `insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, created_at, updated_at)
       select $1, gen_random_uuid(), $2, name, lower(name), 'future', 1, now(), now() from unnest(array['GRÖẞE', 'One']) name`,
      [organizationId, projectId],
    );
    const done = new Map((await backfillRecords(database.url, 0)).map(({ name, rows }) => [name, rows]));
    expect([done.get('folded-work-item-texts'), done.get('folded-sprints')]).toEqual([83, 1]);
    expect(
      await column("select distinct split_part(folded, E'\\nA\\n', 1) as value from work_item_texts order by 1"),
    ).toEqual([...['plain', 'strasse', 'strasse é']]);
    expect(await column(`select folded_name as value from sprints order by 1`)).toEqual(['grösse', 'one']);
    expect((await backfillRecords(database.url, 0)).every(({ rows }) => rows === 0)).toBe(true);
  });

  describe('of labels, by the migration', () => {
    it('keeps all that are the same now, gives one of them the folded name, and refuses another one', async () => {
      await undo(database, new FoldedLabelNames1798070403000());
      const scope = await world().project(await world().organization(), await world().user());
      const add = (name: string) =>
        database.sql(
          `insert into labels (organization_id, id, project_id, name, color, created_at)
           values ($1, gen_random_uuid(), $2, $3, '#112233', now())`,
          [scope.organizationId, scope.projectId, name],
        );
      for (const name of ['straße', 'strasse', 'größe', 'cafe\u0301', 'plain']) await add(name);
      await migrate(database.url);
      expect(await database.sql('select name, folded_name as folded from labels order by name')).toEqual([
        { name: 'cafe\u0301', folded: 'café' },
        { name: 'größe', folded: 'grösse' },
        { name: 'plain', folded: 'plain' },
        { name: 'strasse', folded: 'strasse' },
        { name: 'straße', folded: 'straße' },
      ]);
      await expect(add('strasse')).rejects.toMatchObject({ constraint: 'label_name_is_taken' });
      await expect(add('grösse')).rejects.toMatchObject({ constraint: 'label_name_is_taken' });
    });

    it('lets a server of the release before create and rename labels', async () => {
      const scope = await world().project(await world().organization(), await world().user());
      const id = await world().label(scope, 'plain');
      await database.sql(`update labels set name = 'renamed', revision = revision + 1 where id = $1`, [id]);
      expect(await column('select folded_name as value from labels')).toEqual(['renamed']);
      await database.sql(`update labels set name = 'größe', revision = revision + 1 where id = $1`, [id]);
      await backfillRecords(database.url, 0);
      expect(await column('select folded_name as value from labels')).toEqual(['grösse']);
    });
  });
});

describe('Two characters that PostgreSQL 18 folds to the same text', () => {
  it('are folded to the same text by us, and no others are, but for the dot of i', async () => {
    const database = await TestDatabase.create();
    try {
      const rows = await database.sql<{ character: string; folded: string }>(
        `select chr(point) as character, normalize(casefold(normalize(chr(point)) collate pg_unicode_fast)) as folded
         from generate_series(1, 131071) point where point not between 55296 and 57343 and unicode_assigned(chr(point))`,
      );
      const ours = new Map<string, string>();
      const theirs = new Map<string, string>();
      for (const { character, folded } of rows) {
        const [own, other] = [fold(character), folded.replace(/i\u0307/g, 'i')];
        if (ours.get(other) !== undefined && ours.get(other) !== own) throw new Error(`kept apart: ${character}`);
        if (theirs.get(own) !== undefined && theirs.get(own) !== other) throw new Error(`made one: ${character}`);
        ours.set(other, own);
        theirs.set(own, other);
      }
      expect(rows.length).toBeGreaterThan(90_000);
    } finally {
      await database.drop();
    }
  });
});
