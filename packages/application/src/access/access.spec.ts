import type { OrganizationId, ProjectId, ProjectKey, Slug } from '@worktrack/domain';
import { refusalOf } from '@worktrack/domain/testing';
import { Access } from './access.js';
import type { Principal, VisibleOrganization } from './principal.js';

const WEB = { id: 'web' as ProjectId, key: 'WEB' as ProjectKey };
const HAM = { id: 'ham' as ProjectId, key: 'HAM' as ProjectKey };

function member(of: Partial<VisibleOrganization>, scopes: Principal['token']['scopes'] = []): Principal {
  const organization: VisibleOrganization = {
    id: 'o' as OrganizationId,
    slug: 'acme' as Slug,
    name: 'Acme',
    suspended: false,
    role: 'member',
    username: null,
    grant: { kind: 'organization' },
    ...of,
  };
  return { user: { id: 'u' }, token: { scopes }, organizations: [organization] } as unknown as Principal;
}

describe('Access', () => {
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
    expect(Access.project(narrow, WEB).projectId).toBe('web');
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
