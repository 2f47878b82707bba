import { asOperand } from '@worktrack/squeakql';
import type { ProjectPlace } from '../api/project-place.js';
import { sprintReportPage } from './report-pages.js';
import type { ReportType } from './report-titles.js';

/** A link from a part of a report to what it counts or names. */
export interface PartLink {
  readonly href: string;
  readonly text: string;
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
const partOf = (row: object, name: string): object | undefined => {
  const value: unknown = Object.entries(row).find(([each]) => each === name)?.[1];
  return typeof value === 'object' && value !== null ? value : undefined;
};

/**
 * Returns the link of a row of a Project report: to the Work Item or the Sprint that it is about, or to the Work Items that it
 * counts. `undefined` for a row whose Work Items no query finds.
 */
export function linkOfRow(place: ProjectPlace, parameters: URLSearchParams, row: object): PartLink | undefined {
  const item = partOf(row, 'workItem') ?? partOf(row, 'epic');
  const key = item && textOf(item, 'key');
  if (key !== undefined) return { href: itemPage(place.organization, key), text: `Open ${key}` };
  const sprint = partOf(row, 'sprint');
  const sprintId = sprint && textOf(sprint, 'id');
  if (sprintId !== undefined) return { href: sprintReportPage(place, sprintId), text: 'Open the Sprint report' };
  const filters = conditionsOf(parameters);
  const counted = countedBy(row, parameters);
  if (filters === undefined || counted === undefined) return undefined;
  return { href: searchPage(place, [...counted.conditions, ...filters]), text: counted.text };
}

interface Counted {
  readonly conditions: readonly string[];
  readonly text: string;
}

function countedBy(row: object, parameters: URLSearchParams): Counted | undefined {
  const [date, start, end] = ['date', 'start', 'end'].map((name) => textOf(row, name));
  if (date !== undefined) {
    return { conditions: [`created <= '${date}'`], text: 'Show the Work Items that existed then' };
  }
  if (start !== undefined && end !== undefined) {
    const conditions = [`created >= '${start}'`, `created <= '${end}'`];
    return { conditions, text: 'Show the Work Items that were created then' };
  }
  const condition = 'key' in row && 'label' in row ? groupCondition(row, parameters) : undefined;
  if (condition === undefined) return undefined;
  const isOpen = parameters.get('scope') !== 'all';
  return { conditions: [condition, ...(isOpen ? ['status != done'] : [])], text: 'Show these Work Items' };
}

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

/**
 * Returns the pages of the Work Items that figures of a Project report count, by the names of their members. Figures of the past,
 * and those of reports about Sprints, have none.
 */
export function figurePages(
  place: ProjectPlace,
  type: ReportType,
  parameters: URLSearchParams,
): Readonly<Record<string, string>> {
  const filters = conditionsOf(parameters);
  if (filters === undefined) return {};
  const page = (...conditions: string[]) => searchPage(place, [...conditions, ...filters]);
  const isOpen = parameters.get('scope') !== 'all';
  switch (type) {
    case 'ageing-wip':
      return { total: parameters.has('status') ? page() : page('status IN (in_progress, in_review)') };
    case 'distribution':
      return { total: page(...(isOpen ? ['status != done'] : [])) };
    case 'epic-progress':
      return { epicCount: searchPage(place, ['type = epic']) };
    default:
      return {};
  }
}

/**
 * Returns the link of a row of a Sprint report: a status leads to the Work Items of the Sprint that are in it. Those that were
 * not done when a Sprint completed are in other Sprints since.
 */
export function linkOfSprintRow(
  place: ProjectPlace,
  sprint: { readonly id: string; readonly state: string },
  row: object,
): PartLink | undefined {
  const status = textOf(row, 'status');
  if (status === undefined || (sprint.state === 'done' && status !== 'done')) return undefined;
  return {
    href: searchPage(place, [`sprint = '${sprint.id}'`, `status = ${asOperand(status)}`]),
    text: 'Show the Work Items of the Sprint in this status',
  };
}
