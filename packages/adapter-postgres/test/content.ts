import type { CreateWorkItem, WordQuery, WorkItemPageRequest } from '@worktrack/application';
import { WORD_FIELDS, newFieldsOf } from '@worktrack/domain';

/** The fields of a Work Item in tests. */
export const FIELDS = newFieldsOf({ title: 'Write the launch plan' });

/** Default content of a Work Item in tests. */
export const CONTENT: CreateWorkItem = {
  ...FIELDS,
  status: 'backlog',
  references: {},
};

/** A query for every unarchived item, last updated first. */
export const EVERY_ITEM = { sort: 'updated', filter: { archived: false }, bound: '' } as const satisfies Omit<
  WorkItemPageRequest,
  'limit' | 'cursor'
>;

const noWords = WORD_FIELDS.map((name) => [name, []]);

/** The part of a query that names no words of fields. */
export const EVERY_WORD = Object.fromEntries(noWords) as WordQuery;
