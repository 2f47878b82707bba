import type { WorkItemField, WorkItemFieldViews } from '@worktrack/domain';

/** The fields that a summary shows: all but the description, which is long. */
export type ShortField = Exclude<WorkItemField, 'description'>;

export type ShortFieldViews = Pick<WorkItemFieldViews, ShortField>;
