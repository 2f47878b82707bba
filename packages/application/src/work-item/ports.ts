import type { Assignments } from './assignments.js';
import type { WorkItemImports } from './work-item-imports.js';
import type { WorkItemTrees } from './work-item-trees.js';
import type { WorkItemRepository } from './work-item.repository.js';
import type { WorkItemViews } from './work-item.views.js';

/** The ports of Work Items in a transaction. */
export interface WorkItemPorts {
  readonly assignments: Assignments;
  readonly trees: WorkItemTrees;
  readonly workItems: WorkItemRepository;
  readonly workItemViews: WorkItemViews;
}

/** The ports of Work Items that only a transaction of administration has. */
export interface WorkItemImportPorts {
  readonly imports: WorkItemImports;
}
