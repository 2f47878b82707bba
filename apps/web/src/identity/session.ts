import { computed, signal } from '@preact/signals';
import { send } from '../api/transport.js';

export interface Membership {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly suspended: boolean;
  readonly role: 'owner' | 'admin' | 'member';
  readonly username: string | null;
}

export interface Session {
  readonly user: {
    readonly id: string;
    readonly publicId: string;
    readonly name: string;
    readonly email: string;
    readonly avatarUrl: string | null;
  };
  readonly session: { readonly id: string; readonly createdAt: string; readonly expiresAt: string };
  /** Ordered by name. */
  readonly organizations: readonly Membership[];
  readonly defaultOrganization: string | null;
  readonly hasPassword: boolean;
}

export type LinkPurpose = 'sign-in' | 'set-password';

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

/** Says whether the user may do there what administrators and owners may. The server decides; this is what to offer. */
export const isAdminOf = (slug: string): boolean => ['admin', 'owner'].includes(membershipIn(slug)?.role ?? 'member');

export const readSession = () => send<Session>('GET', '/api/session');

export const signIn = (email: string, password: string) =>
  send<Session>('POST', '/api/session', { body: { email, password } });

export const exchangeLink = (token: string) =>
  send<Session & { readonly purpose: LinkPurpose }>('POST', '/api/session/link', { body: { token } });

export const signOut = () => send<undefined>('DELETE', '/api/session');

export const setPassword = (newPassword: string, currentPassword?: string) =>
  send<undefined>('PUT', '/api/me/password', {
    body: currentPassword === undefined ? { newPassword } : { currentPassword, newPassword },
  });
