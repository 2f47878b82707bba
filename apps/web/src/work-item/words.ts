import type { WordField, WorkItemFieldValues, WorkItemStatus } from '@worktrack/domain';

export const STATUS_NAMES: Readonly<Record<WorkItemStatus, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
};

export const WORD_NAMES: { readonly [Name in WordField]: Readonly<Record<WorkItemFieldValues[Name], string>> } = {
  type: { task: 'Task', bug: 'Bug', story: 'Story', feature: 'Feature', epic: 'Epic' },
  priority: { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' },
};
