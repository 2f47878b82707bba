import type { Type } from '@nestjs/common';
import type { JsonObject } from './json.js';

/**
 * A member may be absent, may be `null`: absent, `null` and a value are three cases. `description` is its meaning in the document, where its
 * name alone does not say it.
 */
export interface Presence {
  readonly description?: string;
  readonly optional?: boolean;
  readonly nullable?: boolean;
}

/** The presence of a member that may be absent, and may be `null`. */
export const CLEARABLE = { optional: true, nullable: true } as const satisfies Presence;

/** A `MemberReader` returns this for a value that the validators have to check. */
export const DOUBTFUL = Symbol('a value that the validators check');

/** Reads a value that is neither absent nor `null` in its stored form. Returns `DOUBTFUL` for each value that may be refused. */
export type MemberReader = (value: unknown) => unknown;

/** A body class with a rule over several members. */
export interface Ruled {
  /** The violations of the rule, by member. */
  problems(): Problems | undefined;
}

/** Sentences by the dotted path of a member. */
export type Problems = Readonly<Record<string, readonly string[]>>;

export function isRuled(body: unknown): body is Ruled {
  return typeof (body as Partial<Ruled>).problems === 'function';
}

type Members = ReadonlyMap<string, Presence & { readonly read: MemberReader }>;

const MEMBERS = Symbol('readers of sound members');

/** The readers of the members of a body class, inherited ones included. */
function membersOf(bodyClass: object): Members {
  return (Reflect.getMetadata(MEMBERS, bodyClass) as Members | undefined) ?? (new Map() satisfies Members);
}

/** Registers the reader of a member. */
export function readBy(read: MemberReader, presence: Presence): PropertyDecorator {
  return (prototype, name) => {
    const bodyClass = prototype.constructor;
    const members: Members = new Map([...membersOf(bodyClass), [String(name), { ...presence, read }]]);
    Reflect.defineMetadata(MEMBERS, members, bodyClass);
  };
}

/**
 * Reads a body whose members are all sound, without the validators, which take most of the time of a small body. Returns `undefined` for any
 * other body, and for one without members: the validators check it. `sound-body.spec` compares both ways.
 */
export function readSoundBody<Body extends object>(bodyClass: Type<Body>, json: JsonObject): Body | undefined {
  const { members, required } = shapeOf(bodyClass);
  const names = Object.keys(json);
  if (names.length === 0 || required.some((name) => json[name] === undefined)) return undefined;
  const body = new bodyClass();
  for (const name of names) {
    const value = json[name];
    const member = members.get(name);
    if (!member || value === undefined || (value === null && member.nullable !== true)) return undefined;
    const stored = value === null ? null : member.read(value);
    if (stored === DOUBTFUL) return undefined;
    (body as Record<string, unknown>)[name] = stored;
  }
  return isRuled(body) && body.problems() ? undefined : body;
}

interface Shape {
  readonly members: Members;
  readonly required: readonly string[];
}

const shapes = new WeakMap<object, Shape>();

function shapeOf(bodyClass: object): Shape {
  const known = shapes.get(bodyClass);
  if (known) return known;
  const members = membersOf(bodyClass);
  const shape = { members, required: [...members].flatMap(([name, { optional }]) => (optional === true ? [] : name)) };
  shapes.set(bodyClass, shape);
  return shape;
}
