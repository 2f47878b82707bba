import type { WorkItemField, WorkItemFieldValues } from '@worktrack/domain';

/** The fields of a Work Item as a view shows them: an instant is text. */
export type WorkItemFieldViews = {
  readonly [Name in WorkItemField]: Date extends WorkItemFieldValues[Name] ? string | null : WorkItemFieldValues[Name];
};

/** The fields that a summary shows: all but the description, which is long. */
export type ShortField = Exclude<WorkItemField, 'description'>;

export type ShortFieldViews = Pick<WorkItemFieldViews, ShortField>;
