import type { AssigneeFilter, LabelFilter } from '@worktrack/application';
import {
  CalendarDay,
  TimeZone,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  lengthOf,
  trim,
  type LabelId,
  type SprintId,
} from '@worktrack/domain';
import { SCHEMA } from '../body/patterns.js';
import { PAGE_OF_100, meaning, optionalInteger, optionalWord, parsed, type QueryParameter } from '../checks/query.js';
import { LONGEST_TERM, TERM_SCHEMA } from '../checks/term.js';
import { parseUuid } from '../body/uuid.js';
import { squeakqlFilter } from '../squeakql/filter.js';
import { assigneeOf } from '../work-item/work-item.query.js';

/** The parameters that a query is read from. */
export type ParametersOf<Query> = { readonly [Name in keyof Query]-?: QueryParameter<Query[Name]> };

const SHORT = `1 to ${LONGEST_TERM} characters`;

/** The query parameters of every report. */
export const FILTERS = {
  ...PAGE_OF_100,
  q: parsed(shortText, SHORT, TERM_SCHEMA),
  status: optionalWord(WORK_ITEM_STATUSES),
  type: optionalWord(WORK_ITEM_TYPES),
  priority: optionalWord(WORK_ITEM_PRIORITIES),
  assignee: parsed<AssigneeFilter>(assigneeOf, 'me, none, a user id or a public user id', SCHEMA.assignee),
  label: meaning(
    'Only Work Items with this label: its id, its name in upper or lower case, or `none`.',
    parsed(labelOf, `none, a label id or a label name of ${SHORT}`, TERM_SCHEMA),
  ),
  squeakql: squeakqlFilter(),
};

/** The days of a report (contract §6.2, SPAN). */
export const SPAN = {
  range: optionalInteger(1, 366),
  start: parsed((text) => CalendarDay.parse(text), 'a calendar day', SCHEMA.day),
  end: parsed((text) => CalendarDay.parse(text), 'a calendar day', SCHEMA.day),
  timeZone: parsed((text) => TimeZone.parse(text), 'a time zone of the IANA database', {
    type: 'string',
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}$',
  }),
};

/** Only Work Items of this Sprint. */
export const SPRINT = {
  sprint: meaning(
    'Only Work Items in this Sprint, by its id.',
    parsed((text) => parseUuid(text) as SprintId | undefined, 'a Sprint id', SCHEMA.uuid),
  ),
};

/** The units that rows count in. */
export const FLOW_UNITS = ['count', 'points'] as const;

/** A trimmed text of at most `LONGEST_TERM` code points, not empty. */
function shortText(text: string): string | undefined {
  const trimmed = trim(text);
  return trimmed !== '' && lengthOf(trimmed) <= LONGEST_TERM ? trimmed : undefined;
}

function labelOf(text: string): LabelFilter | undefined {
  const name = shortText(text);
  if (name === undefined || name === 'none') return name;
  const id = parseUuid(name);
  return id === undefined ? { kind: 'name', name } : { kind: 'id', id: id as LabelId };
}
