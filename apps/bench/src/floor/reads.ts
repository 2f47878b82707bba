import type { QueryResultRow } from 'pg';

export interface ProjectParams {
  readonly organization: string;
  readonly project: string;
}

export interface ItemParams extends ProjectParams {
  readonly number: string;
}

/** Selects one Work Item with the names of its people and its Sprint. */
export const GET = `select w.id, w.project_key || '-' || w.number as key, w.revision, w.project_id as "projectId", w.title, w.description, w.type,
  w.status, w.priority, w.story_points as "storyPoints", w.due_date as "dueDate", w.archived_at as "archivedAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt", a.id as assignee_id, a.name as assignee_name,
  r.id as reporter_id, r.name as reporter_name, s.id as sprint_id, s.name as sprint_name, s.state as sprint_state
  from work_items w left join users a on a.id = w.assignee_id left join users r on r.id = w.reporter_id
  left join sprints s on s.organization_id = w.organization_id and s.id = w.sprint_id
  where w.organization_id = $1 and w.project_key = $2 and w.number = $3 and w.deleted_at is null`;

/** Selects one Work Item as `GET` does, with its parent and its labels. */
export const GET_COMPLETE = GET.replace(
  'from work_items w',
  `, p.id as parent_id, p.project_key || '-' || p.number as parent_key, p.title as parent_title, p.type as parent_type,
  p.status as parent_status, p.priority as parent_priority,
  (select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) order by l.name)
   from work_item_labels wl join labels l on l.organization_id = wl.organization_id and l.id = wl.label_id
   where wl.organization_id = w.organization_id and wl.work_item_id = w.id) as labels
  from work_items w left join work_items p on p.organization_id = w.organization_id and p.id = w.parent_id
    and p.deleted_at is null`,
);

/** Selects the first page of 50, last updated first, and one row more. */
export const LIST = `select w.id, w.project_key || '-' || w.number as key, w.revision, w.title, w.type, w.status, w.priority,
  w.parent_id as "parentId", w.story_points as "storyPoints", w.due_date as "dueDate", w.archived_at as "archivedAt",
  w.created_at as "createdAt", w.updated_at as "updatedAt", a.id as assignee_id, a.name as assignee_name,
  s.id as sprint_id, s.name as sprint_name, s.state as sprint_state
  from work_items w left join users a on a.id = w.assignee_id
  left join sprints s on s.organization_id = w.organization_id and s.id = w.sprint_id
  where w.organization_id = $1 and w.project_id = (select id from projects where organization_id = $1 and key = $2)
    and w.deleted_at is null and w.archived_at is null
  order by w.updated_at desc, w.project_key desc, w.number desc limit 51`;

/** Builds the answer to a get from a row of `GET`. */
export function itemOf({ reporter_id, reporter_name, ...row }: QueryResultRow): Record<string, unknown> {
  return { ...summaryOf(row), reporter: reporter_id && { id: reporter_id, name: reporter_name } };
}

/** Builds the complete item from a row of `GET_COMPLETE`, with the members that Worktrack answers with. */
export function completeItemOf(row: QueryResultRow): Record<string, unknown> {
  const { parent_id, parent_key, parent_title, parent_type, parent_status, parent_priority, labels, ...item } = row;
  return {
    ...itemOf(item),
    parent: parent_id && {
      id: parent_id,
      key: parent_key,
      title: parent_title,
      type: parent_type,
      status: parent_status,
      priority: parent_priority,
    },
    labels: labels ?? [],
  };
}

/** Builds an item of the list from a row of `LIST`. */
export function summaryOf(row: QueryResultRow): Record<string, unknown> {
  const { assignee_id, assignee_name, sprint_id, sprint_name, sprint_state, ...item } = row;
  return {
    ...item,
    assignee: assignee_id && { id: assignee_id, name: assignee_name },
    sprint: sprint_id && { id: sprint_id, name: sprint_name, state: sprint_state },
  };
}
