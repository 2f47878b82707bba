import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createDatabase, dropDatabase, query } from '../kit/database.js';
import { theRun } from '../kit/run.js';
import { scratchPath } from '../kit/scratch.js';
import { runTask, runTaskProcess, taskResult } from '../kit/task.js';
import { expectFailure } from './expectations.js';

const { postgresUrl, template } = theRun();

describe('Old entries of the audit trail', () => {
  let databaseUrl: string;
  const entry = (at: string, request: string) =>
    query(
      databaseUrl,
      `insert into audit_log (operation, organization_id, request_id, touched, at)
       values ('updateWorkItem', '0198a000-0000-7000-8000-000000000001', $2, '[]', $1)`,
      [at, request],
    );

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgresUrl, template);
    await query(
      databaseUrl,
      `create table audit_log_2026_01 partition of audit_log for values from ('2026-01-01Z') to ('2026-02-01Z')`,
    );
    await entry('2026-01-31T23:59:59.999Z', 'second');
    await entry('2026-01-01T00:00:00.000Z', 'first "of all" \n');
  });
  afterAll(() => dropDatabase(postgresUrl, databaseUrl));

  const file = scratchPath('audit.jsonl');
  const DROP = ['audit:drop', '--before', '2026-02-01'];
  const exporting = (out: string): string[] => ['audit:export', '--before', '2026-02-01', '--out', out];

  it('are not dropped before they are exported', async () => {
    expectFailure(await runTask(DROP, { databaseUrl }), 1, /audit_log_2026_01 was not exported: run audit:export/);
  });

  it('are exported into a file that only its owner reads, with its digest; a file that exists stays', async () => {
    const { sha256, ...answer } = await taskResult(exporting(file), { databaseUrl });
    const written = readFileSync(file);
    expect(answer).toEqual({ file, entries: 2, bytes: written.length, partitions: ['audit_log_2026_01'] });
    expect(sha256).toBe(createHash('sha256').update(written).digest('hex'));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const requests = written.toString().trimEnd().split('\n');
    expect(requests.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual([
      'first "of all" \n',
      'second',
    ]);
    expectFailure(await runTask(exporting(file), { databaseUrl }), 1, /exists already/);
    expect(readFileSync(file)).toEqual(written);
  });

  it('are exported to standard output', async () => {
    const { code, stdout, stderr } = await runTaskProcess(exporting('-'), { databaseUrl });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(readFileSync(file, 'utf8'));
    expectFailure(await runTask([...exporting('-'), '--json'], { databaseUrl }), 2, /--out - and --json/);
  });

  it('leave no file when it cannot be written', async () => {
    const folder = scratchPath('not-a-folder');
    writeFileSync(folder, '');
    expectFailure(await runTask(exporting(`${folder}/audit.jsonl`), { databaseUrl }), 1);
    expect(existsSync(`${folder}/audit.jsonl.part`)).toBe(false);
  });

  it('are dropped after that, with their month', async () => {
    expect(await taskResult(DROP, { databaseUrl })).toEqual({
      partitions: [{ name: 'audit_log_2026_01', entries: 2 }],
      entries: 2,
    });
    expect(await query(databaseUrl, `select operation from audit_log where at < '2026-02-01Z'`)).toEqual([]);
    expect(await taskResult(DROP, { databaseUrl })).toEqual({ partitions: [], entries: 0 });
  });

  it.each([
    ['a day that no month has', '2026-02-30'],
    ['a day that has not come', '2999-01-01'],
    ['no day', 'yesterday'],
  ])('are named by %s: exit 2', async (_, day) => {
    expectFailure(await runTask(['audit:drop', '--before', day], { databaseUrl }), 2, /--before/);
  });
});
