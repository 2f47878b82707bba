import type { CreateWorkItem, WorkItemPageRequest } from '@worktrack/application';

/** What a Work Item is created with when a test has nothing to say about it. */
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

/** Every unarchived item, last updated first. */
export const EVERY_ITEM = { sort: 'updated', filter: { archived: false }, bound: '' } as const satisfies Omit<
  WorkItemPageRequest,
  'limit' | 'cursor'
>;
