import type { CreateWorkItem } from '@worktrack/application';

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
