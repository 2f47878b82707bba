import { randomUUID } from 'node:crypto';
import { connected, query } from './database.js';
import { eventually } from './eventually.js';

/** A recorded change of a Work Item. */
export interface HistoryRow {
  readonly revision: number;
  readonly at: Date;
  readonly actor: string | null;
  readonly action: string;
  readonly detail: any;
}

/** A Work Item to insert; its title is ASCII. */
export interface FilledWorkItem {
  readonly number: number;
  readonly title: string;
  /** `task` by default. */
  readonly type?: string;
  readonly status: string;
  readonly priority: string;
  readonly dueDate: string | null;
  readonly archivedAt: string | null;
  readonly updatedAt: string;
}

/** A row of the audit trail: one for each request that changed something or could have. */
export interface AuditRow {
  readonly operation: string;
  /** `null` for what belongs to no Organization, which the database stores as the nil UUID. */
  readonly organization: string | null;
  readonly actor: string;
  readonly token: string;
  readonly touched: any;
}

/**
 * Reads and writes facts in the database that no operation of the API can show or make. All SQL of the tests that
 * names a table is here.
 */
export class Facts {
  constructor(private readonly url: string) {}

  /** Inserts a session of a user, as signing in does, and returns its id. */
  async session(userId: string, hash: Buffer): Promise<string> {
    const id = randomUUID();
    await this.run(
      `insert into sessions (id, user_id, token_hash, created_at, last_seen_at, expires_at)
       values ($1, $2, $3, clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '30 days')`,
      [id, userId, hash],
    );
    return id;
  }

  /** Inserts a sign-in link of a user, as the task `user:link` does. */
  async signInLink(userId: string, hash: Buffer, purpose: 'sign-in' | 'set-password', lives = '1 hour'): Promise<void> {
    await this.run(
      `insert into sign_in_links (token_hash, user_id, purpose, expires_at)
       values ($1, $2, $3, clock_timestamp() + $4::interval)`,
      [hash, userId, purpose, lives],
    );
  }

  /** Moves instants of a session into the past: `created_at`, `last_seen_at` or `expires_at` by an interval. */
  async ageSession(id: string, column: 'created_at' | 'last_seen_at' | 'expires_at', by: string): Promise<void> {
    await this.run(`update sessions set ${column} = ${column} - $2::interval where id = $1`, [id, by]);
  }

  /** Counts the sessions of a user that have not ended. */
  async sessionsOf(userId: string): Promise<number> {
    const [row] = await this.run(
      'select count(*)::int as count from sessions where user_id = $1 and ended_at is null',
      [userId],
    );
    return row.count as number;
  }

  /** Ends the sessions of an account. */
  async endSessionsOf(email: string): Promise<void> {
    await this.run(
      'update sessions set ended_at = now() where ended_at is null and user_id = (select id from users where email = $1)',
      [email],
    );
  }

  /** Counts the accounts with this address. */
  async accountsOf(email: string): Promise<number> {
    const [row] = await this.run('select count(*)::int as count from users where email = lower($1)', [email]);
    return row.count as number;
  }

  /** Says whether a user has confirmed the address of the account. */
  async setEmailConfirmed(userId: string, isConfirmed: boolean): Promise<void> {
    await this.run('update users set email_confirmed_at = case when $2 then now() end where id = $1', [
      userId,
      isConfirmed,
    ]);
  }

  /** True when the user has confirmed the address of the account. */
  async isEmailConfirmed(userId: string): Promise<boolean> {
    const [row] = await this.run('select email_confirmed_at is not null as is from users where id = $1', [userId]);
    return row.is as boolean;
  }

  /** Makes everybody a member of an Organization who is an owner and has none of these addresses. */
  async keepOwners(slug: string, emails: readonly string[]): Promise<void> {
    await this.run(
      `update memberships set role = 'member' where role = 'owner'
         and organization_id = (select id from organizations where slug = $1)
         and user_id not in (select id from users where email = any ($2::text[]))`,
      [slug, emails],
    );
  }

  /** Counts the owners of an Organization. */
  async ownersOf(slug: string): Promise<number> {
    const [row] = await this.run(
      `select count(*)::int as count from memberships
       where role = 'owner' and organization_id = (select id from organizations where slug = $1)`,
      [slug],
    );
    return row.count as number;
  }

  /** Returns the hours for which a sign-in link is accepted from now on. */
  async hoursOfLink(hash: Buffer): Promise<number> {
    const [row] = await this.run(
      `select extract(epoch from expires_at - clock_timestamp())::float8 / 3600 as hours
       from sign_in_links where token_hash = $1`,
      [hash],
    );
    return row.hours as number;
  }

  /** Counts all sign-in links, used or not. */
  async linkCount(): Promise<number> {
    const [row] = await this.run('select count(*)::int as count from sign_in_links', []);
    return row.count as number;
  }

  /** Writes the hash of a user's password, as a release with other parameters did. */
  async setPasswordHash(userId: string, hash: string): Promise<void> {
    await this.run(
      `insert into passwords (user_id, hash, set_at) values ($1, $2, now())
       on conflict (user_id) do update set hash = excluded.hash`,
      [userId, hash],
    );
  }

  /** Returns the hash of a user's password. */
  async passwordHashOf(userId: string): Promise<string> {
    const [row] = await this.run('select hash from passwords where user_id = $1', [userId]);
    return row.hash as string;
  }

  /** Returns every text in the tables of sessions, passwords and links, to look for secrets in. */
  async textOfSessions(): Promise<string> {
    const rows = await this.run(
      `select sessions::text as line from sessions union all select passwords::text from passwords
       union all select sign_in_links::text from sign_in_links`,
      [],
    );
    return rows.map(({ line }) => String(line)).join('\n');
  }

  async sprint(projectId: string, name: string, state: 'future' | 'active' | 'done' = 'future'): Promise<string> {
    const id = randomUUID();
    await this.run(
      `insert into sprints (organization_id, id, project_id, name, folded_name, state, revision, created_at, updated_at)
       select organization_id, $2, id, $3, lower($3), $4, 1, now(), now() from projects where id = $1`,
      [projectId, id, name, state],
    );
    return id;
  }

  async label(workItemId: string, name: string): Promise<string> {
    const id = randomUUID();
    await this.run(
      `insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
       select organization_id, $2, project_id, $3, lower($3), '#6366f1', now() from work_items where id = $1`,
      [workItemId, id, name],
    );
    await this.run(
      `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
       select organization_id, project_id, id, $2 from work_items where id = $1`,
      [workItemId, id],
    );
    return id;
  }

  /** Creates `count` labels in a Project and, if a Work Item is named, attaches each of them to it. */
  async manyLabels(projectId: string, count: number, workItemId?: string): Promise<void> {
    await this.run(
      `with made as (
         insert into labels (organization_id, id, project_id, name, folded_name, color, created_at)
         select organization_id, gen_random_uuid(), id, filler.name, filler.name, '#6366f1', now()
         from projects, generate_series(1, $2) n, lateral (select concat('filler ', gen_random_uuid(), n) as name) filler
         where id = $1 returning organization_id, project_id, id
       )
       insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
       select organization_id, project_id, $3::uuid, id from made where $3::uuid is not null`,
      [projectId, count, workItemId ?? null],
    );
  }

  async attachLabel(labelId: string, workItemIds: readonly string[]): Promise<void> {
    await this.run(
      `insert into work_item_labels (organization_id, project_id, work_item_id, label_id)
       select organization_id, project_id, id, $1 from work_items where id = any($2::uuid[])`,
      [labelId, workItemIds],
    );
  }

  /** Inserts Work Items with these numbers, all created at one instant. */
  async fill(projectId: string, items: readonly FilledWorkItem[]): Promise<void> {
    const rows = items.map((item) => ({ id: randomUUID(), ...item }));
    await this.run(
      `with made as (
         insert into work_items (organization_id, id, project_id, project_key, number, revision, title, type, status,
           priority, due_date, archived_at, created_at, updated_at)
         select project.organization_id, given.id, project.id, project.key, given.number, 1, given.title,
           coalesce(given.type, 'task'),
           given.status, given.priority, given."dueDate", given."archivedAt", given."updatedAt", given."updatedAt"
         from projects project cross join jsonb_to_recordset($2::jsonb) as given (id uuid, number bigint, title text, type text,
           status text, priority text, "dueDate" timestamptz, "archivedAt" timestamptz, "updatedAt" timestamptz)
         where project.id = $1
         returning organization_id, project_id, id, lower(title) as title, lower(project_key || '-' || number) as key
       )
       insert into work_item_texts (organization_id, project_id, work_item_id, folded)
       select organization_id, project_id, id, title || E'\\nA\\n\\nA\\n' || key from made`,
      [projectId, JSON.stringify(rows)],
    );
    await this.run(
      `update project_counters set last_number = (select max(number) from work_items where project_id = $1)
       where project_id = $1`,
      [projectId],
    );
    await this.run(`analyze work_items, work_item_texts`, []);
  }

  /** Gives each Work Item of a Project a description of that many characters, which repeats a few words. */
  async lengthen(projectId: string, characters: number): Promise<void> {
    const description = `rpad('', $2, 'a long story of few words ')`;
    await this.run(`update work_items set description = ${description} where project_id = $1`, [projectId, characters]);
    await this.run(`update work_item_texts set folded = folded || ${description} where project_id = $1`, [
      projectId,
      characters,
    ]);
    await this.run(`analyze work_items, work_item_texts`, []);
  }

  /** Sets the due date to this moment: the item is overdue at every later instant. */
  async fallDueNow(workItemId: string): Promise<void> {
    await this.run(`update work_items set due_date = clock_timestamp() where id = $1`, [workItemId]);
  }

  async archiveWorkItem(id: string): Promise<void> {
    await this.run(`update work_items set archived_at = now() where id = $1`, [id]);
  }

  async deleteWorkItem(id: string): Promise<void> {
    await this.run(`update work_items set deleted_at = now() where id = $1`, [id]);
  }

  /** Writes an entry into the history of a Work Item that no operation of the API writes. */
  async recorded(
    workItemId: string,
    action: string,
    at: string,
    detail: object | null = null,
    actor: string | null = null,
  ): Promise<void> {
    await this.run(
      `insert into work_item_history (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
       select organization_id, $2, project_id, id, revision, $4, $6, $3, $5 from work_items where id = $1`,
      [workItemId, randomUUID(), action, at, detail, actor],
    );
  }

  async updateTimes(ids: readonly string[], instant: string): Promise<void> {
    await this.run(`update work_items set updated_at = $2 where id = any($1::uuid[])`, [ids, instant]);
  }

  /** Lets an invitation expire. */
  async endInvitation(id: string): Promise<void> {
    await this.run(`update invitations set expires_at = now() where id = $1`, [id]);
  }

  /** Lets the join link of an Organization expire. */
  async endJoinLink(slug: string): Promise<void> {
    const sql = `update join_links set expires_at = now()
      where organization_id = (select id from organizations where slug = $1)`;
    await this.run(sql, [slug]);
  }

  /** Ends the days after which a removed Organization is deleted. */
  async endDaysOfRemoval(slug: string): Promise<void> {
    await this.run(`update organizations set removal_due_at = now() where slug = $1`, [slug]);
  }

  /** Ends the time for which a former slug leads to its Organization. */
  async endFormerSlug(slug: string): Promise<void> {
    await this.run(`update former_slugs set ends_at = now() where slug = $1`, [slug]);
  }

  async expireToken(credentialId: string): Promise<void> {
    await this.run(`update access_tokens set expires_at = now() - interval '1 second' where id = $1`, [credentialId]);
  }

  async revokeToken(credentialId: string): Promise<void> {
    await this.run(`update access_tokens set revoked_at = now() where id = $1`, [credentialId]);
  }

  /** Removes a Project from the grant of a token of single Projects. */
  async withdrawProject(credentialId: string, projectId: string): Promise<void> {
    await this.run(`delete from token_project_grants where token_id = $1 and project_id = $2`, [
      credentialId,
      projectId,
    ]);
  }

  /** Adds a Project, in an Organization that is new to the token, to its grant. */
  async grantProject(credentialId: string, projectId: string): Promise<void> {
    await this.run(
      `insert into token_grants (organization_id, token_id, whole) select organization_id, $1, false from projects where id = $2`,
      [credentialId, projectId],
    );
    await this.run(
      `insert into token_project_grants (organization_id, token_id, project_id)
       select organization_id, $1, id from projects where id = $2`,
      [credentialId, projectId],
    );
  }

  /** Sets the creation of the record of this key to that many hours ago. */
  async ageIdempotencyRecord(key: string, hours: number): Promise<void> {
    await this.run(`update idempotency_records set created_at = now() - $2 * interval '1 hour' where key = $1`, [
      key,
      hours,
    ]);
  }

  async hasIdempotencyRecord(key: string): Promise<boolean> {
    return (await this.run(`select 1 from idempotency_records where key = $1`, [key])).length > 0;
  }

  /** The blobs that live attachments refer to. */
  async blobs(): Promise<string[]> {
    const rows = await this.run(`select blob_name from attachments where deleted_at is null order by blob_name`, []);
    return rows.map(({ blob_name }) => blob_name as string);
  }

  /** The bytes of the live attachments of an Organization, added up. */
  async attachmentBytes(slug: string): Promise<string> {
    const [row] = await this.run(
      `select coalesce(sum(size), 0)::text as bytes from attachments
       where deleted_at is null and organization_id = (select id from organizations where slug = $1)`,
      [slug],
    );
    return String(row?.bytes);
  }

  /** Bytes of the Organization's live files as the table `attachment_usage` counts them. */
  async attachmentBytesCounted(slug: string): Promise<string> {
    const [row] = await this.run(
      `select bytes::text from attachment_usage where organization_id = (select id from organizations where slug = $1)`,
      [slug],
    );
    return String(row?.bytes ?? '0');
  }

  /** Reads the history of a Work Item, in the order of recording. */
  history(workItemId: string): Promise<HistoryRow[]> {
    return this.run(
      `select revision, at, actor_id as actor, action, detail
       from work_item_history where work_item_id = $1 order by sequence`,
      [workItemId],
    );
  }

  /** Returns the ids of the requests of this operation in the audit trail, oldest first. */
  async auditedRequests(operation: string): Promise<string[]> {
    const rows = await this.run('select request_id as id from audit_log where operation = $1 order by id', [operation]);
    return rows.map(({ id }) => String(id));
  }

  /** Reads the audit trail of one request. */
  audit(requestId: string | undefined): Promise<AuditRow[]> {
    return this.run(
      `select operation, nullif(organization_id, '00000000-0000-0000-0000-000000000000') as organization,
         actor_id as actor, token_id as token, touched
       from audit_log where request_id = $1 order by id`,
      [requestId],
    );
  }

  /** Returns the number of replies that are kept for an `Idempotency-Key`. */
  async keptReplies(key: string): Promise<number> {
    return (await this.run('select from idempotency_records where key = $1', [key])).length;
  }

  /** Returns the rows of tokens and of the audit trail that hold the text, each as JSON. */
  async mentions(text: string): Promise<string[]> {
    const rows = await this.run(
      `select row from (select row_to_json(access_tokens)::text from access_tokens
         union all select row_to_json(audit_log)::text from audit_log) as written (row)
       where position($1 in row) > 0`,
      [text],
    );
    return rows.map(({ row }) => String(row));
  }

  /** Inserts `count` valid tokens of a user, without grants. Nobody knows their texts. */
  async tokens(userId: string, count: number): Promise<void> {
    await this.run(
      `insert into access_tokens (id, user_id, name, token_hash, scopes, expires_at)
       select gen_random_uuid(), $1, 'token ' || n, sha256(gen_random_uuid()::text::bytea), '{project:read}', now() + interval '1 day'
       from generate_series(1, $2) n`,
      [userId, count],
    );
  }

  /** Runs a statement as the application role. Returns the SQLSTATE of a refusal; `undefined` when it succeeds. */
  asApplication(sql: string): Promise<string | undefined> {
    return connected(this.url, async (client) => {
      await client.query('begin');
      await client.query('set local role worktrack_app');
      return client.query(sql).then(
        () => undefined,
        (error: unknown) => (error as { code: string }).code,
      );
    });
  }

  /** Makes the application wait one second for each row of search texts that it reads from now on: of one Organization, or of all. */
  async slowTexts(slug?: string): Promise<void> {
    await this.run(
      `create function a_second() returns boolean volatile language sql as 'select pg_sleep(1) is not null'`,
      [],
    );
    const [organization] = await this.run('select id from organizations where slug = $1', [slug]);
    const isSlow =
      organization === undefined ? 'a_second()' : `organization_id <> '${String(organization.id)}' or a_second()`;
    await this.run(`alter table work_item_texts enable row level security`, []);
    await this.run(
      `create policy slow on work_item_texts for select to worktrack_app, worktrack_tx using (${isSlow})`,
      [],
    );
    for (const [action, rule] of [
      ['insert', 'with check (true)'],
      ['update', 'using (true)'],
      ['delete', 'using (true)'],
    ])
      await this.run(
        `create policy slow_${action} on work_item_texts for ${action} to worktrack_app, worktrack_tx ${rule}`,
        [],
      );
  }

  /** Locks a row as another writer would, while `work` runs. */
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

  /** Runs `work` while no other transaction can read or write these tables. */
  async whileTablesAreLocked<Result>(tables: readonly string[], work: () => Promise<Result>): Promise<Result> {
    return connected(this.url, async (client) => {
      await client.query('begin');
      await client.query(`lock table ${tables.join(', ')} in access exclusive mode`);
      return work();
    });
  }

  /** Waits until at least this number of statements in this database wait for a lock. */
  async untilSomebodyWaits(statements = 1): Promise<void> {
    await eventually(`${statements} statements that wait for a lock`, async () =>
      (await this.statementsThatWait()) >= statements ? true : undefined,
    );
  }

  /** Counts the statements in this database that wait for a lock. */
  async statementsThatWait(): Promise<number> {
    const waiting = await this.run(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      [],
    );
    return waiting.length;
  }

  private run(sql: string, values: readonly unknown[]): Promise<any[]> {
    return query(this.url, sql, values);
  }
}
