import { ROLES, type Role } from '@worktrack/domain';
import type { AccountRules } from '../session/identity-providers.js';

/** The most values of a claim that are read. */
const MOST_VALUES = 1_000;

type Claims = Readonly<Record<string, unknown>>;

/** Returns the highest role that a claim names by its values, or the role of somebody for whom it names none. */
export function claimedRole(claims: Claims, claim: string, { role, roleMap }: AccountRules): Role {
  const value = valueOf(claims, claim);
  const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, MOST_VALUES) : [value];
  const named = new Set(values.map((one) => (typeof one === 'string' ? roleMap.get(one) : undefined)));
  return ROLES.find((one) => named.has(one)) ?? role;
}

/** The value of a claim by its name, else by a path with dots, such as `realm_access.roles`. */
function valueOf(claims: Claims, claim: string): unknown {
  if (Object.hasOwn(claims, claim)) return claims[claim];
  return claim
    .split('.')
    .reduce<unknown>(
      (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
      claims,
    );
}

function isObject(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null;
}
