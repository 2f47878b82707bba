/** Writes the name of a member of the API as words: `averageLeadTimeDays` is `Average lead time days`. */
export function wordsOf(name: string): string {
  const words = name
    .replace(/_/g, ' ')
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export interface Cell {
  readonly heading: string;
  readonly text: string;
  readonly isNumber: boolean;
}

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

function textOf(name: string, value: string | number | boolean | null): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  if (INSTANT.test(value)) return value.slice(0, 10);
  return ENUMERATED.has(name) ? wordsOf(value) : value;
}

/** Members that say nothing to a reader. */
const SILENT = new Set(['id', 'publicId', 'workItemId', 'revision']);
/** Members whose own members are columns of the row; of others the name is shown. */
const SPREAD = new Set(['workItem', 'epic', 'statuses', 'excluded']);

/** Returns the cells of a row, nested members included: instants are shown as their day in UTC. */
export function cellsOf(row: object): Cell[] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): Cell[] => {
    if (SILENT.has(name) || Array.isArray(value)) return [];
    if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) {
      const plain = value as string | number | boolean | null;
      return [{ heading: wordsOf(name), text: textOf(name, plain), isNumber: typeof plain === 'number' }];
    }
    if (typeof value !== 'object') return [];
    if (SPREAD.has(name)) return cellsOf(value);
    const text = 'name' in value ? String(value.name) : '–';
    return [{ heading: wordsOf(name), text, isNumber: false }];
  });
}
