import { computed, signal } from '@preact/signals';

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
