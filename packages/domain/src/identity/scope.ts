import { assertKinds } from '../shared/wrong-use.js';

/** The scopes of access tokens, in canonical order. */
export const SCOPES = [
  'profile:read',
  'organization:read',
  'organization:members:read',
  'project:read',
  'project:write',
  'work_item:read',
  'work_item:write',
  'work_item:delete',
  'comment:read',
  'comment:write',
  'comment:delete',
  'attachment:read',
  'attachment:write',
  'attachment:delete',
] as const;

/** One of `SCOPES`. */
export type Scope = (typeof SCOPES)[number];

/** The only two scopes that include another scope. */
const IMPLIED: Partial<Record<Scope, Scope>> = {
  'attachment:write': 'attachment:read',
  'attachment:delete': 'attachment:read',
};

/** True when the held scopes allow an operation that needs `required`. */
export function covers(held: readonly Scope[], required: Scope): boolean {
  assertKinds('covers', { held }, { held: 'list' });
  return held.some((scope) => scope === required || IMPLIED[scope] === required);
}

/** Returns the given scopes in canonical order, without duplicates. */
export function inCanonicalOrder(scopes: readonly Scope[]): Scope[] {
  assertKinds('inCanonicalOrder', { scopes }, { scopes: 'list' });
  return SCOPES.filter((scope) => scopes.includes(scope));
}
