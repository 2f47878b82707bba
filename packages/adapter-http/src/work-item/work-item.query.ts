import {
  CONTEXT_FIELDS,
  INVOLVEMENTS,
  SUMMARY_FIELDS,
  WORK_ITEM_SCOPES,
  WORK_ITEM_SORTS,
  type AssigneeFilter,
} from '@worktrack/application';
import {
  ProjectKey,
  PublicUserId,
  Slug,
  WORD_FIELDS,
  WORK_ITEM_FIELDS,
  WORK_ITEM_STATUSES,
  WorkItemKey,
  type LabelId,
  type SprintId,
  type UserId,
  type WordField,
  type WorkItemFieldValues,
} from '@worktrack/domain';
import {
  PAGE_OF_200,
  anyOf,
  anyParsed,
  flagOr,
  nameSet,
  optionalFlag,
  parsed,
  strictlyAfter,
  strictlyBefore,
  wordOr,
  type QueryOf,
  type QueryParameter,
} from '../checks/query.js';
import { CLEAN_TEXT, SCHEMA } from '../body/patterns.js';
import { LONGEST_TERM, TERM_SCHEMA, labelTerm, searchTerm } from '../checks/term.js';
import { parseUuid } from '../body/uuid.js';

/** The query parameters of the fields with words: each can be given more than once. */
export const WORD_PARAMETERS = Object.fromEntries(
  WORD_FIELDS.map((name) => [name, anyOf<string>(WORK_ITEM_FIELDS[name].words)]),
) as { readonly [Name in WordField]: QueryParameter<readonly WorkItemFieldValues[Name][]> };

/** The query parameters of every collection of Work Items (contract §3.2). */
const EVERYWHERE = {
  ...PAGE_OF_200,
  q: parsed(searchTerm, `at most ${LONGEST_TERM} characters`, {
    type: 'string',
    maxLength: LONGEST_TERM,
    pattern: CLEAN_TEXT,
  }),
  status: anyOf(WORK_ITEM_STATUSES),
  ...WORD_PARAMETERS,
  sprint: parsed(sprintOf, 'a Sprint id or none', SCHEMA.sprintOrNone),
  label: anyParsed((text) => parseUuid(text) as LabelId | undefined, 'a label id', SCHEMA.uuid),
  labelName: anyParsed(labelTerm, `1 to ${LONGEST_TERM} characters`, TERM_SCHEMA),
  parent: parsed((text) => WorkItemKey.parse(text), 'a Work Item key', SCHEMA.workItemKey),
  topLevel: parsed(topLevel, 'true, false, 1 or 0', { type: 'string', enum: ['true', 'false', '1', '0'] }),
  updatedAfter: strictlyAfter(),
  overdue: optionalFlag(),
  dueBefore: strictlyBefore(),
  dueAfter: strictlyAfter(),
  sort: wordOr(WORK_ITEM_SORTS, 'updated'),
  archived: flagOr(false),
};

const assignee = () => parsed(assigneeOf, 'me, none, a user id or a public user id', SCHEMA.assignee);

/** Q-proj */
export const Q_PROJECT = {
  ...EVERYWHERE,
  scope: wordOr(WORK_ITEM_SCOPES, 'all'),
  assignee: assignee(),
  fields: nameSet(SUMMARY_FIELDS),
};

export type ProjectQuery = QueryOf<typeof Q_PROJECT>;

/** The query parameters of collections whose rows come from several Projects. */
const ACROSS = {
  ...EVERYWHERE,
  project: anyParsed((text) => ProjectKey.parse(text), 'a Project key', SCHEMA.projectKey),
  fields: nameSet(CONTEXT_FIELDS),
};

/** Q-org */
export const Q_ORGANIZATION = { ...ACROSS, scope: wordOr(WORK_ITEM_SCOPES, 'all'), assignee: assignee() };

export type OrganizationQuery = QueryOf<typeof Q_ORGANIZATION>;

/** Q-profile */
export const Q_PROFILE = {
  ...ACROSS,
  scope: wordOr(WORK_ITEM_SCOPES, 'open'),
  organization: anyParsed((text) => Slug.parse(text), 'the slug of an Organization', SCHEMA.slug),
  involvement: anyOf(INVOLVEMENTS),
};

export type ProfileQuery = QueryOf<typeof Q_PROFILE>;

/** Q-my */
export const Q_MY = { ...ACROSS, scope: wordOr(WORK_ITEM_SCOPES, 'open') };

export type MyQuery = QueryOf<typeof Q_MY>;

function sprintOf(text: string): SprintId | 'none' | undefined {
  return text === 'none' ? text : (parseUuid(text) as SprintId | undefined);
}

/** Reads `me`, `none`, a user id or a public user id; `undefined` for any other text. */
export function assigneeOf(text: string): AssigneeFilter | undefined {
  if (text === 'me' || text === 'none') return text;
  const publicId = PublicUserId.parse(text);
  if (publicId !== undefined) return { kind: 'publicId', publicId };
  const id = parseUuid(text);
  return id === undefined ? undefined : { kind: 'id', id: id as UserId };
}

function topLevel(text: string): boolean | undefined {
  if (text === 'true' || text === '1') return true;
  return text === 'false' || text === '0' ? false : undefined;
}
