/** Promises of an operation outside v1: an experimental one can change, a stable one never breaks. */
export const STABILITIES = ['experimental', 'stable'] as const;

export type Stability = (typeof STABILITIES)[number];

/** The extensions of this server, by name. */
export const EXTENSIONS: readonly { readonly name: string; readonly stability: Stability }[] = [
  { name: 'invitations', stability: 'stable' },
  { name: 'members', stability: 'stable' },
  { name: 'organizations', stability: 'stable' },
  { name: 'positions', stability: 'experimental' },
];
