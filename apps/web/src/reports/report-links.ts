import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import { asOperand } from '@worktrack/squeakql';
import type { ProjectPlace } from '../api/project-place.js';
import { dayOf } from '../shell/organization-days.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { sprintReportPage } from './report-pages.js';
import type { ReportType } from './report-titles.js';

/** A link from a part of a report to what it counts or names. */
export interface PartLink {
  readonly href: string;
  readonly text: string;
}

/** The links of a row, or of all figures of a report, by the name of the member that they belong to. */
export type Links = Readonly<Record<string, PartLink>>;

/** The members of a Project report that say what its figures count. */
export interface LinkedReport {
  readonly kind: ReportType;
  readonly generatedAt: string;
  /** With the values that the server chose. */
  readonly parameters: object;
  readonly items: readonly object[];
}

/** Returns the page of a Work Item. */
export const itemPage = (organization: string, key: string): string => `/o/${organization}/items/${key}`;

/** Returns the page of the Work Items of a Project that match all of the conditions. */
export function searchPage({ organization, project }: ProjectPlace, conditions: readonly string[]): string {
  const query = [`project = ${project}`, ...conditions].join(' AND ');
  return `/o/${organization}/search?${new URLSearchParams({ q: query }).toString()}`;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The filters of a report as conditions of a query. `undefined` where a filter cannot be written as one: an id of a label. */
function conditionsOf(parameters: URLSearchParams): string[] | undefined {
  const label = parameters.get('label') ?? '';
  if (UUID.test(label)) return undefined;
  const words = ['type', 'priority', 'status'].flatMap((name) => {
    const word = parameters.get(name);
    return word === null || word === '' ? [] : [`${name} = ${asOperand(word)}`];
  });
  const sprint = parameters.get('sprint') ?? '';
  const query = (parameters.get('squeakql') ?? '').trim();
  return [
    ...words,
    ...(sprint === '' ? [] : [`sprint = ${asOperand(sprint)}`]),
    ...(label === '' ? [] : [`label = ${asOperand(label)}`]),
    ...(query === '' ? [] : [`(${query})`]),
  ];
}

const textOf = (row: object, name: string): string | undefined => {
  const value: unknown = Object.entries(row).find(([each]) => each === name)?.[1];
  return typeof value === 'string' ? value : undefined;
};
const partOf = (row: object, name: string): object => {
  const value: unknown = Object.entries(row).find(([each]) => each === name)?.[1];
  return typeof value === 'object' && value !== null ? value : {};
};

/** The number of values that `IN` of a query takes. */
export const MOST_VALUES = 100;

const NO_LINKS: Links = {};

/** Returns links to searches by these conditions, which the filters of the report narrow. Without the conditions there is no link. */
function searches(place: ProjectPlace, filters: readonly string[], texts: Readonly<Record<string, Counted>>): Links {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, counted]) =>
      counted
        ? [[name, { href: searchPage(place, [...counted.conditions, ...filters]), text: counted.text }] as const]
        : [],
    ),
  );
}

/** The conditions of the Work Items that a figure counts, and the text of the link to them. */
type Counted = { readonly conditions: readonly string[]; readonly text: string } | false | undefined;

const counted = (text: string, ...conditions: readonly string[]): Counted => ({ text, conditions });

/** A number of Work Items and the sum of their points, which lead to the same. */
const ofBoth = (count: string, points: string, one: Counted) => ({ [count]: one, [points]: one });

const nextDay = (day: string): string => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);

const createdIn = (start: string, end: string): readonly string[] => [`created >= '${start}'`, `created <= '${end}'`];

/** The conditions of what is done now and became so from `start` to `end`: what is reopened since is not found. */
const resolvedIn = (start: string, end: string): readonly string[] => [
  'status = done',
  `created <= '${end}'`,
  `(created >= '${start}' OR changed(status, '${start}'))`,
  `NOT changed(status, '${nextDay(end)}')`,
];

const OPEN = counted('Show the open Work Items', 'status != done');

/** Returns a link for each status, to those of the Work Items that are in it. */
const byStatus = (...conditions: readonly string[]): Readonly<Record<string, Counted>> =>
  Object.fromEntries(
    WORK_ITEM_STATUSES.map((status) => [
      status,
      counted(`Show those in status ${STATUS_NAMES[status]}`, ...conditions, `status = ${status}`),
    ]),
  );

/**
 * Returns the links of a row of a Project report: to the Work Item or the Sprint that it is about, and to the Work Items that its
 * figures count. Figures whose Work Items no query finds have none: those of a status on a day in the past.
 */
export function linksOfRow(place: ProjectPlace, report: LinkedReport, parameters: URLSearchParams, row: object): Links {
  const filters = conditionsOf(parameters);
  const search = (texts: Readonly<Record<string, Counted>>) => (filters ? searches(place, filters, texts) : NO_LINKS);
  const today = dayOf(place.organization, report.generatedAt);
  switch (report.kind) {
    case 'velocity': {
      const sprintId = textOf(partOf(row, 'sprint'), 'id') ?? '';
      return { sprint: { href: sprintReportPage(place, sprintId), text: 'Open the Sprint report' } };
    }
    case 'control-chart':
    case 'ageing-wip':
      return { workItem: openItem(place, textOf(partOf(row, 'workItem'), 'key') ?? '') };
    case 'epic-progress': {
      const key = textOf(partOf(row, 'epic'), 'key') ?? '';
      const children = `parent = ${key}`;
      return {
        epic: openItem(place, key),
        ...search({
          ...ofBoth('childCount', 'points', counted('Show its children', children)),
          ...ofBoth(
            'completedCount',
            'completedPoints',
            counted('Show its completed children', children, 'status = done'),
          ),
          ...byStatus(children),
        }),
      };
    }
    case 'cumulative-flow': {
      const date = textOf(row, 'date') ?? '';
      return search({
        total: counted('Show the Work Items that existed then', `created <= '${date}'`),
        ...(date >= today && byStatus()),
      });
    }
    case 'created-vs-resolved': {
      const [start = '', end = ''] = [textOf(row, 'start'), textOf(row, 'end')];
      return search({
        created: counted('Show the Work Items that were created then', ...createdIn(start, end)),
        resolved: counted('Show those that were resolved then and still are', ...resolvedIn(start, end)),
        cumulativeOpen: end >= today && OPEN,
      });
    }
    case 'distribution': {
      const condition = groupCondition(row, parameters);
      const group = condition !== undefined && counted('Show these Work Items', condition, ...scopeOf(parameters));
      return search({ value: group, ...ofBoth('count', 'points', group) });
    }
  }
}

const openItem = (place: ProjectPlace, key: string): PartLink => ({
  href: itemPage(place.organization, key),
  text: `Open ${key}`,
});

const scopeOf = (parameters: URLSearchParams): readonly string[] =>
  parameters.get('scope') === 'all' ? [] : ['status != done'];

/** The condition that the Work Items of a group of the distribution match; `undefined` for the groups together as Other. */
function groupCondition(row: object, parameters: URLSearchParams): string | undefined {
  const groupBy = parameters.get('groupBy') ?? 'status';
  const key = textOf(row, 'key');
  if (key === undefined) return `${groupBy} IS NULL`;
  if (groupBy === 'label') return UUID.test(key) ? `label = ${asOperand(textOf(row, 'label') ?? '')}` : undefined;
  return groupBy === 'assignee' && key === 'other' ? undefined : `${groupBy} = ${asOperand(key)}`;
}

/** Returns the days that a row of a report covers, as `YYYY-MM-DD`; `undefined` for a row of no certain days. */
export function daysOfRow(row: object): readonly [first: string, last: string] | undefined {
  const first = textOf(row, 'date') ?? textOf(row, 'start') ?? textOf(row, 'completedAt');
  const last = textOf(row, 'date') ?? textOf(row, 'end') ?? textOf(row, 'completedAt');
  return first === undefined || last === undefined ? undefined : [first.slice(0, 10), last.slice(0, 10)];
}

/** Returns the links of the figures of a Project report. Means, and figures of the past that no query finds, have none. */
export function figureLinks(place: ProjectPlace, report: LinkedReport, parameters: URLSearchParams): Links {
  const filters = conditionsOf(parameters);
  if (filters === undefined) return NO_LINKS;
  const search = (texts: Readonly<Record<string, Counted>>) => searches(place, filters, texts);
  const given = (name: string) => textOf(report.parameters, name) ?? '';
  const [start, end] = [given('start'), given('end')];
  switch (report.kind) {
    case 'ageing-wip': {
      const under = parameters.has('status') ? [] : ['status IN (in_progress, in_review)'];
      return search({ total: counted('Show these Work Items', ...under) });
    }
    case 'distribution':
      return search({ total: counted('Show these Work Items', ...scopeOf(parameters)) });
    case 'cumulative-flow':
      return search({
        arrivals: counted('Show the Work Items that were created then', ...createdIn(start, end)),
        departures: counted('Show those that were finished then', ...resolvedIn(start, end)),
      });
    case 'created-vs-resolved':
      return search({
        created: counted('Show the Work Items that were created then', ...createdIn(start, end)),
        resolved: counted('Show those that were resolved then and still are', ...resolvedIn(start, end)),
        closingOpen: end >= dayOf(place.organization, report.generatedAt) && OPEN,
      });
    case 'control-chart': {
      const finished = resolvedIn(start, end);
      const wasIn = `wasIn(${given('cycleStartStatus')})`;
      if (given('measure') === 'lead') return search({ sampleCount: counted('Show these Work Items', ...finished) });
      return search({
        sampleCount: counted('Show these Work Items', ...finished, wasIn),
        withoutStart: counted('Show these Work Items', ...finished, `NOT ${wasIn}`),
      });
    }
    case 'epic-progress': {
      const keys = report.items.flatMap((row) => textOf(partOf(row, 'epic'), 'key') ?? []);
      const isNamed = keys.length > 0 && keys.length <= MOST_VALUES;
      const children = `parent IN (${keys.join(', ')})`;
      return {
        ...searches(place, [], {
          epicCount: counted('Show the epics', 'type = epic'),
          completedEpicCount: counted('Show the completed epics', 'type = epic', 'status = done'),
        }),
        ...search({
          ...(isNamed && {
            ...ofBoth('childCount', 'points', counted('Show the children of all epics', children)),
            ...ofBoth(
              'completedCount',
              'completedPoints',
              counted('Show the completed children', children, 'status = done'),
            ),
          }),
        }),
      };
    }
    case 'velocity':
      return NO_LINKS;
  }
}
