import { spawnSync } from 'node:child_process';
import { textsOfMigration } from '../../test/migration-rules.js';
import { MIGRATIONS } from './migrations.js';

/** Rules that no migration has to keep, with the reason. */
const NOT_OURS: Readonly<Record<string, string>> = {
  'require-statement-timeout': 'A concurrent build of an index may take hours.',
  'require-lock-timeout': 'An earlier text of the migration sets it for the session: migration-rules.spec checks that.',
  'prefer-robust-stmts': 'Before an index is built concurrently, one that an interrupted migration left is dropped.',
};

/** Rules that a migration breaks on purpose, by the name of the migration, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

interface Finding {
  readonly rule_name: string;
  readonly message: string;
  readonly line: number;
}

/** Lints what PostgreSQL executes as one transaction. An index that is built concurrently has none. */
function findingsIn(text: string): readonly Finding[] {
  const transaction = /\bconcurrently\b/i.test(text) ? [] : ['--assume-in-transaction'];
  const { stdout, stderr } = spawnSync('squawk', ['--reporter', 'json', '--pg-version', '15.0', ...transaction], {
    input: text,
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(`The linter said nothing: ${stderr}`);
  return JSON.parse(stdout) as Finding[];
}

const rulesIn = (text: string): string[] =>
  findingsIn(text)
    .map(({ rule_name: rule }) => rule)
    .filter((rule) => NOT_OURS[rule] === undefined);

/** The baseline works on an empty database: it locks nobody out. */
const [, ...later] = MIGRATIONS.map((Migration) => new Migration());

it('squawk finds nothing in the migrations after the baseline', async () => {
  const found: string[] = [];
  for (const migration of later) {
    const exceptions = EXCEPTIONS[migration.name] ?? {};
    const rules = (await textsOfMigration(migration)).flatMap((text) => rulesIn(text));
    found.push(
      ...rules.filter((rule) => exceptions[rule] === undefined).map((rule) => `${migration.name}: ${rule}`),
      ...Object.keys(exceptions)
        .filter((rule) => !rules.includes(rule))
        .map((rule) => `${migration.name}: the exception from ${rule} is not needed`),
    );
  }
  expect(found).toEqual([]);
});

it.each([
  ['require-concurrent-index-creation', 'create index label_names on labels (name)'],
  ['disallowed-unique-constraint', 'alter table labels add constraint one_name unique (name)'],
  ['constraint-missing-not-valid', `alter table labels add constraint has_name check (name <> '')`],
  [
    'adding-foreign-key-constraint',
    'alter table labels add constraint of_user foreign key (user_id) references users (id)',
  ],
  ['changing-column-type', 'alter table labels alter column name type varchar(9)'],
  ['adding-field-with-default', 'alter table labels add column at timestamptz default clock_timestamp()'],
  ['adding-not-nullable-field', 'alter table labels alter column name set not null'],
  ['ban-drop-column', 'alter table labels drop column name'],
  ['ban-drop-table', 'drop table labels'],
  ['renaming-column', 'alter table labels rename column name to title'],
])('squawk refuses a migration that breaks %s', (rule, text) => {
  expect(rulesIn(`set lock_timeout = '1s'; ${text};`)).toContain(rule);
});
