import type { PublicUserId } from '../identity/names.js';
import type { WorkItemRecord } from '../work-item/record.js';

/** A Work Item in a status whose age is asked for: at most one row an item. */
export interface AgeingWork extends Pick<
  WorkItemRecord,
  'id' | 'projectKey' | 'number' | 'title' | 'type' | 'priority' | 'status'
> {
  readonly assignee: { readonly publicId: PublicUserId; readonly name: string } | null;
  /** The latest entry to the present status, creation in it included. */
  readonly since: Date;
}

/** What an ageing report is made of. */
export interface AgeingWipFacts {
  /** In any order. */
  readonly items: readonly AgeingWork[];
  /** There was more than a report reads. */
  readonly capped: boolean;
}
