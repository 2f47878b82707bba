import { assertKinds } from '../shared/wrong-use.js';

/** The scopes of access tokens for API v1, in canonical order. */
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

/** The scopes of access tokens for the extensions of v1, in canonical order. No response of v1 shows one. */
export const EXTENSION_SCOPES = ['organization:manage', 'member:manage', 'webhook:manage'] as const;

/** All scopes of access tokens, in canonical order: those of v1 come first. */
export const ALL_SCOPES = [...SCOPES, ...EXTENSION_SCOPES] as const;

/** One of `ALL_SCOPES`. */
export type AnyScope = (typeof ALL_SCOPES)[number];

/** The only two scopes that include another scope. */
const IMPLIED: Partial<Record<AnyScope, Scope>> = {
  'attachment:write': 'attachment:read',
  'attachment:delete': 'attachment:read',
};

/** True when the held scopes allow an operation that needs `required`. */
export function covers(held: readonly AnyScope[], required: AnyScope): boolean {
  assertKinds('covers', { held }, { held: 'list' });
  return held.some((scope) => scope === required || IMPLIED[scope] === required);
}

/** Returns the given scopes in canonical order, without duplicates. */
export function inCanonicalOrder(scopes: readonly AnyScope[]): AnyScope[] {
  assertKinds('inCanonicalOrder', { scopes }, { scopes: 'list' });
  return ALL_SCOPES.filter((scope) => scopes.includes(scope));
}

/** Returns those of the given scopes that v1 knows, in canonical order, without duplicates. */
export function scopesOfV1(scopes: readonly AnyScope[]): Scope[] {
  assertKinds('scopesOfV1', { scopes }, { scopes: 'list' });
  return SCOPES.filter((scope) => scopes.includes(scope));
}
