import {
  PathResources,
  People,
  refusal,
  type FoundInPath,
  type FoundPerson,
  type LookupScope,
  type NamedInPath,
  type Principal,
  type WorkItemView,
} from '@worktrack/application';
import { isRefusal } from '@worktrack/application';
import type { ProjectId, ProjectKey, WorkItemId } from '@worktrack/domain';
import { principal as owner } from '../../test/fake-ports.js';
import type { RequestContext } from '../run/context.js';
import { resolvePath, resolveProfile, type PathParameters, type PathPorts } from './path.js';
import type { OperationPolicy } from '../run/policy.js';

const ID = '10000000-0000-4000-8000-0000000000ab';
const PROJECT = { id: 'web' as ProjectId, key: 'WEB' as ProjectKey };
const ITEM = { id: 'item' as WorkItemId, deleted: false };
const SHOWN = { key: 'WEB-3' } as WorkItemView;
const CHILD = { id: ID, deleted: false, ownerId: null };

const narrow = (...ids: string[]): Principal => ({
  ...owner,
  organizations: owner.organizations.map((one) => ({
    ...one,
    grant: { kind: 'projects', ids: new Set(ids as ProjectId[]) },
  })),
});

/** Resources, with what they were asked for. */
class Resources extends PathResources {
  readonly asked: NamedInPath[] = [];

  constructor(private readonly found: Partial<FoundInPath> | undefined = { project: PROJECT }) {
    super();
  }

  find(_: LookupScope, named: NamedInPath): Promise<FoundInPath | undefined> {
    this.asked.push(named);
    return Promise.resolve(this.found && { project: PROJECT, workItem: undefined, child: undefined, ...this.found });
  }
}

interface Asked {
  readonly resources?: Resources;
  readonly policy?: Partial<OperationPolicy>;
  readonly by?: Principal;
  readonly hasKey?: boolean;
}

/** The Work Items that an operation can show: that with the number 3. */
const workItems: PathPorts['workItems'] = {
  at: (_, number) => (number === 3 ? Promise.resolve(SHOWN) : Promise.reject(refusal('NOT_FOUND'))),
};

/** Resolves a path below `acme`. Returns the context, or the code of the refusal. */
async function resolved(path: PathParameters, { resources = new Resources(), policy, by = owner, hasKey }: Asked = {}) {
  const context = { principal: by } as RequestContext;
  try {
    const rules = { id: 'x', ...policy } as OperationPolicy;
    await resolvePath({ resources, workItems }, context, { organizationSlug: 'acme', ...path }, rules, hasKey ?? false);
    return context;
  } catch (error) {
    if (isRefusal(error)) return error.code;
    throw error;
  }
}

const found = (more: Partial<FoundInPath>) => new Resources({ project: PROJECT, ...more });

describe('A path', () => {
  it('without an Organization needs no lookup, and neither does a request without a principal', async () => {
    const resources = new Resources();
    const context = { principal: owner } as RequestContext;
    await resolvePath({ resources, workItems }, context, {}, {} as OperationPolicy, false);
    const anonymous = {} as RequestContext;
    const path = { organizationSlug: 'acme', projectKey: 'WEB' };
    await resolvePath({ resources, workItems }, anonymous, path, {} as OperationPolicy, false);
    expect([context.organization, anonymous.organization, resources.asked]).toEqual([undefined, undefined, []]);
  });

  it('leads to an Organization of the principal, and to no other', async () => {
    expect(await resolved({})).toMatchObject({ organization: { role: 'owner' } });
    expect(await resolved({ organizationSlug: 'other' })).toBe('NOT_FOUND');
  });

  it('to an operation on the whole Organization is hidden from a grant of some Projects', async () => {
    const policy = { wholeOrganization: 'NOT_FOUND' } as const;
    expect(await resolved({}, { policy, by: narrow('web') })).toBe('NOT_FOUND');
    expect(await resolved({}, { policy })).toMatchObject({ organization: { role: 'owner' } });
    expect(await resolved({}, { by: narrow('web') })).toMatchObject({ organization: { role: 'owner' } });
  });

  it('leads to a Project that is found and covered', async () => {
    const resources = new Resources();
    expect(await resolved({ projectKey: 'web' }, { resources })).toMatchObject({ project: { projectId: 'web' } });
    expect(resources.asked).toEqual([{ projectKey: 'WEB', workItemNumber: undefined, child: undefined }]);
    expect(await resolved({ projectKey: 'WEB' }, { by: narrow('ham') })).toBe('NOT_FOUND');
  });

  it('is not found where the look-up finds nothing', async () => {
    const nothing = new (class extends Resources {
      override find() {
        return Promise.resolve(undefined);
      }
    })();
    expect(await resolved({ projectKey: 'WEB' }, { resources: nothing })).toBe('NOT_FOUND');
  });

  it.each<[string, PathParameters]>([
    ['Project', { projectKey: '1' }],
    ['Work Item', { projectKey: 'WEB', workItemKey: 'WEB' }],
    ['Work Item of another Project', { projectKey: 'WEB', workItemKey: 'HAM-1' }],
    ['comment', { projectKey: 'WEB', workItemKey: 'WEB-1', commentId: 'x' }],
    ['link', { projectKey: 'WEB', workItemKey: 'WEB-1', linkId: 'x' }],
    ['Sprint', { projectKey: 'WEB', sprintId: 'x' }],
    ['attachment', { projectKey: 'WEB', workItemKey: 'WEB-1', attachmentId: 'x' }],
    ['saved report', { projectKey: 'WEB', savedReportId: 'x' }],
    ['label', { projectKey: 'WEB', workItemKey: 'WEB-1', labelId: 'a\u0000b' }],
  ])('is not found, without a look-up, when its %s cannot exist', async (_, path) => {
    const resources = new Resources();
    expect(await resolved(path, { resources })).toBe('NOT_FOUND');
    expect(resources.asked).toEqual([]);
  });

  it.each<[PathParameters, NamedInPath['child']]>([
    [{ commentId: ID.toUpperCase() }, { kind: 'comment', id: ID as never }],
    [{ linkId: ID }, { kind: 'link', id: ID as never }],
    [{ sprintId: ID }, { kind: 'sprint', id: ID as never }],
    [{ attachmentId: ID }, { kind: 'attachment', id: ID as never }],
    [{ savedReportId: ID }, { kind: 'saved-sprint-report', id: ID as never }],
    [{ labelId: ID }, { kind: 'label', id: ID as never, name: ID }],
    [{ labelId: ' Größe ' }, { kind: 'label', id: undefined, name: 'grösse' }],
  ])('%j names a child', async (path, child) => {
    const resources = found({ workItem: ITEM, child: CHILD });
    const context = await resolved({ projectKey: 'WEB', workItemKey: 'web-7', ...path }, { resources });
    expect(context).toMatchObject({ workItemId: 'item', child: CHILD, gone: false });
    expect(resources.asked).toEqual([{ projectKey: 'WEB', workItemNumber: 7, child }]);
  });

  it('is not found without its Work Item or its child', async () => {
    const path = { projectKey: 'WEB', workItemKey: 'WEB-1' };
    expect(await resolved(path, { resources: found({}) })).toBe('NOT_FOUND');
    expect(await resolved({ ...path, commentId: ID }, { resources: found({ workItem: ITEM }) })).toBe('NOT_FOUND');
  });

  it('is not found when the other end of its link is not covered', async () => {
    const path = { projectKey: 'WEB', workItemKey: 'WEB-1', linkId: ID };
    const otherWorkItem = { id: 'other' as WorkItemId, projectId: 'ham' as ProjectId };
    const resources = () => found({ workItem: ITEM, child: { ...CHILD, otherWorkItem } });
    expect(await resolved(path, { resources: resources(), by: narrow('web') })).toBe('NOT_FOUND');
    expect(await resolved(path, { resources: resources(), by: narrow('web', 'ham') })).toMatchObject({
      child: { otherWorkItem },
    });
  });

  it.each<[string, Partial<FoundInPath>]>([
    ['Work Item', { workItem: { ...ITEM, deleted: true } }],
    ['child', { workItem: ITEM, child: { ...CHILD, deleted: true } }],
  ])('to a deleted %s is followed only by a mutation with a key, which may be replayed', async (_, deleted) => {
    const path = { projectKey: 'WEB', workItemKey: 'WEB-1', ...(deleted.child && { commentId: ID }) };
    const with_ = (hasKey: boolean, policy: Partial<OperationPolicy>) =>
      resolved(path, { resources: found(deleted), hasKey, policy });
    const policy = { idempotencyKey: 'optional' } as const;
    expect(await with_(true, policy)).toMatchObject({ gone: true });
    expect([await with_(false, policy), await with_(true, {})]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
  });

  it('of an operation that shows the Work Item leads to it as it is shown, in one lookup next to that of the Project', async () => {
    const resources = new Resources();
    const policy = { showsWorkItem: true } as const;
    const path = { projectKey: 'WEB', workItemKey: 'WEB-3' };
    expect(await resolved(path, { resources, policy })).toMatchObject({
      workItem: SHOWN,
      project: { projectId: 'web' },
    });
    expect(resources.asked).toEqual([{ projectKey: 'WEB' }]);
    expect(await resolved({ ...path, workItemKey: 'WEB-4' }, { policy })).toBe('NOT_FOUND');
    expect(await resolved({ projectKey: 'WEB' }, { policy })).toBe('NOT_FOUND');
    const nothing = new (class extends Resources {
      override find() {
        return Promise.resolve(undefined);
      }
    })();
    expect(await resolved(path, { resources: nothing, policy })).toBe('NOT_FOUND');
  });
});

describe('The user of a path', () => {
  const publicId = 'usr_AAAAAAAAAAAAAAAAAAAAAQ';
  const person = { id: 'bea', memberships: [] } as unknown as FoundPerson;

  /** Resolves a profile among people of whom one is found. */
  async function profileOf(text: string, one: FoundPerson | undefined, by: Principal | undefined = owner) {
    const asked: unknown[] = [];
    const people = new (class extends People {
      find(...given: unknown[]) {
        asked.push(given);
        return Promise.resolve(one);
      }
    })();
    const context = { principal: by } as RequestContext;
    const code = await resolveProfile(people, context, text).catch((error: unknown) =>
      isRefusal(error) ? error.code : Promise.reject(error as Error),
    );
    return { code, asked, profile: context.profile };
  }

  it('is found among the Organizations of the principal that are not suspended', async () => {
    const self = { ...person, id: owner.user.id };
    const { asked, profile, code } = await profileOf(publicId, self);
    expect(code).toBeUndefined();
    expect(profile).toMatchObject({ isCurrentUser: true });
    const usable = owner.organizations.filter(({ suspended }) => !suspended).map(({ id }) => id);
    expect(asked).toEqual([[publicId, owner.user.id, usable]]);
  });

  it('is not found when the id cannot exist, nobody has it, or nothing is shared', async () => {
    expect(await profileOf('usr_x', person)).toEqual({ code: 'NOT_FOUND', asked: [], profile: undefined });
    expect((await profileOf(publicId, undefined)).code).toBe('NOT_FOUND');
    expect((await profileOf(publicId, person)).code).toBe('NOT_FOUND');
  });

  it('is not looked for without a principal', async () => {
    const context = {} as RequestContext;
    await resolveProfile({} as People, context, publicId);
    expect(context.profile).toBeUndefined();
  });
});
