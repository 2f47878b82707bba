import { Access, type FoundChild, type Principal } from '@worktrack/application';
import type { OrganizationId, ProjectId, UserId, WorkItemId } from '@worktrack/domain';
import { refusalOf } from '@worktrack/domain/testing';
import { principal as owner } from '../../test/fake-ports.js';
import type { RequestContext } from '../run/context.js';
import type { OperationPolicy } from '../run/policy.js';
import { renewRights, requireStanding } from './rights.js';

const [WEB, HAM] = ['web', 'ham'] as [ProjectId, ProjectId];

const child = (more: Partial<FoundChild>): FoundChild => ({ id: 'c', deleted: false, ownerId: null, ...more });

/** The only Organization of a principal of these rights. */
function principalWith(more: Partial<Principal['organizations'][number]>): Principal {
  return { ...owner, organizations: owner.organizations.slice(0, 1).map((one) => ({ ...one, ...more })) };
}
const only = (...ids: ProjectId[]) => principalWith({ grant: { kind: 'projects', ids: new Set(ids) } });

/** A request of `before` to the Organization of its token, under these rules. */
function request(rules: Partial<OperationPolicy>, more: Partial<RequestContext> = {}, before = owner): RequestContext {
  const organization = Access.organization(before, 'acme');
  return {
    operation: { scope: null, role: null, ...rules },
    principal: before,
    organization,
    ...more,
  } as RequestContext;
}

describe('The standing of a member', () => {
  const standing = (rules: Partial<OperationPolicy>, more: Partial<RequestContext> = {}, by = owner): unknown =>
    refusalOf(() => {
      const context = request(rules, more, by);
      requireStanding(context, context.operation!);
    });
  const member = principalWith({ role: 'member' });
  const own = child({ ownerId: owner.user.id });
  const foreign = child({ ownerId: 'another' as UserId });

  it('is that of the role that the operation needs', () => {
    expect([standing({ role: 'admin' }), standing({ role: 'admin' }, {}, member)]).toEqual([undefined, 'FORBIDDEN']);
    expect(standing({ role: 'member' }, {}, member)).toBeUndefined();
    expect(standing({ role: null }, {}, member)).toBeUndefined();
  });

  it('is that of the author, where only the author may', () => {
    const as = (one: FoundChild | undefined) => standing({ authorOnly: true }, one && { child: one });
    expect([own, foreign, child({}), undefined].map(as)).toEqual([undefined, 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
  });

  it('is that of the uploader or an administrator, where these may', () => {
    const as = (one: FoundChild, by: Principal) => standing({ uploaderOrAdmin: true }, { child: one }, by);
    expect([as(own, member), as(foreign, member), as(foreign, owner)]).toEqual([undefined, 'FORBIDDEN', undefined]);
    expect(standing({}, { child: foreign }, member)).toBeUndefined();
  });

  it('is that of a grant of the whole Organization, where the operation answers others so', () => {
    const under = (wholeOrganization: OperationPolicy['wholeOrganization'], by: Principal) =>
      standing(wholeOrganization ? { wholeOrganization } : {}, {}, by);
    expect([under('FORBIDDEN', owner), under('FORBIDDEN', only(WEB))]).toEqual([undefined, 'FORBIDDEN']);
    const ofWhole = request({ wholeOrganization: 'FORBIDDEN' }, {}, only(WEB));
    expect(() => {
      requireStanding(ofWhole, ofWhole.operation!);
    }).toThrow('This operation needs a token for the whole Organization, and this token covers single Projects of it.');
    expect([under('NOT_FOUND', only(WEB)), under(undefined, only(WEB))]).toEqual([undefined, undefined]);
  });

  it('is not asked for where the path names no Organization', () => {
    const context = { operation: { role: 'owner', authorOnly: true } } as RequestContext;
    expect(
      refusalOf(() => {
        requireStanding(context, context.operation!);
      }),
    ).toBeUndefined();
  });
});

describe('Rights that are renewed', () => {
  const renewed = (context: RequestContext, now: Principal | undefined): unknown =>
    refusalOf(() => {
      renewRights(context, now);
    });

  it('are those of the principal of now', () => {
    const context = request({ scope: 'work_item:write', role: 'member' });
    const now = principalWith({ role: 'admin' });
    expect(renewed(context, now)).toBeUndefined();
    expect(context.principal).toBe(now);
    expect(context.organization?.role).toBe('admin');
  });

  it('are refused when the credential has ended, as a new request would be', () => {
    expect(renewed(request({}), undefined)).toBe('INVALID_TOKEN');
    expect(renewed(request({}, { isApplication: false }), undefined)).toBe('INVALID_TOKEN');
    expect(renewed(request({}, { isApplication: true }), undefined)).toBe('AUTH_REQUIRED');
  });

  it('are refused without the scope, the Organization or the role of before', () => {
    const context = () => request({ scope: 'work_item:write', role: 'admin' });
    const reader = { ...owner, token: { ...owner.token, scopes: ['work_item:read'] as const } };
    expect(renewed(context(), reader)).toBe('INSUFFICIENT_SCOPE');
    expect(renewed(context(), principalWith({ id: 'other' as OrganizationId }))).toBe('NOT_FOUND');
    expect(renewed(context(), principalWith({ suspended: true }))).toBe('ORGANIZATION_SUSPENDED');
    expect(renewed(context(), principalWith({ role: 'member' }))).toBe('FORBIDDEN');
    expect(renewed(request({ scope: null }), reader)).toBeUndefined();
  });

  it('hide an operation on the whole Organization from a grant of some Projects', () => {
    expect(renewed(request({ wholeOrganization: 'NOT_FOUND' }), only(WEB))).toBe('NOT_FOUND');
    expect(renewed(request({ wholeOrganization: 'FORBIDDEN' }), only(WEB))).toBe('FORBIDDEN');
    expect(renewed(request({ wholeOrganization: 'NOT_FOUND' }), owner)).toBeUndefined();
  });

  it('hide a Project and the other end of a link that the grant no longer covers', () => {
    const project = { projectId: WEB } as unknown as NonNullable<RequestContext['project']>;
    const link = child({ otherWorkItem: { id: 'i' as WorkItemId, projectId: HAM } });
    expect(renewed(request({}, { project }), only(HAM))).toBe('NOT_FOUND');
    expect(renewed(request({}, { project, child: link }), only(WEB))).toBe('NOT_FOUND');
    expect(renewed(request({}, { project, child: link }), only(WEB, HAM))).toBeUndefined();
    expect(renewed(request({}, { project, child: child({}) }), only(WEB))).toBeUndefined();
  });

  it('are the principal alone where the path names no Organization', () => {
    const context = { operation: { scope: 'profile:read', role: null } } as unknown as RequestContext;
    expect(renewed(context, owner)).toBeUndefined();
    expect(context.principal).toBe(owner);
  });

  it('need an operation', () => {
    expect(() => {
      renewRights({} as RequestContext, owner);
    }).toThrow('A request without an operation has no rights to renew.');
  });
});
