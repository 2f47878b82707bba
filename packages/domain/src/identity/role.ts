/** Membership roles by falling rank. */
export const ROLES = ['owner', 'admin', 'member'] as const;

/** One of `ROLES`. */
export type Role = (typeof ROLES)[number];

/** True when `held` ranks at least as high as `required`. */
export function satisfies(held: Role, required: Role): boolean {
  return ROLES.indexOf(held) <= ROLES.indexOf(required);
}
