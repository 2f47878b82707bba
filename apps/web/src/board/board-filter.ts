import type { WorkItemType } from '@worktrack/domain';
import { TYPES } from '../work-item/words.js';

export const LANES = ['none', 'parent', 'assignee'] as const;

/** The member of a card that makes the rows of the board. */
export type Lanes = (typeof LANES)[number];

/** The filter in the address of a board: values of one list are alternatives, all members must match. */
export interface BoardFilter {
  /** `all`, `active`, `none`, or the id of a Sprint. */
  readonly sprint: string;
  /** `me`, `none`, or public user ids. */
  readonly assignee: readonly string[];
  readonly label: readonly string[];
  readonly type: readonly WorkItemType[];
  readonly text: string;
  /** A SqueakQL query; empty for none. */
  readonly query: string;
}

const LONGEST_TEXT = 200;
/** Days for which what is done stays on a board that is not of a Sprint. */
const DONE_STAYS = 14;

/** Reads the parameters of an address. What it does not know it leaves out, as an address can be old or typed. */
export function filterOf(parameters: URLSearchParams): BoardFilter {
  return {
    sprint: parameters.get('sprint') ?? 'all',
    assignee: parameters.getAll('assignee'),
    label: parameters.getAll('label'),
    type: parameters.getAll('type').filter((one): one is WorkItemType => Object.hasOwn(TYPES, one)),
    text: (parameters.get('q') ?? '').slice(0, LONGEST_TEXT),
    query: (parameters.get('squeakql') ?? '').trim(),
  };
}

export const lanesOf = (parameters: URLSearchParams): Lanes =>
  LANES.find((one) => one === parameters.get('lanes')) ?? 'none';

export const isFiltered = ({ sprint, assignee, label, type, text, query }: BoardFilter): boolean =>
  sprint !== 'all' || text !== '' || query !== '' || assignee.length + label.length + type.length > 0;

/** The parameters of the address of a board; what is usual is not said. */
export function addressOf({ sprint, assignee, label, type, text, query }: BoardFilter, lanes: Lanes): string {
  const parameters = new URLSearchParams();
  if (sprint !== 'all') parameters.set('sprint', sprint);
  for (const one of assignee) parameters.append('assignee', one);
  for (const one of label) parameters.append('label', one);
  for (const one of type) parameters.append('type', one);
  if (text !== '') parameters.set('q', text);
  if (query !== '') parameters.set('squeakql', query);
  if (lanes !== 'none') parameters.set('lanes', lanes);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** The query of the cards. A Sprint shows all that was done in it; any other board only what was done lately. */
export function queryOf({ sprint, assignee, label, type, text, query }: BoardFilter): string {
  const parameters = new URLSearchParams();
  if (sprint === 'all' || sprint === 'none') parameters.set('doneWithinDays', String(DONE_STAYS));
  if (sprint !== 'all') parameters.set('sprint', sprint);
  for (const one of assignee) parameters.append('assignee', one);
  for (const one of label) parameters.append('label', one);
  for (const one of type) parameters.append('type', one);
  if (text.trim() !== '') parameters.set('q', text.trim());
  if (query !== '') parameters.set('squeakql', query);
  return parameters.toString();
}

/** The list with the value, or without it when it was there. */
export const toggled = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
