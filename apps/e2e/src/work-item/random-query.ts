import type { Chance } from '../kit/random.js';
import { MEMBERS, PRIORITIES, STATUSES, TYPES } from '../kit/words.js';

/** The values that a random query can filter by. */
export interface Askable {
  readonly items: readonly any[];
  readonly userIds: readonly string[];
  readonly sprintIds: readonly string[];
  readonly labels: readonly { readonly id: string; readonly name: string }[];
}

const BOOLEANS = ['true', 'false'];

/** Names and values of a query, legal in every respect. */
export function randomQuery(chance: Chance, askable: Askable): [string, string][] {
  const pairs: [string, string][] = [];
  const filters = chance.some(Object.keys(VALUES), 4);
  if (chance.once(30)) filters.length = 0;
  for (const name of new Set(filters)) {
    for (const value of VALUES[name]!(chance, askable)) pairs.push([name, value]);
  }
  const asksForChildren = pairs.some(([name]) => name === 'parent');
  const legal = pairs.filter(([name, value]) => !(asksForChildren && name === 'topLevel' && /true|1/.test(value)));
  if (!chance.once(5)) legal.push(['sort', chance.of(['updated', 'dueDate', 'priority', 'rank'])]);
  if (chance.once(6)) legal.push(['archived', chance.of(BOOLEANS)]);
  if (chance.once(4)) legal.push(['fields', chance.some(MEMBERS.workItemSummary, 5).join(',')]);
  return legal;
}

const VALUES: Readonly<Record<string, (chance: Chance, askable: Askable) => string[]>> = {
  q: (chance, { items }) => [randomPart(chance, chance.of(items))],
  status: (chance) => chance.some(STATUSES, 4),
  type: (chance) => chance.some(TYPES, 4),
  priority: (chance) => chance.some(PRIORITIES, 3),
  scope: (chance) => [chance.of(['all', 'open', 'closed'])],
  assignee: (chance, { userIds }) => [chance.of(['me', 'none', ...userIds])],
  sprint: (chance, { sprintIds }) => [chance.of(['none', ...sprintIds])],
  label: (chance, { labels }) => chance.some(labels, 3).map(({ id }) => inSomeCase(chance, id)),
  labelName: (chance, { labels }) =>
    chance.some([...labels.map(({ name }) => name), 'nothing'], 3).map((name) => ` ${inSomeCase(chance, name)}`),
  parent: (chance, { items }) => {
    const { key, parent } = chance.of(items.filter((item) => item.parent !== null || chance.once(9)));
    return [inSomeCase(chance, parent?.key ?? key)];
  },
  topLevel: (chance) => [chance.of(['true', 'false', '1', '0'])],
  updatedAfter: (chance, { items }) => [around(chance, chance.of(items).updatedAt)],
  overdue: (chance) => [chance.of(BOOLEANS)],
  dueBefore: (chance, { items }) => [around(chance, chance.of(items).dueDate ?? chance.of(items).updatedAt)],
  dueAfter: (chance, { items }) => [around(chance, chance.of(items).dueDate ?? chance.of(items).updatedAt)],
};

function randomPart(chance: Chance, { title, description, key }: any): string {
  const text: string = chance.of([title, title, description ?? title, key]);
  const letters = Array.from(text);
  const start = chance.below(letters.length);
  return inSomeCase(chance, letters.slice(start, start + 1 + chance.below(5)).join(''));
}

function inSomeCase(chance: Chance, text: string): string {
  return chance.of([text, text.toUpperCase(), text.toLowerCase()]);
}

/** The instant itself, a little more or less than it, or the same in another zone. */
function around(chance: Chance, instant: string): string {
  const withoutZone = instant.slice(0, -1);
  const elsewhere = new Date(Date.parse(instant) + 2 * 3_600_000).toISOString().replace('Z', '+02:00');
  const earlier = new Date(Date.parse(instant) - 1).toISOString().slice(0, -1);
  return chance.of([instant, `${withoutZone}000001Z`, `${withoutZone}0000Z`, `${earlier}9Z`, elsewhere]);
}
