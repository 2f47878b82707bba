import { distributionStatements } from '@worktrack/adapter-postgres';
import { ScratchDatabase } from '../../../test/scratch-database.js';
import { answerOf, run } from '../../../test/task-run.js';

/** A URL without a database: a dry run needs none. */
const NOWHERE = { DATABASE_URL: 'postgres://127.0.0.1:9/nowhere' };

describe('db:distribute', () => {
  it('prints every statement of the distribution in a dry run, as SQL or as JSON, and does nothing', async () => {
    const statements = distributionStatements();
    expect(statements).toContain(`select create_distributed_table('projects', 'organization_id', shard_count => 32)`);
    const { code, stdout } = await run(['db:distribute', '--dry-run'], NOWHERE);
    expect({ code, stdout }).toEqual({ code: 0, stdout: statements.map((statement) => `${statement};\n`).join('') });
    expect(await answerOf(['db:distribute', '--dry-run'], NOWHERE)).toEqual({ statements });
  });

  it('fails with one sentence in a database that is no cluster', async () => {
    const database = await ScratchDatabase.create();
    try {
      const { code, stdout, stderr } = await run(['db:distribute'], { DATABASE_URL: database.url });
      expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
      expect(stderr).toMatch(/^error: The database has no extension citus: [^\n]+\n$/);
    } finally {
      await database.drop();
    }
  });
});
