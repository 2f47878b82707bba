import { readSqueakQL, type SqueakQLQuery } from '@worktrack/application';
import type { ProjectId, UserId } from '@worktrack/domain';
import { TestDatabase } from '../../test/test-database.js';
import { World } from '../../test/world.js';
import { Parameters } from '../engine/parameters.js';
import { squeakqlCondition } from './condition.js';

const NOW = new Date('2026-03-04T15:16:17.018Z');
const ADA = '0198a000-0000-7000-8000-000000000001' as UserId;

/** Predicates of every form, with every kind of operand. */
const EVERY_FORM = [
  `key = WEB-1`,
  `key != 'no key'`,
  `key IN (WEB-1, 'ham-2', nonsense)`,
  `key NOT IN (WEB-1)`,
  `title = 'The Plan'`,
  `title != 'The Plan'`,
  `title ~ 'plan'`,
  `title !~ '100 %_'`,
  `description ~ ''`,
  `description !~ x`,
  `description IS NULL`,
  `text ~ "it's"`,
  `text !~ plan`,
  `type = bug`,
  `type IN (bug, epic)`,
  `status != done`,
  `status NOT IN (done, todo)`,
  `status < in_review`,
  `status <= backlog`,
  `status > done`,
  `priority >= high`,
  `assignee = me()`,
  `assignee != usr_AAAAAAAAAAAAAAAAAAAAAA`,
  `assignee IN (me(), ada, 'usr_AAAAAAAAAAAAAAAAAAAAAA', '?')`,
  `reporter = ada`,
  `reporter IS NOT EMPTY`,
  `sprint = 'Sprint 1'`,
  `sprint = '0198a000-0000-7000-8000-000000000001'`,
  `sprint = activeSprint()`,
  `sprint IN (futureSprints(), 'Sprint 1', '0198a000-0000-7000-8000-000000000001')`,
  `sprint IS NULL`,
  `sprint.state != done`,
  `sprint.state IN (active, future)`,
  `parent = WEB-1`,
  `parent NOT IN (WEB-1, WEB-2)`,
  `parent IS NULL`,
  `label = backend`,
  `label != ' Backend '`,
  `labels IN (backend, frontend)`,
  `label IS EMPTY`,
  `project = web`,
  `project.key NOT IN (WEB, HAM)`,
  `points = 3`,
  `points != 3.0`,
  `points > -99999999999999999999999999999999999999999.5`,
  `points IN (1, 2, 3.5)`,
  `points IS NOT NULL`,
  `due = '2026-03-01'`,
  `due != today()`,
  `due < 7d`,
  `due <= '9999-12-31'`,
  `due > '0001-01-01'`,
  `created >= startOfMonth()`,
  `updated = '2026-03-01T09:00:00.0001Z'`,
  `updated >= -99999w`,
  `overdue = TRUE`,
  `overdue != TRUE`,
  `archived = FALSE`,
  `hasLink(blocks)`,
  `hasLink(blocked_by)`,
  `hasLink(relates)`,
  `blocked()`,
  `commentedBy(me())`,
  `commentedBy('nobody at all')`,
  `wasIn(in_review)`,
  ...['status', 'priority', 'assignee', 'sprint', 'title', 'dueDate', 'parent'].map(
    (field) => `changed(${field}, -7d)`,
  ),
  `NOT (status = done OR NOT points = 3 AND sprint IS NULL)`,
];

function compiled(query: SqueakQLQuery, onlyProjects?: readonly ProjectId[]) {
  const parameters = new Parameters();
  const organizationId = parameters.add('0198a000-0000-7000-8000-000000000002', 'uuid');
  const viewer = { actorId: ADA, onlyProjects: onlyProjects && new Set(onlyProjects) };
  return { sql: squeakqlCondition(query, { parameters, organizationId, viewer, now: NOW }), parameters };
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
