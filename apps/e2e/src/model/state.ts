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
 * A user, Project, Sprint, label, Work Item, comment, link, attachment or activity entry. It has the members of contract §5 under their names,
 * with an entity in place of each id or summary, and where something can be deleted `isDeleted`.
 */
export type Entity = any;

/** A token: whose it is, and what it opens. */
export interface Caller {
  readonly id: Unknown;
  readonly name: string;
  readonly expiresAt: Unknown;
  readonly user: Entity;
  readonly scopes: readonly Scope[];
  /** The keys of the granted Projects; `null` for the whole Organization. */
  readonly projects: readonly string[] | null;
  /** False for a token of another Organization. */
  readonly isInside: boolean;
}

type Thing = 'users' | 'projects' | 'sprints' | 'labels' | 'items' | 'links' | 'replies';
type Part = 'comments' | 'attachments' | 'entries';

/** One Organization with all that is in it: entities, activity in the order of recording, and replies that are kept for keys. */
export interface State extends Readonly<Record<Thing | Part, Entity[]>> {
  readonly organization: Entity;
  readonly callers: Readonly<Record<string, Caller>>;
}

/** An exact revision, or `*` for any. */
export type Expected = number | '*';

/** Names of the parameters with their values, in the order of the URL. */
export type Query = readonly (readonly [string, string])[];

/** A request under way: who asks for what, and under its name each resource of the path. */
export interface Act {
  readonly state: State;
  readonly caller: Caller;
  readonly query: Query;
  readonly now: string;
  readonly expected: Expected;
  /** The body, in its stored form. Within a bulk request `at` is its place. */
  readonly body: any;
  readonly at: string;
  readonly [resource: string]: any;
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

/** Refuses members of a body that is at this place of the whole one. */
export const invalidAt = (at: string, members: readonly string[]): never =>
  invalid(...members.map((member) => (at ? `${at}.${member}` : member)));

/** True when the entity has this id, or this key. */
export const isNamed = ({ id, key }: Entity, name: string): boolean =>
  id.value === name.toLowerCase() || (key?.value ?? key) === name.toUpperCase();

export const sees = (caller: Caller, project: Entity): boolean => caller.projects?.includes(project.key) ?? true;

export const seesItem = (caller: Caller, item: Entity): boolean => !item.isDeleted && sees(caller, item.project);

/** True when the item is this one or below it. */
export const isWithin = (item: Entity, top: Entity): boolean =>
  item === top || (item !== null && isWithin(item.parent, top));

/** The item and all that is below it. */
export const treeOf = (state: State, top: Entity): Entity[] =>
  state.items.filter((item) => !item.isDeleted && isWithin(item, top));

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
