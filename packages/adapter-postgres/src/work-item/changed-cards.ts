import {
  MOST_CARDS,
  MOST_CHANGES_LOOKED_AT,
  MOST_CHILDREN_COUNTED,
  MOST_LINKS_LOOKED_AT,
  type ProjectScope,
} from '@worktrack/application';
import type { StatementParameters } from '../engine/statement.js';
import { ofProject, type Population } from './collection/population.js';

/** The Work Items of a Project whose cards can look different from what they were at an instant. */
export interface ChangedCards {
  readonly population: Population;
  /** The definitions of `change` and of `touched (id)`, one more row of each than a result holds, for `with`. */
  readonly definitions: string;
}

/** A condition on rows of `touched`: more has changed than one result holds. */
export const IS_TOO_MUCH = `((select count(*) from change) > ${MOST_CHANGES_LOOKED_AT} or (select count(*) from touched) > ${MOST_CARDS})`;

/**
 * Finds the Work Items with an entry in the history of the Project, and those whose card shows something of them: their parents, also the
 * former ones; the children of one with another title; what one with another status blocks; the Work Items of a Sprint that changed. Also
 * those with another place in the manual order, which no history has.
 */
export function changedSince(instant: Date, scope: ProjectScope, parameters: StatementParameters): ChangedCards {
  const ofAll = ofProject(scope, parameters);
  const since = parameters.add(instant, 'timestamptz');
  return {
    population: { ...ofAll, condition: `${ofAll.condition} and item.id = any(array(select id from touched))` },
    definitions: `
      change as materialized (
        select work_item_id as id, action, detail from work_item_history
        where organization_id = $1 and project_id = $2 and at > ${since}
        order by at limit ${MOST_CHANGES_LOOKED_AT + 1}
      ),
      touched as materialized (
        select id from (
          select id from change
          union
          select item.parent_id from change
          join work_items item on item.organization_id = $1 and item.id = change.id
          where item.parent_id is not null
          union
          select (detail ->> 'from')::uuid from change where action = 'parent_changed' and detail ->> 'from' is not null
          union
          select child.id from (select distinct id from change where action = 'title_changed') named
          cross join lateral (
            select id from work_items
            where organization_id = $1 and parent_id = named.id
            limit ${MOST_CHILDREN_COUNTED}
          ) child
          union
          select blocked.target_id from (select distinct id from change where action = 'status_changed') moved
          cross join lateral (
            select target_id, target_project_id from work_item_links
            where organization_id = $1 and source_id = moved.id and relation = 'blocks' and deleted_at is null
            order by created_at, id limit ${MOST_LINKS_LOOKED_AT}
          ) blocked
          where blocked.target_project_id = $2
          union
          select planned.id from sprints sprint
          cross join lateral (
            select id from work_items
            where organization_id = $1 and sprint_id = sprint.id and deleted_at is null
            limit ${MOST_CARDS + 1}
          ) planned
          where sprint.organization_id = $1 and sprint.project_id = $2 and sprint.updated_at > ${since}
          union
          select placed.id from (
            select work_item_id as id from work_item_positions
            where organization_id = $1 and project_id = $2 and moved_at > ${since}
            order by moved_at limit ${MOST_CARDS + 1}
          ) placed
        ) any_way
        limit ${MOST_CARDS + 1}
      ),`,
  };
}
