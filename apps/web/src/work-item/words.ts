import type { WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import type { IconName } from '../parts/icon.js';

export const STATUS_NAMES: Readonly<Record<WorkItemStatus, string>> = {
  backlog: 'Backlog',
  todo: 'To do',
  in_progress: 'In progress',
  in_review: 'In review',
  done: 'Done',
};

export const PRIORITY_NAMES: Readonly<Record<WorkItemPriority, string>> = {
  low: 'Low',
  medium: 'Medium',
  high: 'High',
  urgent: 'Urgent',
};

export const TYPES: Readonly<Record<WorkItemType, { readonly name: string; readonly icon: IconName }>> = {
  task: { name: 'Task', icon: 'square' },
  bug: { name: 'Bug', icon: 'bug' },
  story: { name: 'Story', icon: 'bookmark' },
  feature: { name: 'Feature', icon: 'star' },
  epic: { name: 'Epic', icon: 'zap' },
};
