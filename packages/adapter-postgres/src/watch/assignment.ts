/** The condition of an assignment in the history of a Work Item, as the index `assignments_of_work_items` has it. */
export const IS_ASSIGNMENT = `(assignment.action = 'assigned'
  or assignment.action = 'created' and assignment.detail -> 'initial' ->> 'assignee' is not null)`;

/** The person of an assignment; null when it ended one. */
export const ASSIGNEE = `(case assignment.action when 'created' then assignment.detail -> 'initial' ->> 'assignee'
  else assignment.detail ->> 'to' end)`;
