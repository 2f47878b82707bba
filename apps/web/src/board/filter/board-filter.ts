import { WORD_FIELDS, WORK_ITEM_FIELDS, WORK_ITEM_STATUSES } from '@worktrack/domain';
import type { NewItemValues } from '../../shell/open.js';

export const LANES = ['none', 'parent', 'assignee'] as const;

/** The member of a card that makes the rows of the board. */
export type Lanes = (typeof LANES)[number];

/** The fields by whose words a board is filtered. */
export const FILTERED_FIELDS = ['status', ...WORD_FIELDS] as const;

type FilteredField = (typeof FILTERED_FIELDS)[number];

/** The words of fields that a board shows; no words of a field are all. */
type FilteredWords = Readonly<Record<FilteredField, readonly string[]>>;

/** The filter in the address of a board: values of one list are alternatives, all members must match. */
export interface BoardFilter extends FilteredWords {
  /** `all`, `active`, `none`, or the id of a Sprint. */
  readonly sprint: string;
  /** `me`, `none`, or public user ids. */
  readonly assignee: readonly string[];
  readonly label: readonly string[];
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
    ...wordsIn(parameters),
    text: (parameters.get('q') ?? '').slice(0, LONGEST_TEXT),
    query: (parameters.get('squeakql') ?? '').trim(),
  };
}

function wordsIn(parameters: URLSearchParams): FilteredWords {
  const words = FILTERED_FIELDS.map((field) => {
    const known: readonly string[] = field === 'status' ? WORK_ITEM_STATUSES : WORK_ITEM_FIELDS[field].words;
    return [field, parameters.getAll(field).filter((one) => known.includes(one))];
  });
  return Object.fromEntries(words.filter(([, word]) => word !== undefined)) as FilteredWords;
}

export const lanesOf = (parameters: URLSearchParams): Lanes =>
  LANES.find((one) => one === parameters.get('lanes')) ?? 'none';

export const isFiltered = ({ sprint, text, query, ...lists }: BoardFilter): boolean =>
  sprint !== 'all' || text !== '' || query !== '' || Object.values(lists).flat().length > 0;

/** The parameters of the address of a board; what is usual is not said. */
export function addressOf(filter: BoardFilter, lanes: Lanes): string {
  const parameters = new URLSearchParams();
  const { sprint, text } = filter;
  if (sprint !== 'all') parameters.set('sprint', sprint);
  appendLists(parameters, filter);
  if (text !== '') parameters.set('q', text);
  if (filter.query !== '') parameters.set('squeakql', filter.query);
  if (lanes !== 'none') parameters.set('lanes', lanes);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}

/** The query of the cards. A Sprint shows all that was done in it; any other board only what was done lately. */
export function queryOf(filter: BoardFilter): string {
  const parameters = new URLSearchParams();
  const { sprint } = filter;
  const text = filter.text.trim();
  if (sprint === 'all' || sprint === 'none') parameters.set('doneWithinDays', String(DONE_STAYS));
  if (sprint !== 'all') parameters.set('sprint', sprint);
  appendLists(parameters, filter);
  if (text !== '') parameters.set('q', text);
  if (filter.query !== '') parameters.set('squeakql', filter.query);
  return parameters.toString();
}

function appendLists(parameters: URLSearchParams, filter: BoardFilter): void {
  for (const name of ['assignee', 'label', ...FILTERED_FIELDS] as const) {
    for (const one of filter[name]) parameters.append(name, one);
  }
}

interface Choices {
  readonly sprints: readonly { readonly id: string; readonly state: string }[];
  readonly labels: readonly { readonly id: string; readonly name: string }[];
  readonly people: readonly { readonly publicId: string }[];
}

/** The values that the filter gives a new Work Item: those of which it leaves no choice. `me` is the public id of the user. */
export function valuesOf(filter: BoardFilter, { sprints, labels, people }: Choices, me: string): NewItemValues {
  const open = sprints.filter(({ state }) => state !== 'done');
  const sprint = open.find(
    ({ id, state }) => id === filter.sprint || (filter.sprint === 'active' && state === 'active'),
  );
  const label = labels.find(({ id }) => id === onlyOf(filter.label));
  const named = onlyOf(filter.assignee);
  const assignee = named === 'me' ? me : people.find(({ publicId }) => publicId === named)?.publicId;
  const words = FILTERED_FIELDS.map((field) => [field, onlyOf(filter[field])] as const);
  return {
    ...(sprint && { sprint: sprint.id }),
    ...(label && { labels: [{ id: label.id, name: label.name }] }),
    ...(assignee !== undefined && { assignee }),
    ...(Object.fromEntries(words.filter(([, word]) => word !== undefined)) as Pick<NewItemValues, FilteredField>),
  };
}

const onlyOf = <T>(values: readonly T[]): T | undefined => (values.length === 1 ? values[0] : undefined);

/** The list with the value, or without it when it was there. */
export const toggled = <T>(values: readonly T[], value: T): readonly T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value];
