import { folded, isSameLabel } from '../kit/case-insensitive.js';

/**
 * Computes the expected rows of a collection of Work Items, in the plainest way, from the text of the contract (§3.2, §3.3) and from
 * complete representations of all the items.
 */

/** The caller, and the instant of the first page. */
export interface Asking {
  readonly userId: string;
  readonly asOf: string;
}

/** The values that the sort orders compare. */
export interface Sortable {
  readonly id?: string;
  readonly key: string;
  readonly status: string;
  readonly priority: string;
  readonly dueDate: string | null;
  readonly updatedAt: string;
}

/** The items that the query lets pass, in the order that it asks for. */
export function expectedList(items: readonly any[], query: URLSearchParams, asking: Asking): any[] {
  const isArchived = query.get('archived') === 'true';
  const labels = { ids: query.getAll('label'), names: query.getAll('labelName') };
  const filters = Object.entries(FILTERS).map(([name, matches]) => ({ matches, values: query.getAll(name) }));
  const asked = filters.filter(({ values }) => values.length > 0);
  const shown = items.filter(
    (item) =>
      (item.archivedAt !== null) === isArchived &&
      hasAnyLabel(item, labels) &&
      asked.every(({ matches, values }) => values.some((value) => matches(item, value, asking))),
  );
  return inOrder(shown, query.get('sort') ?? 'updated', asking.asOf);
}

const FILTERS: Readonly<Record<string, (item: any, value: string, asking: Asking) => boolean>> = {
  q: ({ title, description, key }, value) =>
    [title, description ?? '', key].some((text: string) => folded(text).includes(folded(value))),
  status: ({ status }, value) => status === value,
  type: ({ type }, value) => type === value,
  priority: ({ priority }, value) => priority === value,
  scope: ({ status }, value) => value === 'all' || (status === 'done') === (value === 'closed'),
  assignee: ({ assignee }, value, { userId }) =>
    value === 'none' ? assignee === null : assignee?.id === (value === 'me' ? userId : value.toLowerCase()),
  sprint: ({ sprint }, value) => (value === 'none' ? sprint === null : sprint?.id === value.toLowerCase()),
  parent: ({ parent }, value) => parent?.key === value.toUpperCase(),
  topLevel: ({ parent }, value) => (parent === null) === (value === 'true' || value === '1'),
  updatedAfter: ({ updatedAt }, value) => nanoseconds(updatedAt) > nanoseconds(value),
  overdue: (item, value, { asOf }) => isOverdue(item, asOf) === (value === 'true'),
  dueBefore: ({ dueDate }, value) => dueDate !== null && nanoseconds(dueDate) < nanoseconds(value),
  dueAfter: ({ dueDate }, value) => dueDate !== null && nanoseconds(dueDate) > nanoseconds(value),
};

/** `label` and `labelName` are one filter. */
function hasAnyLabel(item: any, { ids, names }: { ids: readonly string[]; names: readonly string[] }): boolean {
  if (ids.length + names.length === 0) return true;
  return item.labels.some(
    ({ id, name }: any) =>
      ids.some((given) => given.toLowerCase() === id) || names.some((given) => isSameLabel(given, name as string)),
  );
}

function isOverdue({ dueDate, status }: Sortable, asOf: string): boolean {
  return dueDate !== null && dueDate < asOf && status !== 'done';
}

/** Results of `nanoseconds`: items share few instants, and each query compares those of all items. */
const read = new Map<string, bigint>();

/** A `dt` with up to nine fraction digits. */
function nanoseconds(text: string): bigint {
  const known = read.get(text);
  if (known !== undefined) return known;
  const [, day, fraction = '', zone] = /^(.{19})(?:\.(\d+))?(.*)$/.exec(text)!;
  const value = BigInt(Date.parse(`${day!}${zone!}`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
  read.set(text, value);
  return value;
}

/** A copy in the order of `sort`. Instants are texts of one form, and so compare as texts. */
export function inOrder<Item extends Sortable>(items: readonly Item[], sort: string, asOf: string): Item[] {
  const rules = [...RULES[sort]!, ...LAST_UPDATED_FIRST];
  return items
    .map((item) => ({ item, ranks: rules.map((rule) => rule(item, asOf)) }))
    .sort((one, other) => {
      const at = one.ranks.findIndex((rank, index) => rank !== other.ranks[index]);
      return at === -1 ? 0 : one.ranks[at]! < other.ranks[at]! ? -1 : 1;
    })
    .map(({ item }) => item);
}

/** The rank of an item by one criterion: a lower value sorts earlier. */
type Rule = (item: Sortable, asOf: string) => number | string;

const AFTER_ALL_DATES = 'none';
const byDueDate: Rule = ({ dueDate }) => dueDate ?? AFTER_ALL_DATES;
const byPriority: Rule = ({ priority }) => ['urgent', 'high', 'medium', 'low'].indexOf(priority);
const byStatus: Rule = ({ status }) =>
  [['in_progress', 'in_review'], ['backlog', 'todo'], ['done']].findIndex((bucket) => bucket.includes(status));

/** A text that sorts before those of all lesser texts. */
const descending = (text: string): string =>
  Array.from(text, (letter) => String.fromCharCode(0xffff - letter.charCodeAt(0))).join('') + '\uffff';

const LAST_UPDATED_FIRST: readonly Rule[] = [
  ({ updatedAt }) => -Date.parse(updatedAt),
  ({ key }) => descending(key.split('-')[0]!),
  ({ key }) => -Number(key.split('-')[1]),
  // Two Organizations can have the same keys.
  ({ id = '' }) => id,
];

const RULES: Readonly<Record<string, readonly Rule[]>> = {
  updated: [],
  dueDate: [byDueDate],
  priority: [byPriority],
  rank: [
    (item, asOf) => (isOverdue(item, asOf) ? 0 : 1),
    (item, asOf) => (isOverdue(item, asOf) ? byDueDate(item, asOf) : AFTER_ALL_DATES),
    byStatus,
    byPriority,
    byDueDate,
  ],
};
