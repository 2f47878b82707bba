import {
  covers,
  satisfies,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type Role,
  type Scope,
  type Slug,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { invariant } from '../invariant.js';
import { refuse } from '../refusals.js';
import type { FoundPerson } from './people.js';
import type { Principal, VisibleOrganization } from './principal.js';

/**
 * The right to act in one Organization. Held, not remembered: use cases demand it, and only `Access` makes it. Role and Projects
 * change when it is renewed, for everybody who holds it and for the Project scopes made from it.
 */
export interface OrganizationScope {
  readonly organizationId: OrganizationId;
  readonly actorId: UserId;
  readonly role: Role;
  /** `undefined`: the whole Organization; else the only Projects that may be seen. */
  readonly onlyProjects: ReadonlySet<ProjectId> | undefined;
  /** Throws `FORBIDDEN` when the member's role ranks below. */
  require(role: Role): void;
}

/** The right to act in one Project. */
export interface ProjectScope {
  readonly organizationId: OrganizationId;
  readonly projectId: ProjectId;
  readonly projectKey: ProjectKey;
  readonly actorId: UserId;
  /** Throws `FORBIDDEN` when the member's role ranks below. */
  require(role: Role): void;
}

/** An Organization of which viewer and user both are members now. */
export interface SharedOrganization {
  readonly id: OrganizationId;
  readonly slug: Slug;
  readonly name: string;
  /** The user's. */
  readonly username: Username | null;
}

/** The right to see somebody's profile, and what of their work may be seen. */
export interface ProfileScope {
  readonly viewer: UserId;
  readonly person: FoundPerson;
  readonly isCurrentUser: boolean;
  /** By name, then id. */
  readonly shared: readonly SharedOrganization[];
  /** All that the viewer sees, shared or not. */
  readonly visible: readonly OrganizationScope[];
}

/** The access policy of contract §1.6 and §1.7: every question of "may they?" is answered here. */
export const Access = {
  /** Throws `INSUFFICIENT_SCOPE`, with the scope that is missing. */
  requireScope(principal: Principal, scope: Scope): void {
    if (covers(principal.token.scopes, scope)) return;
    refuse('INSUFFICIENT_SCOPE', `This token lacks the scope ${scope}.`, { details: { requiredScope: scope } });
  },

  /** Throws `NOT_FOUND` when it is not visible, `ORGANIZATION_SUSPENDED` when it is and may not be used. */
  organization(principal: Principal, slug: string): OrganizationScope {
    const organization = principal.organizations.find((candidate) => candidate.slug === slug) ?? refuse('NOT_FOUND');
    if (organization.suspended) refuse('ORGANIZATION_SUSPENDED');
    return scopeOf(organization, principal.user.id);
  },

  /**
   * Brings a scope to what the principal may now. Throws as `organization` does, and `NOT_FOUND` for an Organization that is not
   * seen any more.
   */
  renew(scope: OrganizationScope, principal: Principal): void {
    const organization = principal.organizations.find(({ id }) => id === scope.organizationId) ?? refuse('NOT_FOUND');
    if (organization.suspended) refuse('ORGANIZATION_SUSPENDED');
    const rights = invariant(RIGHTS.get(scope), 'A scope has no rights: it was not made by Access.');
    Object.assign(rights, rightsOf(organization));
  },

  /** Every Organization that the principal sees and may use: what collections across Organizations show (contract §1.7). */
  organizations(principal: Principal): OrganizationScope[] {
    return principal.organizations
      .filter(({ suspended }) => !suspended)
      .map((organization) => scopeOf(organization, principal.user.id));
  },

  /** Throws `NOT_FOUND` when it is somebody else with whom no usable Organization is shared. */
  profile(principal: Principal, person: FoundPerson): ProfileScope {
    const isCurrentUser = person.id === principal.user.id;
    const shared = principal.organizations.flatMap(({ id, slug, name, suspended }) => {
      const membership = person.memberships.find(({ organizationId }) => organizationId === id);
      return membership && !suspended ? [{ id, slug, name, username: membership.username }] : [];
    });
    if (!isCurrentUser && shared.length === 0) refuse('NOT_FOUND');
    return { viewer: principal.user.id, person, isCurrentUser, shared, visible: Access.organizations(principal) };
  },

  /** Throws `NOT_FOUND` when the grants do not cover it. */
  project(scope: OrganizationScope, project: { readonly id: ProjectId; readonly key: ProjectKey }): ProjectScope {
    if (!Access.sees(scope, project.id)) refuse('NOT_FOUND');
    const { organizationId, actorId } = scope;
    return {
      organizationId,
      actorId,
      projectId: project.id,
      projectKey: project.key,
      require: (role) => {
        scope.require(role);
      },
    };
  },

  /** Whether the grants cover a Project of the Organization. */
  sees({ onlyProjects }: Pick<OrganizationScope, 'onlyProjects'>, project: ProjectId): boolean {
    return onlyProjects?.has(project) ?? true;
  },

  /** Throws `FORBIDDEN` for everybody but the author: no role overrides it. */
  requireAuthor({ actorId }: Pick<OrganizationScope, 'actorId'>, author: UserId | null): void {
    if (actorId !== author) refuse('FORBIDDEN', 'Only its author may do this.');
  },

  /** Throws `FORBIDDEN` unless the caller put it there, or is an administrator. */
  requireUploader(scope: Pick<OrganizationScope, 'actorId' | 'require'>, uploader: UserId | null): void {
    if (scope.actorId !== uploader) scope.require('admin');
  },

  /** For administration on this machine, which holds no token: acts as the given member in the whole Organization. */
  onBehalfOf(organizationId: OrganizationId, actorId: UserId, role: Role): OrganizationScope {
    return organizationScope(organizationId, actorId, { role, onlyProjects: undefined });
  },
};

/** Rights of a membership and a grant in an Organization. */
type Rights = Pick<OrganizationScope, 'role' | 'onlyProjects'>;

/** Behind every scope, so that it can be renewed. */
const RIGHTS = new WeakMap<OrganizationScope, Rights>();

function scopeOf(organization: VisibleOrganization, actorId: UserId): OrganizationScope {
  return organizationScope(organization.id, actorId, rightsOf(organization));
}

function rightsOf({ role, grant }: VisibleOrganization): Rights {
  return { role, onlyProjects: grant.kind === 'projects' ? grant.ids : undefined };
}

function organizationScope(organizationId: OrganizationId, actorId: UserId, rights: Rights): OrganizationScope {
  const scope: OrganizationScope = {
    organizationId,
    actorId,
    get role() {
      return rights.role;
    },
    get onlyProjects() {
      return rights.onlyProjects;
    },
    require: (required) => {
      if (!satisfies(rights.role, required)) refuse('FORBIDDEN');
    },
  };
  RIGHTS.set(scope, rights);
  return scope;
}
