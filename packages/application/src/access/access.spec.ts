import {
  TimeZone,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Slug,
  type UserId,
  type Username,
} from '@worktrack/domain';
import { refusalOf } from '@worktrack/domain/testing';
import { Access } from './access.js';
import type { FoundPerson } from './people.js';
import type { Principal, VisibleOrganization } from './principal.js';

const WEB = { id: 'web' as ProjectId, key: 'WEB' as ProjectKey };
const HAM = { id: 'ham' as ProjectId, key: 'HAM' as ProjectKey };

function membership(of: Partial<VisibleOrganization>): VisibleOrganization {
  return {
    id: 'o' as OrganizationId,
    slug: 'acme' as Slug,
    name: 'Acme',
    suspended: false,
    timeZone: TimeZone.utc,
    role: 'member',
    username: null,
    grant: { kind: 'organization' },
    ...of,
  };
}

function principalIn(
  organizations: readonly VisibleOrganization[],
  scopes: Principal['token']['scopes'] = [],
): Principal {
  return { user: { id: 'u' }, token: { scopes }, organizations } as unknown as Principal;
}

function member(of: Partial<VisibleOrganization>, scopes: Principal['token']['scopes'] = []): Principal {
  return principalIn([membership(of)], scopes);
}

/** Another user, or the given one, with a username in each of these Organizations. */
function person(usernames: Readonly<Record<string, string>>, id = 'somebody else'): FoundPerson {
  return {
    id: id as UserId,
    publicId: 'usr_x' as PublicUserId,
    name: 'Bea',
    memberships: Object.entries(usernames).map(([organizationId, username]) => ({ organizationId, username })),
  } as unknown as FoundPerson;
}

describe('Access', () => {
  it('reads and shows days in the time zone of the Organization', () => {
    const timeZone = 'Europe/Berlin' as TimeZone;
    const acme = Access.organization(member({ timeZone }), 'acme');
    expect([acme.timeZone, Access.project(acme, WEB).timeZone]).toEqual([timeZone, timeZone]);
  });

  it('needs the very scope, which no other implies', () => {
    const reader = member({}, ['work_item:read']);
    expect(
      refusalOf(() => {
        Access.requireScope(reader, 'work_item:read');
      }),
    ).toBeUndefined();
    expect(
      refusalOf(() => {
        Access.requireScope(reader, 'work_item:write');
      }),
    ).toBe('INSUFFICIENT_SCOPE');
    expect(
      refusalOf(() => {
        Access.requireScope(member({}, ['work_item:write']), 'work_item:read');
      }),
    ).toBe('INSUFFICIENT_SCOPE');
  });

  it('names the scope that is missing', () => {
    expect(() => {
      Access.requireScope(member({}, ['work_item:read']), 'work_item:write');
    }).toThrow(
      expect.objectContaining({
        message: 'This token lacks the scope work_item:write.',
        more: { details: { requiredScope: 'work_item:write' } },
      }),
    );
  });

  it('takes writing and deleting attachments as reading them too', () => {
    for (const scope of ['attachment:write', 'attachment:delete'] as const) {
      expect(
        refusalOf(() => {
          Access.requireScope(member({}, [scope]), 'attachment:read');
        }),
      ).toBeUndefined();
    }
  });

  it('hides an Organization that is not visible, and reports that a visible one is suspended', () => {
    expect(refusalOf(() => Access.organization(member({}), 'other'))).toBe('NOT_FOUND');
    expect(refusalOf(() => Access.organization(member({}), 'ACME'))).toBe('NOT_FOUND');
    expect(refusalOf(() => Access.organization(member({ suspended: true }), 'acme'))).toBe('ORGANIZATION_SUSPENDED');
  });

  it('covers every Project by a grant of the Organization, else only those that are named', () => {
    const whole = Access.organization(member({}), 'acme');
    expect(Access.project(whole, HAM).projectKey).toBe('HAM');
    const narrow = Access.organization(member({ grant: { kind: 'projects', ids: new Set([WEB.id]) } }), 'acme');
    expect(Access.project(narrow, WEB)).toMatchObject({ organizationId: 'o', projectId: 'web', actorId: 'u' });
    expect(refusalOf(() => Access.project(narrow, HAM))).toBe('NOT_FOUND');
  });

  it('narrows a scope to some Projects, and leaves the scope as it is', () => {
    const whole = Access.organization(member({ role: 'admin' }), 'acme');
    const narrow = Access.narrowed(whole, new Set([WEB.id]));
    expect([Access.sees(narrow, WEB.id), Access.sees(narrow, HAM.id), Access.sees(whole, HAM.id)]).toEqual([
      true,
      false,
      true,
    ]);
    expect(narrow).toMatchObject({ organizationId: whole.organizationId, actorId: whole.actorId, role: 'admin' });
  });

  it('renews a right for its holder, and the rights to Projects that were made from it', () => {
    const scope = Access.organization(member({ role: 'admin' }), 'acme');
    const project = Access.project(scope, WEB);
    Access.renew(scope, member({ role: 'member', grant: { kind: 'projects', ids: new Set([HAM.id]) } }));
    expect([scope.role, Access.sees(scope, WEB.id), Access.sees(scope, HAM.id)]).toEqual(['member', false, true]);
    const asAdmin = [
      () => {
        scope.require('admin');
      },
      () => {
        project.require('admin');
      },
    ];
    expect(asAdmin.map(refusalOf)).toEqual(['FORBIDDEN', 'FORBIDDEN']);
    const renew = (of: Partial<VisibleOrganization>) =>
      refusalOf(() => {
        Access.renew(scope, member(of));
      });
    expect(renew({ suspended: true })).toBe('ORGANIZATION_SUSPENDED');
    expect(renew({ id: 'other' as OrganizationId })).toBe('NOT_FOUND');
  });

  it('renews no right that it has not made', () => {
    const copy = { ...Access.organization(member({}), 'acme'), organizationId: 'o' as OrganizationId };
    expect(() => {
      Access.renew(copy, member({}));
    }).toThrow('A scope was not made by Access.');
  });

  it('shows in collections across Organizations each one that is not suspended, with its own rights', () => {
    const [a, b, c] = ['a', 'b', 'c'] as [OrganizationId, OrganizationId, OrganizationId];
    const scopes = Access.organizations(
      principalIn([
        membership({ id: a, role: 'owner' }),
        membership({ id: b, suspended: true }),
        membership({ id: c, grant: { kind: 'projects', ids: new Set([WEB.id]) } }),
      ]),
    );
    expect(
      scopes.map(({ organizationId, actorId, role, onlyProjects }) => [organizationId, actorId, role, onlyProjects]),
    )
      // Nothing limits the owner of the first one.
      .toEqual([
        ['a', 'u', 'owner', undefined],
        ['c', 'u', 'member', new Set([WEB.id])],
      ]);
  });

  describe('to a profile', () => {
    const [a, b, c] = ['a', 'b', 'c'] as [OrganizationId, OrganizationId, OrganizationId];
    const viewer = principalIn([
      membership({ id: a, slug: 'alpha' as Slug, name: 'Alpha' }),
      membership({ id: b, slug: 'beta' as Slug, name: 'Beta', suspended: true }),
      membership({ id: c, slug: 'gamma' as Slug, name: 'Gamma' }),
    ]);

    it('shows the Organizations that both can use, with the name of the user there', () => {
      const found = Access.profile(viewer, person({ a: 'bea', b: 'bea.b', other: 'bea.o' }));
      expect(found.shared).toEqual([{ id: a, slug: 'alpha', name: 'Alpha', username: 'bea' as Username }]);
      expect(found).toMatchObject({ viewer: 'u', isCurrentUser: false, person: { name: 'Bea' } });
      expect(found.visible.map(({ organizationId }) => organizationId)).toEqual([a, c]);
    });

    it.each<[string, Record<string, string>]>([
      ['a user of no Organization', {}],
      ['a user of other Organizations', { other: 'bea' }],
      ['a user with whom only a suspended Organization is shared', { b: 'bea' }],
    ])('hides %s', (_, usernames) => {
      expect(refusalOf(() => Access.profile(viewer, person(usernames)))).toBe('NOT_FOUND');
    });

    it('shows everybody their own, whatever they share', () => {
      expect(Access.profile(viewer, person({}, 'u'))).toMatchObject({ isCurrentUser: true, shared: [] });
    });
  });

  it('lets nobody but the author do what only the author may, not even an owner', () => {
    const owner = Access.onBehalfOf('o' as OrganizationId, 'u' as UserId, 'owner');
    const by = (author: string | null) =>
      refusalOf(() => {
        Access.requireAuthor(owner, author as UserId | null);
      });
    expect([by('u'), by('v'), by(null)]).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN']);
    expect(() => {
      Access.requireAuthor(owner, null);
    }).toThrow('Only its author may do this.');
  });

  it('lets the uploader and administrators do what the uploader may', () => {
    const by = (role: 'owner' | 'admin' | 'member', uploader: string | null) =>
      refusalOf(() => {
        Access.requireUploader(
          Access.onBehalfOf('o' as OrganizationId, 'u' as UserId, role),
          uploader as UserId | null,
        );
      });
    expect([by('member', 'u'), by('member', 'v'), by('member', null)]).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN']);
    expect([by('admin', 'v'), by('owner', null)]).toEqual([undefined, undefined]);
  });

  it('says which role is needed, and which one the member has', () => {
    const scope = Access.organization(member({ role: 'member' }), 'acme');
    expect(() => {
      scope.require('admin');
    }).toThrow('This needs at least the role admin, and your role is member.');
  });

  it('acts for a member in the whole Organization, for administration on this machine', () => {
    const scope = Access.onBehalfOf('o' as OrganizationId, 'u' as UserId, 'admin');
    expect(scope).toMatchObject({ organizationId: 'o', actorId: 'u', role: 'admin', onlyProjects: undefined });
    expect(Access.sees(scope, WEB.id)).toBe(true);
  });

  it.each([
    ['owner', ['owner', 'admin', 'member']],
    ['admin', ['admin', 'member']],
    ['member', ['member']],
  ] as const)('lets an %s act as %j', (role, roles) => {
    const scope = Access.organization(member({ role }), 'acme');
    const project = Access.project(scope, WEB);
    for (const required of ['owner', 'admin', 'member'] as const) {
      const expected = roles.some((each) => each === required) ? undefined : 'FORBIDDEN';
      expect(
        refusalOf(() => {
          scope.require(required);
        }),
      ).toBe(expected);
      expect(
        refusalOf(() => {
          project.require(required);
        }),
      ).toBe(expected);
    }
  });
});
