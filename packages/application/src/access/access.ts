import {
  TimeZone,
  covers,
  satisfies,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type Role,
  type AnyScope,
  type Slug,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { invariant } from '../shared/invariant.js';
import { refuse } from '../shared/refusals.js';
import type { FoundPerson } from './people.js';
import type { Principal, VisibleOrganization } from './principal.js';

/**
 * The right to act in one Organization. Use cases require it as an argument, and only `Access` creates it. Its role and Projects change
 * when it is renewed, for every holder and for the Project scopes made from it. It is not copied member by member: `Access.narrowed`
 * limits it to some Projects.
 */
export interface OrganizationScope {
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  readonly role: Role;
  /** `undefined` for the whole Organization; else the only visible Projects. */
  readonly onlyProjects: ReadonlySet<ProjectId> | undefined;
  /** The time zone of the days of the Organization. */
  readonly timeZone: TimeZone;
  /** Throws `FORBIDDEN` when the member's role ranks lower. */
  require(role: Role): void;
}

/** The right to act in one Project. */
export interface ProjectScope {
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly actorId: UserId;
  /** The time zone of the days of the Organization. */
  readonly timeZone: TimeZone;
  /** Throws `FORBIDDEN` when the member's role ranks lower. */
  require(role: Role): void;
}

/** An Organization of which both the viewer and the user are members now. */
export interface SharedOrganization {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  /** The user's name in this Organization. */
  readonly username: Username | null;
}

/** The right to see a user's profile, limited to the work that the viewer can see. */
export interface ProfileScope {
  readonly viewer: UserId;
  readonly person: FoundPerson;
  readonly isCurrentUser: boolean;
  /** Ordered by name, then id. */
  readonly shared: readonly SharedOrganization[];
  /** All Organizations that the viewer can use, shared or not. */
  readonly visible: readonly OrganizationScope[];
}

/** The access policy of contract §1.6 and §1.7: every access decision is made here. */
export const Access = {
  /** Throws `INSUFFICIENT_SCOPE` with the missing scope. */
  requireScope(principal: Principal, scope: AnyScope): void {
    if (covers(principal.token.scopes, scope)) return;
    refuse('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, { details: { requiredScope: scope } });
  },

  /**
   * Throws `NOT_FOUND` when the Organization is not visible, and `ORGANIZATION_SUSPENDED` when it is visible but suspended, unless the
   * operation works there too.
   */
  organization(principal: Principal, slug: string, evenSuspended = false): OrganizationScope {
    const organization = principal.organizations.find((candidate) => candidate.slug === slug) ?? refuse('NOT_FOUND');
    if (organization.suspended && !evenSuspended) refuse('ORGANIZATION_SUSPENDED');
    return scopeOf(organization, principal.user.id);
  },

  /**
   * Updates a scope to the current rights of the principal and the current time zone. Throws as `organization` does, and `NOT_FOUND` for an Organization that is no
   * longer visible.
   */
  renew(scope: OrganizationScope, principal: Principal, evenSuspended = false): void {
    const organization = principal.organizations.find(({ id }) => id === scope.organizationId) ?? refuse('NOT_FOUND');
    if (organization.suspended && !evenSuspended) refuse('ORGANIZATION_SUSPENDED');
    const member = invariant(scope instanceof MemberScope ? scope : undefined, 'A scope was not made by Access.');
    member.rights = rightsOf(organization);
  },

  /** Returns a scope for some of the Projects of another scope, which stays as it is. */
  narrowed(
    { organizationId, actorId, role, timeZone }: OrganizationScope,
    onlyProjects: ReadonlySet<ProjectId>,
  ): OrganizationScope {
    return new MemberScope(organizationId, actorId, { role, onlyProjects, timeZone });
  },

  /** Returns every visible Organization that is not suspended: collections across Organizations show these (contract §1.7). */
  organizations(principal: Principal): OrganizationScope[] {
    return principal.organizations
      .filter(({ suspended }) => !suspended)
      .map((organization) => scopeOf(organization, principal.user.id));
  },

  /** Throws `NOT_FOUND` when the person is another user with whom the principal shares no usable Organization. */
  profile(principal: Principal, person: FoundPerson): ProfileScope {
    const isCurrentUser = person.id === principal.user.id;
    const shared = principal.organizations.flatMap(({ id, slug, name, suspended }) => {
      const membership = person.memberships.find(({ organizationId }) => organizationId === id);
      return membership && !suspended ? [{ id, slug, name, username: membership.username }] : [];
    });
    if (!isCurrentUser && shared.length === 0) refuse('NOT_FOUND');
    return { viewer: principal.user.id, person, isCurrentUser, shared, visible: Access.organizations(principal) };
  },

  /** Throws `NOT_FOUND` when the grants do not cover the Project. */
  project(scope: OrganizationScope, project: { readonly id: ProjectId; readonly key: ProjectKey }): ProjectScope {
    if (!Access.sees(scope, project.id)) refuse('NOT_FOUND');
    return new MemberProjectScope(scope, project.id, project.key);
  },

  /** True when the grants cover the Project. */
  sees({ onlyProjects }: Pick<OrganizationScope, 'onlyProjects'>, project: ProjectId): boolean {
    return onlyProjects?.has(project) ?? true;
  },

  /** Throws `FORBIDDEN` unless the actor is the author: no role overrides this. */
  requireAuthor({ actorId }: Pick<OrganizationScope, 'actorId'>, author: UserId | null): void {
    if (actorId !== author) refuse('FORBIDDEN', 'Only its author may do this.');
  },

  /** Throws `FORBIDDEN` unless the actor is the uploader or an administrator. */
  requireUploader(scope: Pick<OrganizationScope, 'actorId' | 'require'>, uploader: UserId | null): void {
    if (scope.actorId !== uploader) scope.require('admin');
  },

  /** Returns a scope of the given member in the whole Organization: for administration without a token, and for a role that was read again under a lock. */
  onBehalfOf(
    organizationId: OrganizationId,
    actorId: UserId,
    role: Role,
    timeZone: TimeZone = TimeZone.utc,
  ): OrganizationScope {
    return new MemberScope(organizationId, actorId, { role, onlyProjects: undefined, timeZone });
  },
};

/** The rights of a membership and a grant in an Organization, and its time zone. */
type Rights = Pick<OrganizationScope, 'role' | 'onlyProjects' | 'timeZone'>;

function scopeOf(organization: VisibleOrganization, actorId: UserId): OrganizationScope {
  return new MemberScope(organization.id, actorId, rightsOf(organization));
}

function rightsOf({ role, grant, timeZone }: VisibleOrganization): Rights {
  return { role, onlyProjects: grant.kind === 'projects' ? grant.ids : undefined, timeZone };
}

/** The scope of a member. Its rights can be replaced, so that it can be renewed. */
class MemberScope implements OrganizationScope {
  constructor(
    readonly organizationId: OrganizationId,
    readonly actorId: UserId,
    public rights: Rights,
  ) {}

  get role(): Role {
    return this.rights.role;
  }

  get onlyProjects(): ReadonlySet<ProjectId> | undefined {
    return this.rights.onlyProjects;
  }

  get timeZone(): TimeZone {
    return this.rights.timeZone;
  }

  require(role: Role): void {
    if (satisfies(this.rights.role, role)) return;
    refuse('FORBIDDEN', `This needs at least the role ${role}, and your role is ${this.rights.role}.`);
  }
}

/** The scope of a member in one Project. Its role is that of the Organization's scope. */
class MemberProjectScope implements ProjectScope {
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  readonly timeZone: TimeZone;

  constructor(
    private readonly organization: OrganizationScope,
    readonly projectId: ProjectId,
    readonly projectKey: ProjectKey,
  ) {
    this.organizationId = organization.organizationId;
    this.actorId = organization.actorId;
    this.timeZone = organization.timeZone;
  }

  // A property, so that a copy of this scope keeps it.
  readonly require = (role: Role): void => {
    this.organization.require(role);
  };
}
