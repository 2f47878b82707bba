import type { Scope } from '../kit/words.js';

/**
 * A value that only the server can choose: an id, an instant, or the key of a Work Item. It has no value until an answer of the server
 * has shown it; from then on every answer must show the same.
 */
export interface Unknown {
  readonly unknown: 'id' | 'instant' | 'key';
  value?: string;
}

export const anId = (): Unknown => ({ unknown: 'id' });
export const anInstant = (): Unknown => ({ unknown: 'instant' });

/**
 * A Project, Sprint, label, Work Item, comment, link, attachment or activity entry. It has the members of contract §5 under their names,
 * with an entity in place of each id or summary, and where something can be deleted `isDeleted`.
 */
export type Entity = any;

/** A part of the detail of an activity entry: its one member says what it is. */
export type Shown = Readonly<
  Partial<Record<'plain' | 'user' | 'sprint' | 'item' | 'label' | 'attachment', any>>
> | null;

export interface User {
  readonly id: string;
  readonly publicId: string;
  readonly name: string;
  readonly username: string;
  readonly role: 'owner' | 'admin' | 'member';
  readonly joinedAt: Unknown;
}

/** A token: whose it is, and what it opens. */
export interface Caller {
  readonly user: User;
  readonly scopes: readonly Scope[];
  /** The keys of the granted Projects; `null` for the whole Organization. */
  readonly projects: readonly string[] | null;
  /** False for a token of another Organization. */
  readonly isInside: boolean;
}

/** A reply that is kept for a key, with the keys of the Projects that it shows. */
export interface StoredReply {
  readonly user: User;
  readonly key: string;
  readonly identity: string;
  readonly reply: { readonly status: number; readonly body: unknown; readonly etag?: string };
  readonly shows: readonly string[];
}

/** One Organization with all that is in it. */
export interface State {
  readonly organization: Entity;
  readonly users: readonly User[];
  readonly callers: Readonly<Record<string, Caller>>;
  readonly projects: Entity[];
  readonly sprints: Entity[];
  readonly labels: Entity[];
  readonly items: Entity[];
  readonly comments: Entity[];
  readonly links: Entity[];
  readonly attachments: Entity[];
  /** Activity, in the order of recording. */
  readonly entries: Entity[];
  readonly replies: StoredReply[];
}

/** A refusal by a code of the contract, with the fields that it may name and the details that it has. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly more: { readonly fields?: readonly string[]; readonly details?: object } = {},
  ) {
    super(code);
  }
}

export function refuse(code: string, more?: Refusal['more']): never {
  throw new Refusal(code, more);
}

export const invalid = (...fields: string[]): never => refuse('VALIDATION_ERROR', { fields });

/** A text in a form that is equal for texts that differ in case only. */
export const folded = (text: string): string => text.trim().toLowerCase();

/** True when the entity has this id, or this key. */
export const isNamed = ({ id, key }: Entity, name: string | undefined): boolean =>
  name !== undefined && (id.value === name.toLowerCase() || (key?.value ?? key) === name.toUpperCase());

export const sees = (caller: Caller, project: Entity): boolean => caller.projects?.includes(project.key) ?? true;

export const seesItem = (caller: Caller, item: Entity): boolean => !item.isDeleted && sees(caller, item.project);

const childrenOf = (state: State, parent: Entity): Entity[] =>
  state.items.filter((item) => item.parent === parent && !item.isDeleted);

/** The item and all that is below it. */
export const treeOf = (state: State, item: Entity): Entity[] => [
  item,
  ...childrenOf(state, item).flatMap((child) => treeOf(state, child)),
];

/** How many items the longest chain below the item has, itself included. */
export const heightOf = (state: State, item: Entity): number =>
  1 + Math.max(0, ...childrenOf(state, item).map((child) => heightOf(state, child)));

export const depthOf = (item: Entity): number => (item === null ? 0 : 1 + depthOf(item.parent));

/** Returns the relation of a link as one of its ends sees it, and the other end; nothing when the item has no part in it. */
export function linkFrom(item: Entity, { kind, from, to }: Entity): { relation: string; other: Entity } | undefined {
  if (item === from) return { relation: kind, other: to };
  if (item === to) return { relation: kind === 'blocks' ? 'blocked_by' : kind, other: from };
  return undefined;
}

/** The Work Items of a Sprint that are not done; archived ones count. */
export const unfinishedIn = (state: State, sprint: Entity): Entity[] =>
  state.items.filter((item) => item.sprint === sprint && !item.isDeleted && item.status !== 'done');
