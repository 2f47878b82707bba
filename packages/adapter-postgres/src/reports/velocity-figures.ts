import { REPORTED_ITEMS } from './sprint-report-statements.js';

/** The columns of `figures` and of the stored summaries. */
export const FIGURES = [
  'committed_items',
  'committed_points',
  'completed_items',
  'completed_points',
  'carried_over_items',
  'carried_over_points',
  'added_items',
  'added_points',
  'removed_items',
  'removed_points',
] as const;

/**
 * Builds common tables that lead to `figures`: for each row of the common table `ended` (id, started_at, completed_at), the figures of its Sprint at its boundary over the items that meet `passing`, a condition on `item`. A second
 * implementation of `sprintFigures` of the domain: a filter needs up to 189 Sprints of 5,000 items, which must not be read into the
 * process. `velocity.random.spec` compares both. Entries, exits, baseline and outcome are grouped by Work Item, not joined, because the
 * planner has no statistics about thousands of rows that were just written. The cap of the first 5,000 items by key applies before
 * `passing`.
 */
export function filteredFigures(passing: string, organization: string): string {
  return `part as (
     select ended.id as sprint_id, started_at, completed_at, work_item_id, 'entry' as kind, at, story_points, null as status,
       null::timestamptz as done_at, null::bigint as number
     from ended join sprint_entries entry on entry.organization_id = ${organization} and entry.sprint_id = ended.id
       and entry.at <= ended.completed_at
     union all
     select ended.id, started_at, completed_at, work_item_id, 'exit', at, story_points, null, null, null
     from ended join sprint_exits exit on exit.organization_id = ${organization} and exit.sprint_id = ended.id
       and exit.at < ended.completed_at
     union all
     select ended.id, started_at, completed_at, work_item_id, 'commitment', at, story_points, null, null, null
     from ended join sprint_commitments commitment on commitment.organization_id = ${organization}
       and commitment.sprint_id = ended.id
     union all
     select ended.id, started_at, completed_at, work_item_id, 'outcome', at, story_points, status, done_at, number
     from ended join sprint_outcomes outcome on outcome.organization_id = ${organization} and outcome.sprint_id = ended.id
     union all
     select ended.id, started_at, completed_at, item.id, 'left', null, null, null, null, item.number
     from ended join work_items item on item.organization_id = ${organization} and item.id = any(array(
       select work_item_id from sprint_exits exit
       where exit.organization_id = ${organization} and exit.sprint_id = ended.id and exit.at > ended.started_at
         and exit.at < ended.completed_at
     ))
   ), gathered as (
     select sprint_id, started_at, completed_at, work_item_id, kind, at, story_points, status, done_at, number from part
     ${markOfPassing(passing)}
   ), by_item as (
     select sprint_id, work_item_id,
       bool_or(kind = 'commitment') as committed,
       sum(story_points) filter (where kind = 'commitment') as committed_points,
       count(*) filter (where kind = 'entry' and at > started_at and at < completed_at) as added,
       sum(story_points) filter (where kind = 'entry' and at > started_at and at < completed_at) as added_points,
       count(*) filter (where kind = 'exit' and at > started_at) as removed,
       sum(story_points) filter (where kind = 'exit' and at > started_at) as removed_points,
       count(*) filter (where kind = 'entry') > count(*) filter (where kind = 'exit') as there_at_end,
       count(*) filter (where kind = 'entry') > count(*) filter (where kind = 'exit' and at <= started_at) as there_at_all,
       bool_or(kind = 'outcome') as concluded,
       sum(story_points) filter (where kind = 'outcome') as points,
       bool_or(kind = 'outcome' and status = 'done') as done,
       max(done_at) >= max(at) filter (where kind = 'entry') as done_there,
       max(number) as number, bool_or(kind = 'passing') as passing
     from gathered group by sprint_id, work_item_id
   ), marked as (
     select sprint_id, work_item_id, committed, committed_points, added, added_points, removed, removed_points, there_at_end,
       there_at_all, concluded, points, done, done_there, number,
       bool_or(passing) over (partition by work_item_id) as passing
     from by_item
   ), placed as (
     select sprint_id, passing, work_item_id, committed, committed_points, added, added_points, removed, removed_points, there_at_end,
       concluded, points, done, done_there,
       row_number() over (partition by sprint_id order by number) as place
     from marked where there_at_all or committed or concluded
   ), figures as (
     select sprint_id,
       count(*) filter (where committed) as committed_items, coalesce(sum(committed_points), 0)::bigint as committed_points,
       count(*) filter (where there_at_end and done and done_there) as completed_items,
       coalesce(sum(points) filter (where there_at_end and done and done_there), 0)::bigint as completed_points,
       count(*) filter (where there_at_end and concluded and not done) as carried_over_items,
       coalesce(sum(points) filter (where there_at_end and concluded and not done), 0)::bigint as carried_over_points,
       sum(added)::bigint as added_items, coalesce(sum(added_points), 0)::bigint as added_points,
       sum(removed)::bigint as removed_items, coalesce(sum(removed_points), 0)::bigint as removed_points
     from placed where place <= ${REPORTED_ITEMS} and passing
     group by sprint_id
   )`;
}

/** Builds a row without a Sprint for each Work Item that passes, among those that were in the Sprints. */
function markOfPassing(condition: string): string {
  return `union all
     select null, null, null, item.id, 'passing', null, null, null, null, null
     from work_items item
     where item.id = any(array(select distinct work_item_id from part)) and ${condition}`;
}
