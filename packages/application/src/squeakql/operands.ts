import {
  LabelName,
  ProjectKey,
  PublicUserId,
  Username,
  WorkItemKey,
  fold,
  isUuid,
  trim,
  type KeyParts,
  type SprintId,
  type SprintState,
} from '@worktrack/domain';
import type { SqueakQLValue } from './catalogue.js';

// These functions interpret the text of operands by its form alone; nothing is looked up. `undefined` means that no such thing can exist.

/** A user in a query: the caller, or a user by public id or by username in the Organization. */
export type NamedUser =
  | { readonly kind: 'me' }
  | { readonly kind: 'publicId'; readonly publicId: PublicUserId }
  | { readonly kind: 'username'; readonly username: Username };

/** Sprints in a query: the one with this id, all with this folded name, or all in this state. */
export type NamedSprints =
  | { readonly kind: 'id'; readonly id: SprintId }
  | { readonly kind: 'name'; readonly folded: string }
  | { readonly kind: 'state'; readonly state: SprintState };

/**
 * Returns the user of an operand. A text in the form of a public id is one, case-sensitive; any other text is a username, case-insensitive.
 */
export function namedUser(value: SqueakQLValue): NamedUser | undefined {
  if (value.kind === 'call' && value.function === 'me') return { kind: 'me' };
  const text = textOf(value);
  const publicId = PublicUserId.parse(text);
  if (publicId !== undefined) return { kind: 'publicId', publicId };
  const username = Username.parse(trim(text));
  return username === undefined ? undefined : { kind: 'username', username };
}

/** Returns the Sprints of an operand. A text in the form of a UUID is an id; any other text is a name. */
export function namedSprints(value: SqueakQLValue): NamedSprints {
  if (value.kind === 'call') {
    if (value.function === 'activeSprint') return { kind: 'state', state: 'active' };
    if (value.function === 'futureSprints') return { kind: 'state', state: 'future' };
  }
  const text = textOf(value);
  return isUuid(text) ? { kind: 'id', id: text.toLowerCase() as SprintId } : { kind: 'name', folded: fold(trim(text)) };
}

/** Returns the label name in its stored form. */
export function namedLabel(value: SqueakQLValue): LabelName | undefined {
  return LabelName.parse(textOf(value));
}

/** Returns the key in its stored form. */
export function namedProject(value: SqueakQLValue): ProjectKey | undefined {
  return ProjectKey.parse(textOf(value));
}

/** Returns the parts of the key in their stored form. */
export function namedWorkItem(value: SqueakQLValue): KeyParts | undefined {
  return WorkItemKey.parse(textOf(value));
}

/** Returns the text of an operand. Throws `TypeError` for an operand of another type: then the query was not resolved. */
export function textOf(value: SqueakQLValue): string {
  if (value.kind === 'text') return value.text;
  throw new TypeError(`A ${value.kind} is not a text.`);
}
