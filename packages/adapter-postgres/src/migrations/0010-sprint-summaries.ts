import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * One row for each Sprint that is done, with the figures of its report at its end: what velocity reads. Never rewritten. Sprints that
 * are done already get theirs from the ledger. And an index by which a report sees whether the ledger misses a leaving.
 */
export class SprintSummaries1795910400000 implements MigrationInterface {
  readonly name = '0010-sprint-summaries-1795910400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
    await runner.query(FROM_LEDGER);
    await runner.query(GUARD);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sprint_summaries');
    await runner.query('drop index leavings_of_a_sprint');
  }
}

const TABLE = /* sql */ `
create table sprint_summaries (
  organization_id uuid not null,
  sprint_id uuid not null,
  project_id uuid not null,
  started_at timestamptz(3) not null,
  completed_at timestamptz(3) not null,
  committed_items bigint not null,
  committed_points bigint not null,
  completed_items bigint not null,
  completed_points bigint not null,
  carried_over_items bigint not null,
  carried_over_points bigint not null,
  added_items bigint not null,
  added_points bigint not null,
  removed_items bigint not null,
  removed_points bigint not null,
  rows_capped boolean not null,
  history_incomplete boolean not null,
  commitment_unavailable boolean not null,
  primary key (organization_id, sprint_id),
  constraint summary_is_of_a_sprint foreign key (organization_id, project_id, sprint_id)
    references sprints (organization_id, project_id, id)
);
create index summaries_of_a_project on sprint_summaries (organization_id, project_id, completed_at desc, sprint_id desc);

create index leavings_of_a_sprint on work_item_history (organization_id, (detail ->> 'from'), at)
  where action = 'sprint_changed';

grant select, insert on sprint_summaries to worktrack_app;
`;

const FROM_LEDGER = /* sql */ `
insert into sprint_summaries (organization_id, sprint_id, project_id, started_at, completed_at, committed_items, committed_points,
  completed_items, completed_points, carried_over_items, carried_over_points, added_items, added_points, removed_items,
  removed_points, rows_capped, history_incomplete, commitment_unavailable)
with ended as (
  select organization_id, id, project_id, started_at, completed_at from sprints
  where state = 'done' and started_at is not null and completed_at is not null
), part as (
     select ended.id as sprint_id, started_at, completed_at, work_item_id, 'entry' as kind, at, story_points, null as status,
       null::timestamptz as done_at, null::bigint as number
     from ended join sprint_entries entry on entry.organization_id = ended.organization_id and entry.sprint_id = ended.id
       and entry.at <= ended.completed_at
     union all
     select ended.id, started_at, completed_at, work_item_id, 'exit', at, story_points, null, null, null
     from ended join sprint_exits exit on exit.organization_id = ended.organization_id and exit.sprint_id = ended.id
       and exit.at < ended.completed_at
     union all
     select ended.id, started_at, completed_at, work_item_id, 'commitment', at, story_points, null, null, null
     from ended join sprint_commitments commitment on commitment.organization_id = ended.organization_id
       and commitment.sprint_id = ended.id
     union all
     select ended.id, started_at, completed_at, work_item_id, 'outcome', at, story_points, status, done_at, number
     from ended join sprint_outcomes outcome on outcome.organization_id = ended.organization_id and outcome.sprint_id = ended.id
     union all
     select ended.id, started_at, completed_at, item.id, 'left', null, null, null, null, item.number
     from ended join work_items item on item.organization_id = ended.organization_id and item.id = any(array(
       select work_item_id from sprint_exits exit
       where exit.organization_id = ended.organization_id and exit.sprint_id = ended.id and exit.at > ended.started_at
         and exit.at < ended.completed_at
     ))
   ), by_item as (
     select sprint_id, work_item_id,
       bool_or(kind = 'commitment') as committed,
       sum(story_points) filter (where kind = 'commitment') as committed_points,
       count(*) filter (where kind = 'entry' and at > started_at and at < completed_at) as added,
       sum(story_points) filter (where kind = 'entry' and at > started_at and at < completed_at) as added_points,
       count(*) filter (where kind = 'exit' and at > started_at) as removed,
       sum(story_points) filter (where kind = 'exit' and at > started_at) as removed_points,
       count(*) filter (where kind = 'entry' and at <= started_at) > count(*) filter (where kind = 'exit' and at <= started_at)
         as there_at_start,
       count(*) filter (where kind = 'entry') > count(*) filter (where kind = 'exit') as there_at_end,
       count(*) filter (where kind = 'entry') > count(*) filter (where kind = 'exit' and at <= started_at) as there_at_all,
       bool_or(kind = 'outcome') as concluded,
       sum(story_points) filter (where kind = 'outcome') as points,
       bool_or(kind = 'outcome' and status = 'done') as done,
       max(done_at) >= max(at) filter (where kind = 'entry') as done_there,
       max(number) as number
     from part group by sprint_id, work_item_id
   ), placed as (
     select sprint_id, work_item_id, committed, committed_points, added, added_points, removed, removed_points, there_at_start,
       there_at_end, concluded, points, done, done_there, count(*) over (partition by sprint_id) as participants,
       row_number() over (partition by sprint_id order by number) as place
     from by_item where there_at_all or committed or concluded
   ), figures as (
     select sprint_id,
       count(*) filter (where committed) as committed_items, coalesce(sum(committed_points), 0)::bigint as committed_points,
       count(*) filter (where there_at_end and done and done_there) as completed_items,
       coalesce(sum(points) filter (where there_at_end and done and done_there), 0)::bigint as completed_points,
       count(*) filter (where there_at_end and concluded and not done) as carried_over_items,
       coalesce(sum(points) filter (where there_at_end and concluded and not done), 0)::bigint as carried_over_points,
       sum(added)::bigint as added_items, coalesce(sum(added_points), 0)::bigint as added_points,
       sum(removed)::bigint as removed_items, coalesce(sum(removed_points), 0)::bigint as removed_points,
       bool_or(participants > 5000) as rows_capped,
       bool_or(committed and not there_at_start or concluded and not there_at_end) as has_holes,
       bool_or(there_at_start) and not bool_or(committed) as commitment_unavailable
     from placed where place <= 5000 and true
     group by sprint_id
   )
select ended.organization_id, ended.id, ended.project_id, ended.started_at, ended.completed_at,
  coalesce(committed_items, 0), coalesce(committed_points, 0), coalesce(completed_items, 0), coalesce(completed_points, 0),
  coalesce(carried_over_items, 0), coalesce(carried_over_points, 0), coalesce(added_items, 0), coalesce(added_points, 0),
  coalesce(removed_items, 0), coalesce(removed_points, 0), coalesce(rows_capped, false),
  coalesce(has_holes, false) or exists (
    select past.work_item_id, past.at from work_item_history past
    where past.organization_id = ended.organization_id and past.action = 'sprint_changed'
      and past.detail ->> 'from' = ended.id::text and past.at > ended.started_at and past.at < ended.completed_at
    union all
    select item.id, item.deleted_at from work_items item
    where item.organization_id = ended.organization_id and item.sprint_id = ended.id and item.deleted_at > ended.started_at
      and item.deleted_at < ended.completed_at
    except
    select exit.work_item_id, exit.at from sprint_exits exit
    where exit.organization_id = ended.organization_id and exit.sprint_id = ended.id
  ),
  coalesce(commitment_unavailable, false)
from ended left join figures on figures.sprint_id = ended.id;
`;

const GUARD = /* sql */ `
create trigger summaries_are_never_rewritten before update or delete or truncate on sprint_summaries
  for each statement execute function refuse_rewriting();
`;
