import { randomUUID } from 'node:crypto';
import { eventually } from './eventually.js';
import { connected, query } from './database.js';

/**
 * Facts that no operation can make or show yet, straight in the database. All SQL of the tests that knows a table
 * stands here.
 */
export class Facts {
  constructor(private readonly url: string) {}

  async sprint(projectId: string, name: string, state: 'future' | 'active' | 'done' = 'future'): Promise<string> {
    const id = randomUUID();
    await this.run(
      `insert into sprints (organization_id, id, project_id, name, state, revision, created_at, updated_at)
       select organization_id, $2, id, $3, $4, 1, now(), now() from projects where id = $1`,
      [projectId, id, name, state],
    );
    return id;
  }

  async label(workItemId: string, name: string): Promise<string> {
    const id = randomUUID();
    await this.run(
      `insert into labels (organization_id, id, project_id, name, color, created_at)
       select organization_id, $2, project_id, $3, '#6366f1', now() from work_items where id = $1`,
      [workItemId, id, name],
    );
    await this.run(
      `insert into work_item_labels (organization_id, work_item_id, label_id)
       select organization_id, id, $2 from work_items where id = $1`,
      [workItemId, id],
    );
    return id;
  }

  async archiveWorkItem(id: string): Promise<void> {
    await this.run(`update work_items set archived_at = now() where id = $1`, [id]);
  }

  async deleteWorkItem(id: string): Promise<void> {
    await this.run(`update work_items set deleted_at = now() where id = $1`, [id]);
  }

  async updateTimes(ids: readonly string[], instant: string): Promise<void> {
    await this.run(`update work_items set updated_at = $2 where id = any($1::uuid[])`, [ids, instant]);
  }

  async expireToken(credentialId: string): Promise<void> {
    await this.run(`update access_tokens set expires_at = now() - interval '1 second' where id = $1`, [credentialId]);
  }

  /** Returns when a statement in this database waits for a lock. */
  async untilSomebodyWaits(): Promise<void> {
    await eventually('a statement that waits for a lock', async () => {
      const waiting = await this.run(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        [],
      );
      return waiting.length > 0 ? true : undefined;
    });
  }

  private run(sql: string, values: readonly unknown[]): Promise<any[]> {
    return query(this.url, sql, values);
  }

  /** Holds a row as another writer would, while `work` runs. */
  async whileLocked<Result>(
    table: 'work_items' | 'projects',
    id: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    return connected(this.url, async (client) => {
      await client.query('begin');
      await client.query(`select 1 from ${table} where id = $1 for update`, [id]);
      return work();
    });
  }
}
