import type { MigrationInterface, QueryRunner } from 'typeorm';
import { buildConcurrently } from './concurrently.js';
import { runWithRetries } from './run-with-retries.js';

/** The wishes of people to watch, to watch no more, or to be told nothing. All other watches follow from the part that a person takes. */
const WATCHES = /* sql */ `
create table if not exists work_item_watches (
  organization_id uuid not null,
  work_item_id uuid not null,
  user_id uuid not null,
  project_id uuid not null,
  -- Null: neither was said.
  wanted boolean,
  -- The revision of the Work Item when it was said: a later assignment begins the watch again.
  revision integer not null,
  said_at timestamptz(3) not null,
  muted boolean not null,
  primary key (organization_id, work_item_id, user_id),
  constraint watch_is_of_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint watch_is_of_a_user foreign key (user_id) references users (id)
);
create index if not exists watches_of_a_user on work_item_watches (user_id, organization_id);
`;

/** The people that comments and descriptions mention. A row stays when the text mentions the person no more: who was mentioned watches. */
const MENTIONS = /* sql */ `
create table if not exists mentions (
  organization_id uuid not null,
  -- The comment, or the Work Item of a description.
  text_id uuid not null,
  user_id uuid not null,
  project_id uuid not null,
  work_item_id uuid not null,
  occurrence_count integer not null constraint occurrences_are_not_negative check (occurrence_count >= 0),
  -- The instant since which the text mentions the person.
  mentioned_at timestamptz(3) not null,
  primary key (organization_id, text_id, user_id),
  constraint mention_is_on_a_work_item foreign key (organization_id, project_id, work_item_id)
    references work_items (organization_id, project_id, id),
  constraint mention_is_of_a_user foreign key (user_id) references users (id)
);
create index if not exists mentions_on_work_items on mentions (organization_id, work_item_id, user_id);
`;

/** Who takes part in a Work Item is looked up in these, however long its history and its list of comments are. */
const INDEXES = [
  [
    'assignments_of_work_items',
    `create index concurrently assignments_of_work_items on work_item_history (organization_id, work_item_id,
       (case action when 'created' then detail -> 'initial' ->> 'assignee' else detail ->> 'to' end), revision)
       where action = 'assigned' or action = 'created' and detail -> 'initial' ->> 'assignee' is not null`,
  ],
  [
    'authors_on_work_items',
    `create index concurrently authors_on_work_items on comments (organization_id, work_item_id, author_id, created_at)`,
  ],
] as const;

/** People watch Work Items, and mention each other. */
export class Watching1798070418000 implements MigrationInterface {
  readonly name = '0015-watching-1798070418000';
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await runWithRetries(runner, WATCHES);
    await runWithRetries(runner, MENTIONS);
    for (const [name, definition] of INDEXES) await buildConcurrently(runner, name, definition);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runWithRetries(
      runner,
      'drop table mentions, work_item_watches; drop index assignments_of_work_items, authors_on_work_items',
    );
  }
}
