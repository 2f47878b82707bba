import type { CreateWorkItem, WorkItemPageRequest } from '@worktrack/application';

/** Default content of a Work Item in tests. */
export const CONTENT: CreateWorkItem = {
  title: 'Write the launch plan',
  description: null,
  type: 'task',
  status: 'backlog',
  priority: 'medium',
  storyPoints: null,
  dueDate: null,
  references: {},
};

/** A query for every unarchived item, last updated first. */
export const EVERY_ITEM = { sort: 'updated', filter: { archived: false }, bound: '' } as const satisfies Omit<
  WorkItemPageRequest,
  'limit' | 'cursor'
>;
