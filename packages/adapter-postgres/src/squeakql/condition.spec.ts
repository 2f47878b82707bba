import { readSqueakQL, type SqueakQLQuery } from '@worktrack/application';
import { Calendar, type ProjectId, type UserId } from '@worktrack/domain';
import { EVERY_FORM } from '../../test/squeakql/every-form.js';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { StatementParameters } from '../engine/statement.js';
import { squeakqlCondition } from './condition.js';

const NOW = new Date('2026-03-04T15:16:17.018Z');
const ADA = '0198a000-0000-7000-8000-000000000001' as UserId;

function compiled(query: SqueakQLQuery, onlyProjects?: readonly ProjectId[]) {
  const parameters = new StatementParameters();
  const organizationId = parameters.add('0198a000-0000-7000-8000-000000000002', 'uuid');
  const viewer = { actorId: ADA, onlyProjects: onlyProjects && new Set(onlyProjects) };
  const context = { parameters, organizationId, viewer, now: NOW, calendar: Calendar.utc };
  return { sql: squeakqlCondition(query, context), parameters };
}

describe('The condition of a query', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await TestDatabase.create();
    await new World(database).user();
  });

  afterAll(() => database.drop());

  it.each(EVERY_FORM)('is SQL that PostgreSQL understands: %s', async (text) => {
    for (const onlyProjects of [undefined, [] as ProjectId[]]) {
      const { sql, parameters } = compiled(readSqueakQL(text, 'squeakql'), onlyProjects);
      const statement = `select (${sql}) is true from work_items item where item.organization_id = $1`;
      const values = parameters.values.map((value) => (value instanceof Date ? value.toISOString() : value));
      expect(await database.sql(statement, values)).toEqual([]);
    }
  });

  it('holds no text of the query: every value is bound', () => {
    const texts = [
      [`title = '`, `'`],
      [`title ~ '`, `'`],
      [`description !~ '`, `'`],
      [`text ~ '`, `'`],
      [`assignee = '`, `'`],
      [`reporter IN (me(), '`, `')`],
      [`commentedBy('`, `')`],
      [`sprint = '`, `'`],
      [`sprint IN ('`, `', futureSprints())`],
      [`parent = '`, `'`],
      [`key IN (WEB-1, '`, `')`],
      [`label = '`, `'`],
      [`project = '`, `'`],
    ] as const;
    for (const [before, after] of texts) {
      const withTerm = (term: string) => compiled(readSqueakQL(before + term + after, 'squeakql')).sql;
      for (const term of [`needle`, `needle); drop table work_items; --`, `needle" or 1=1`, `needle $1 ::text`]) {
        expect(withTerm(term)).not.toContain('needle');
        expect(withTerm(term)).not.toContain('drop');
      }
    }
  });

  it('holds no number, time or word of the query either', () => {
    for (const text of [`points = 31415`, `due > '1987-06-05T04:03:02Z'`, `due = '1987-06-05'`, `due < -31415h`]) {
      expect(compiled(readSqueakQL(text, 'squeakql')).sql).not.toMatch(/31415|1987/);
    }
    for (const text of [`status = in_review`, `priority IN (urgent, low)`, `wasIn(in_review)`]) {
      expect(compiled(readSqueakQL(text, 'squeakql')).sql).not.toMatch(/in_review|urgent|low\b/);
    }
  });
});
