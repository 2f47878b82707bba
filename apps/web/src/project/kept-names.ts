import type { Signal } from '@preact/signals';
import { membershipIn, session } from '../api/session.js';
import { RECENT } from '../shell/sign-out.js';
import { stored } from '../shell/stored.js';

/** A Project or a Work Item, as far as a link needs it. */
export interface Named {
  readonly key: string;
  /** The name, or the title, when it was last seen. */
  readonly name: string;
}

/** The most entries of a list. */
const MOST_KEPT = 100;

const BEGINNINGS = {
  favorites: 'worktrack.favorites.',
  recent: RECENT,
  visited: `${RECENT}project.`,
} as const;

const lists = new Map<string, Signal<readonly Named[]>>();

/** A list that this browser keeps for the user who is signed in, in an Organization. */
export function keptNames(kind: keyof typeof BEGINNINGS, organization: string): Signal<readonly Named[]> {
  const id = membershipIn(organization)?.id ?? organization;
  const name = `${BEGINNINGS[kind]}${session.value?.user.publicId ?? ''}.${id}`;
  const list = lists.get(name) ?? stored(name, { parse, format });
  lists.set(name, list);
  return list;
}

const format = (names: readonly Named[]) => (names.length === 0 ? null : JSON.stringify(names));

function parse(text: string | null): readonly Named[] {
  try {
    const all: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(all) ? all.filter(isNamed).slice(0, MOST_KEPT) : [];
  } catch {
    return [];
  }
}

const isNamed = (one: unknown): one is Named =>
  typeof one === 'object' &&
  one !== null &&
  'key' in one &&
  typeof one.key === 'string' &&
  'name' in one &&
  typeof one.name === 'string';

/** Puts an entry first, or takes it out, and keeps at most so many. */
export function keepName(list: Signal<readonly Named[]>, { key, name }: Named, { most = MOST_KEPT } = {}): void {
  list.value = [{ key, name }, ...without(list, key)].slice(0, most);
}

export function dropName(list: Signal<readonly Named[]>, key: string): void {
  if (list.peek().some((one) => one.key === key)) list.value = without(list, key);
}

const without = (list: Signal<readonly Named[]>, key: string) => list.peek().filter((one) => one.key !== key);
