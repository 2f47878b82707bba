import { computed, signal } from '@preact/signals';
import type { components } from '../api/application.js';

export type Session = components['schemas']['Session'];

/** An Organization of the user, with what the user is in it. */
export type Membership = Session['organizations'][number];

/** The ways to sign in to this server. */
export interface SignInOptions {
  readonly providers: readonly { readonly id: string; readonly name: string }[];
  /** False where nobody signs in with a password. */
  readonly password: boolean;
}

/** The ways to sign in. The development server names no providers. */
export const signInOptions = signal<SignInOptions>({ providers: [], password: true });

/** The sentence about the sign-in with a provider that failed and led to this page. */
export const signInProblem = signal<string | undefined>(undefined);

/** The session of this page; `null`: nobody is signed in. */
export const session = signal<Session | null>(null);

/** The Organization to begin with: the default one, else the first that is not suspended. */
export const homeOrganization = computed((): Membership | undefined => {
  const { organizations = [], defaultOrganization } = session.value ?? {};
  return (
    organizations.find(({ slug }) => slug === defaultOrganization) ??
    organizations.find(({ suspended }) => !suspended) ??
    organizations[0]
  );
});

/** The membership of the user in the Organization of this name. */
export const membershipIn = (slug: string): Membership | undefined =>
  session.value?.organizations.find((one) => one.slug === slug);

/** Says whether the user is allowed to do there what administrators and owners can do. The server decides; this is what to offer. */
export const isAdminOf = (slug: string): boolean => ['admin', 'owner'].includes(membershipIn(slug)?.role ?? 'member');

/** True where the user is an owner. */
export const isOwnerOf = (slug: string): boolean => membershipIn(slug)?.role === 'owner';
