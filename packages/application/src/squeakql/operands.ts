import {
  LabelName,
  ProjectKey,
  PublicUserId,
  Username,
  WorkItemKey,
  fold,
  trim,
  type KeyParts,
  type SprintId,
  type SprintState,
} from '@worktrack/domain';
import type { SqueakQLValue } from './catalogue.js';

// What the operands name, told apart by nothing but their form: nothing is looked up here. `undefined`: no such thing can exist.

/** Who: the caller, or somebody by public id or by their username in the Organization. */
export type NamedUser =
  | { readonly kind: 'me' }
  | { readonly kind: 'publicId'; readonly publicId: PublicUserId }
  | { readonly kind: 'username'; readonly username: Username };

/** Which Sprints: the one of this id, all of this folded name, or all in this state. */
export type NamedSprints =
  | { readonly kind: 'id'; readonly id: SprintId }
  | { readonly kind: 'name'; readonly folded: string }
  | { readonly kind: 'state'; readonly state: SprintState };

/** Whatever has the form of a public id is one, in exactly this case; any other text is a username, in any. */
export function namedUser(value: SqueakQLValue): NamedUser | undefined {
  if (value.kind === 'call' && value.function === 'me') return { kind: 'me' };
  const text = textOf(value);
  const publicId = PublicUserId.parse(text);
  if (publicId !== undefined) return { kind: 'publicId', publicId };
  const username = Username.parse(trim(text));
  return username === undefined ? undefined : { kind: 'username', username };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Whatever has the form of a UUID is one; any other text is a name. */
export function namedSprints(value: SqueakQLValue): NamedSprints {
  if (value.kind === 'call') {
    if (value.function === 'activeSprint') return { kind: 'state', state: 'active' };
    if (value.function === 'futureSprints') return { kind: 'state', state: 'future' };
  }
  const text = textOf(value);
  return UUID.test(text)
    ? { kind: 'id', id: text.toLowerCase() as SprintId }
    : { kind: 'name', folded: fold(trim(text)) };
}

/** The name in its stored form. */
export function namedLabel(value: SqueakQLValue): LabelName | undefined {
  return LabelName.parse(textOf(value));
}

/** The key in its stored form. */
export function namedProject(value: SqueakQLValue): ProjectKey | undefined {
  return ProjectKey.parse(textOf(value));
}

/** The parts of the key in their stored form. */
export function namedWorkItem(value: SqueakQLValue): KeyParts | undefined {
  return WorkItemKey.parse(textOf(value));
}

/** Throws `TypeError` for an operand that is no text: then the query was not resolved. */
export function textOf(value: SqueakQLValue): string {
  if (value.kind === 'text') return value.text;
  throw new TypeError(`A ${value.kind} is no text.`);
}
