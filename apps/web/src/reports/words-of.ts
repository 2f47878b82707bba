import type { ProjectPlace } from '../api/project-place.js';
import { dateInWords, dayWithYear } from '../shell/organization-days.js';
import { itemPage, type Links, type PartLink } from './report-links.js';
import { LANGUAGES } from '../shell/languages.js';

/** Names of members and words of enumerations that would read badly, or not say enough, if only their words were separated. */
const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    todo: 'To do',
    count: 'Work Items',
    items: 'Work Items',
    itemCount: 'Work Items',
    workItems: 'Work Items',
    sampleCount: 'Work Items',
    sprintCount: 'Sprints',
    window: 'In the average',
    startedAt: 'Started on',
    completedAt: 'Completed on',
    averageWip: 'Average work in progress',
    averageLeadTimeDays: 'Average lead time, days',
    cycleStartStatus: 'Cycle begins with',
    meanDays: 'Mean, days',
    medianDays: 'Median, days',
    p85Days: '85th percentile, days',
    p95Days: '95th percentile, days',
    standardDeviationDays: 'Standard deviation, days',
    withoutStart: 'Without a start',
    rollingMeanDays: 'Rolling mean',
    rollingStandardDeviationDays: 'Rolling deviation',
    ageDays: 'Age, days',
    oldestDays: 'Oldest, days',
    openingOpen: 'Open before',
    closingOpen: 'Open after',
    cumulativeOpen: 'Open',
    groupCount: 'Groups',
    percent: '%',
    epicCount: 'Epics',
    completedEpicCount: 'Completed epics',
    childCount: 'Children',
    completedCount: 'Completed children',
    itemPercent: '% of children',
    pointPercent: '% of points',
  }),
);

/** Returns the words for a name of the API, a member or a word of an enumeration: `averageCompleted` is `Average completed`. */
export function wordsOf(name: string): string {
  const given = WORDS.get(name);
  if (given !== undefined) return given;
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Cell {
  readonly heading: string;
  readonly text: string;
  readonly isNumber: boolean;
  /** The page of what the cell names or counts. */
  readonly link?: PartLink;
}

/** Members whose value is a day: no text of a user is read as one. */
const DAYS = new Set(['date', 'start', 'end']);

const INSTANT = /^\d{4}-\d\d-\d\dT/;

/** Members whose value is a word of the API, such as `in_progress`, and no text of a user. */
const ENUMERATED = new Set([
  'status',
  'type',
  'priority',
  'change',
  'unit',
  'scope',
  'groupBy',
  'measure',
  'interval',
  'cycleStartStatus',
]);

function textOf(organization: string, name: string, value: string | number | boolean | null): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString(LANGUAGES, { maximumFractionDigits: 2 });
  if (INSTANT.test(value)) return dayWithYear(organization, value);
  if (DAYS.has(name)) return dateInWords(value);
  return ENUMERATED.has(name) ? wordsOf(value) : value;
}

/** Members that say nothing to a reader. */
const SILENT = new Set(['id', 'publicId', 'workItemId', 'revision', 'bucket']);
/** Members whose own members are columns of the row; of others the name is shown. */
const SPREAD = new Set(['workItem', 'epic', 'statuses', 'excluded']);

/**
 * Returns the cells of a row, nested members included: instants are shown as their day in the Organization. `links` are those of its
 * figures, by the name of the member.
 */
export function cellsOf(place: ProjectPlace, row: object, links: Links = {}): Cell[] {
  const { organization } = place;
  if (isGroup(row)) {
    const { key, label, ...others } = row;
    const text = key === label ? wordsOf(label) : label;
    return [{ heading: 'Group', text, isNumber: false }, ...cellsOf(place, others, links)];
  }
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): Cell[] => {
    if (SILENT.has(name) || Array.isArray(value)) return [];
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      const plain = value as string | number | boolean | null;
      const link =
        name === 'key' && typeof plain === 'string'
          ? { href: itemPage(organization, plain), text: `Open ${plain}` }
          : links[name];
      return [
        {
          heading: wordsOf(name),
          text: textOf(organization, name, plain),
          isNumber: typeof plain === 'number',
          ...(link && { link }),
        },
      ];
    }
    if (typeof value !== 'object') return [];
    if (SPREAD.has(name)) return cellsOf(place, value, links);
    const text = 'name' in value ? String(value.name) : '–';
    const link = links[name];
    return [{ heading: wordsOf(name), text, isNumber: false, ...(link && { link }) }];
  });
}

interface Group {
  readonly key: string | null;
  readonly label: string;
}

/** True for a row of the distribution. Its label repeats its key if the group is a word of an enumeration, not a name (contract, 6.2). */
function isGroup(row: object): row is Group {
  return 'key' in row && 'label' in row;
}
