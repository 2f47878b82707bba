import type { CreateWorkItem, WordQuery } from '@worktrack/application';
/** The fields of a Work Item in tests. */
export declare const FIELDS: import('@worktrack/domain').WorkItemFieldValues;
/** Default content of a Work Item in tests. */
export declare const CONTENT: CreateWorkItem;
/** A query for every unarchived item, last updated first. */
export declare const EVERY_ITEM: {
  readonly sort: 'updated';
  readonly filter: {
    readonly archived: false;
  };
  readonly bound: '';
};
/** The part of a query that names no words of fields. */
export declare const EVERY_WORD: WordQuery;
