import {
  SQUEAKQL_BOUNDS,
  type AssigneeFilter,
  type LabelFilter,
  type ReportQueries,
  type ReportType,
} from '@worktrack/application';
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
import {
  pageCursor,
  integer,
  pageLimit,
  optionalInteger,
  optionalWord,
  parsed,
  parsedOr,
  wordOr,
  type QueryOf,
  type QueryParameter,
  type QueryParameters,
} from '../pipeline/query.js';
import { SCHEMA, TEXT_WITH_CONTENT } from '../pipeline/patterns.js';
import { LONGEST_TERM } from '../pipeline/term.js';
import { parseUuid } from '../pipeline/uuid.js';
import { assigneeOf } from '../work-item/work-item.query.js';

const TEXT = { type: 'string', minLength: 1, maxLength: LONGEST_TERM, pattern: TEXT_WITH_CONTENT };
const SHORT = `1 to ${LONGEST_TERM} characters`;

/** The query parameters of every report. */
const FILTERS = {
  limit: pageLimit(100),
  cursor: pageCursor(),
  q: parsed(shortText, SHORT, TEXT),
  status: optionalWord(WORK_ITEM_STATUSES),
  type: optionalWord(WORK_ITEM_TYPES),
  priority: optionalWord(WORK_ITEM_PRIORITIES),
  assignee: parsed<AssigneeFilter>(assigneeOf, 'me, none, a user id or a public user id', SCHEMA.assignee),
  label: parsed(labelOf, `none, a label id or a label name of ${SHORT}`, TEXT),
  squeakql: parsed(queryText, `a query of at most ${SQUEAKQL_BOUNDS.squeakql.most} characters`, {
    type: 'string',
    minLength: SQUEAKQL_BOUNDS.squeakql.least,
    maxLength: SQUEAKQL_BOUNDS.squeakql.most,
    pattern: TEXT_WITH_CONTENT,
  }),
};

/** SPAN */
const SPAN = {
  range: optionalInteger(1, 366),
  start: parsed((text) => CalendarDay.parse(text), 'a calendar day', SCHEMA.day),
  end: parsed((text) => CalendarDay.parse(text), 'a calendar day', SCHEMA.day),
  timeZone: parsedOr(TimeZone.utc, (text) => TimeZone.parse(text), 'a time zone of the IANA database', {
    type: 'string',
    default: TimeZone.utc,
    pattern: '^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}$',
    description: 'A name of the IANA time zone database, such as Europe/Berlin.',
  }),
};

const SPRINT = { sprint: parsed((text) => parseUuid(text) as SprintId | undefined, 'a Sprint id', SCHEMA.uuid) };

const FLOW_UNITS = ['count', 'points'] as const;

/** Q-report (contract §6.2): the query parameters of each report. */
export const REPORT_QUERIES = {
  velocity: {
    ...FILTERS,
    range: integer(1, 366, 6),
    unit: wordOr(['points', 'items'], 'points'),
    window: integer(1, 100, 3),
  },
  'cumulative-flow': { ...FILTERS, ...SPAN, ...SPRINT, unit: wordOr(FLOW_UNITS, 'count') },
  'control-chart': {
    ...FILTERS,
    ...SPAN,
    measure: wordOr(['cycle', 'lead'], 'cycle'),
    cycleStartStatus: wordOr(WORK_ITEM_STATUSES, 'in_progress'),
    window: integer(1, 100, 20),
  },
  'ageing-wip': {
    ...FILTERS,
    ...SPRINT,
    // Done work does not age.
    status: optionalWord(WORK_ITEM_STATUSES.filter((status) => status !== 'done')),
    buckets: parsedOr([3, 7, 14, 30], limitsOf, '1 to 10 ascending integers from 1 to 100,000, with commas', {
      type: 'string',
      default: '3,7,14,30',
      pattern: '^[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5}){0,9}$',
      description: 'Upper limits of days, ascending, each at most 100,000.',
    }),
    sort: wordOr(['age', 'workItem', 'status', 'assignee', 'since'], 'age'),
  },
  'created-vs-resolved': { ...FILTERS, ...SPAN, ...SPRINT, interval: wordOr(['day', 'week', 'month'], 'day') },
  distribution: {
    ...FILTERS,
    ...SPRINT,
    groupBy: wordOr(['status', 'type', 'priority', 'assignee', 'label'], 'status'),
    scope: wordOr(['open', 'all'], 'open'),
    unit: wordOr(FLOW_UNITS, 'count'),
  },
  'epic-progress': { ...FILTERS, sort: wordOr(['name', 'progress', 'targetDate'], 'name') },
} as const satisfies { readonly [Type in ReportType]: ReadsAs<ReportQueries[Type]> };

/** The parameters that give a query. */
type ReadsAs<Query> = { readonly [Name in keyof Query]-?: QueryParameter<Query[Name]> };

/** The query of one of the reports. */
export type ReportQuery = QueryOf<(typeof REPORT_QUERIES)[ReportType]>;

/** All parameters of all reports, for OpenAPI: each names the reports that it applies to. */
export const Q_REPORT: QueryParameters = Object.fromEntries(
  [...new Set(Object.values(REPORT_QUERIES).flatMap((query) => Object.keys(query)))].map((name) => [name, anyOf(name)]),
);

function anyOf(name: string): QueryParameter<unknown> {
  const known = Object.entries<QueryParameters>(REPORT_QUERIES).flatMap(([type, query]) => {
    const parameter = query[name];
    return parameter ? [{ type, parameter }] : [];
  });
  const [first] = known;
  if (!first) throw new Error(`No report has ${name}.`);
  const schemas = known.map(({ parameter }) => parameter.schema);
  const isOfAll = known.length === Object.keys(REPORT_QUERIES).length;
  const union = unionOf(schemas);
  const own = typeof union.description === 'string' ? ` ${union.description}` : '';
  const description = `Applies to ${known.map(({ type }) => type).join(', ')}.${own}`;
  return { ...first.parameter, schema: { ...union, ...(!isOfAll && { description }) } };
}

type Schema = Readonly<Record<string, unknown>>;

/** One schema for all: the union of the words, and no default where the defaults differ. */
function unionOf(schemas: readonly Schema[]): Schema {
  const [first = {}] = schemas;
  const words = [...new Set(schemas.flatMap(({ enum: some }) => (Array.isArray(some) ? (some as unknown[]) : [])))];
  const { default: standard, ...rest } = first;
  const isSame = schemas.every((schema) => schema.default === standard);
  return {
    ...rest,
    ...(words.length > 0 && { enum: words }),
    ...(isSame && standard !== undefined && { default: standard }),
  };
}

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

function queryText(text: string): string | undefined {
  return trim(text) !== '' && lengthOf(text) <= SQUEAKQL_BOUNDS.squeakql.most ? text : undefined;
}

const MOST_LIMITS = 10;
const LARGEST_LIMIT = 100_000;

function limitsOf(text: string): readonly number[] | undefined {
  if (!/^[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5})*$/.test(text)) return undefined;
  const limits = text.split(',').map(Number);
  const rise = limits.every((each, index) => index === 0 || each > (limits[index - 1] ?? 0));
  return rise && limits.length <= MOST_LIMITS && limits.every((each) => each <= LARGEST_LIMIT) ? limits : undefined;
}
