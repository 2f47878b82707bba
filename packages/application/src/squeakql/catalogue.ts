import {
  LINK_RELATIONS,
  SPRINT_STATES,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type Bounds,
} from '@worktrack/domain';
import {
  Catalogue,
  LIMITS,
  type CatalogueEntries,
  type Condition,
  type ResolvedCall,
  type ResolvedQuery,
  type Value,
} from '@worktrack/squeakql';

const EQUALITY = ['=', '!='] as const;
const ORDER = [...EQUALITY, '<', '<=', '>', '>='] as const;
const SUBSTRING = ['~', '!~'] as const;

/** The fields, functions and words of queries on Work Items, in the order of the language's documentation. */
const ENTRIES = {
  types: {
    // Names of these types are not looked up: an unknown Project, user, Sprint, label or key matches nothing and reveals nothing.
    key: { takes: 'text' },
    text: { takes: 'text' },
    user: { takes: 'text' },
    sprint: { takes: 'text' },
    label: { takes: 'text' },
    project: { takes: 'text' },
    type: { takes: 'words', words: WORK_ITEM_TYPES },
    status: { takes: 'words', words: WORK_ITEM_STATUSES },
    priority: { takes: 'words', words: WORK_ITEM_PRIORITIES },
    sprintState: { takes: 'words', words: SPRINT_STATES },
    linkRelation: { takes: 'words', words: LINK_RELATIONS },
    changingField: {
      takes: 'words',
      words: ['status', 'priority', 'assignee', 'sprint', 'title', 'due', 'parent'],
      aliases: { dueDate: 'due' },
    },
    number: { takes: 'number' },
    truth: { takes: 'truth' },
    time: { takes: 'time' },
  },
  fields: {
    key: { type: 'key', operators: [...EQUALITY, 'IN'], sortable: true },
    title: { type: 'text', operators: [...EQUALITY, ...SUBSTRING], sortable: true },
    description: { type: 'text', operators: [...SUBSTRING, 'IS'] },
    text: { type: 'text', operators: SUBSTRING },
    type: { type: 'type', operators: [...EQUALITY, 'IN'], sortable: true },
    status: { type: 'status', operators: [...ORDER, 'IN'], sortable: true },
    priority: { type: 'priority', operators: [...ORDER, 'IN'], sortable: true },
    assignee: { type: 'user', operators: [...EQUALITY, 'IN', 'IS'] },
    reporter: { type: 'user', operators: [...EQUALITY, 'IN', 'IS'] },
    sprint: { type: 'sprint', operators: [...EQUALITY, 'IN', 'IS'] },
    'sprint.state': { type: 'sprintState', operators: [...EQUALITY, 'IN'] },
    parent: { type: 'key', operators: [...EQUALITY, 'IN', 'IS'] },
    label: { aliases: ['labels'], type: 'label', operators: [...EQUALITY, 'IN', 'IS'] },
    project: { aliases: ['project.key'], type: 'project', operators: [...EQUALITY, 'IN'] },
    points: { aliases: ['storyPoints'], type: 'number', operators: [...ORDER, 'IN', 'IS'], sortable: true },
    due: { aliases: ['dueDate'], type: 'time', operators: [...ORDER, 'IS'], sortable: true },
    created: { aliases: ['createdAt'], type: 'time', operators: ORDER, sortable: true },
    updated: { aliases: ['updatedAt'], type: 'time', operators: ORDER, sortable: true },
    overdue: { type: 'truth', operators: EQUALITY },
    archived: { type: 'truth', operators: EQUALITY },
  },
  functions: {
    me: { aliases: ['currentUser'], gives: 'user' },
    activeSprint: { gives: 'sprint' },
    futureSprints: { gives: 'sprint', manyValues: true },
    today: { gives: 'time' },
    now: { gives: 'time' },
    startOfWeek: { gives: 'time' },
    startOfMonth: { gives: 'time' },
    hasLink: { gives: 'predicate', takes: ['linkRelation'], costly: true },
    blocked: { gives: 'predicate', costly: true },
    commentedBy: { gives: 'predicate', takes: ['user'], costly: true },
    wasIn: { gives: 'predicate', takes: ['status'], costly: true },
    changed: { gives: 'predicate', takes: ['changingField', 'time'], costly: true },
  },
} as const satisfies CatalogueEntries<string, string, string>;

/** A field of the query language, by its name: an alias is resolved. */
export type SqueakQLField = keyof typeof ENTRIES.fields;

/** A function of the query language, by its name. */
export type SqueakQLFunction = keyof typeof ENTRIES.functions;

/** A valid query, ready to be compiled by an exhaustive switch over its kinds, fields and functions. */
export type SqueakQLQuery = ResolvedQuery<SqueakQLField, SqueakQLFunction>;

/** A condition of a query. */
export type SqueakQLCondition = Condition<SqueakQLField, SqueakQLFunction>;

/** An operand of a condition. */
export type SqueakQLValue = Value<SqueakQLFunction>;

/** A function with its operands. */
export type SqueakQLCall = ResolvedCall<SqueakQLFunction>;

/** The operator of a comparison between a field and an operand. */
export type SqueakQLComparator = Extract<SqueakQLCondition, { readonly kind: 'comparison' }>['operator'];

/** The length limits of a query, in code points, by the member that contains it (contract §4, §6.2). A query is never blank. */
export const SQUEAKQL_BOUNDS = {
  query: { least: 1, most: LIMITS.length },
  squeakql: { least: 1, most: 2_000 },
} as const satisfies Record<string, Bounds>;

/**
 * The maximum number of conditions of a query that read the history, links or comments of a Work Item. A query with this many conditions is
 * still fast enough for a hundred thousand Work Items.
 */
export const MOST_COSTLY_CONDITIONS = 12;

/** The catalogue of all names in queries on Work Items. */
export const WORK_ITEM_CATALOGUE = new Catalogue(ENTRIES);
