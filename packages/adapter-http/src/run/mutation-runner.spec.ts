import {
  Access,
  QuotaExhausted,
  refusal,
  RequestWork,
  type Authenticator,
  type Mutations,
  type MutationRequest,
  type ProjectScope,
  type RateLimiter,
  type Reply,
  type Transaction,
} from '@worktrack/application';
import type { OrganizationId, ProjectId, UserId, WorkItemId } from '@worktrack/domain';
import type { Conditions, RequestContext } from './context.js';
import { limitsWith } from '../../test/limits.js';
import { MutationRunner } from './mutation-runner.js';
import type { OperationPolicy } from './policy.js';

const ADDRESS = '192.0.2.1';

function conditions(): Conditions {
  const context = {
    address: ADDRESS,
    operation: { id: 'createWorkItem', scope: null },
    principal: { user: { id: 'ada' }, token: { id: 'token' } },
    organization: Access.onBehalfOf('acme' as OrganizationId, 'ada' as UserId, 'owner'),
    work: new RequestWork(60_000),
    end: { onEnd: () => undefined },
  };
  return { context, reply: { code: () => undefined }, key: undefined, expected: '*' } as unknown as Conditions;
}

/** Builds a runner that runs mutations by `run`, with the list of the addresses whose failed authentications it counts. */
function runnerOf(run: (...request: Parameters<Mutations['run']>) => Promise<never>) {
  const failures: string[] = [];
  const limiter = { countFailure: (address: string) => Promise.resolve(failures.push(address)) };
  const runner = new MutationRunner(
    { run } as unknown as Mutations,
    limitsWith(),
    {} as Authenticator,
    limiter as unknown as RateLimiter,
  );
  return { runner, failures };
}

describe('A mutation', () => {
  it('counts a failed authentication when its token is found to have ended by the transaction', async () => {
    const { runner, failures } = runnerOf(async ({ right }) => {
      await Promise.resolve();
      right.renew(undefined);
      throw new Error('A token that has ended was accepted.');
    });
    await expect(runner.run(conditions(), () => Promise.reject(new Error()), undefined, {})).rejects.toMatchObject({
      code: 'INVALID_TOKEN',
    });
    expect(failures).toEqual([ADDRESS]);
  });

  it('counts a failed authentication when its session is found to have ended by the transaction', async () => {
    const { runner, failures } = runnerOf(async ({ right }) => {
      await Promise.resolve();
      right.renew(undefined);
      throw new Error('A session that has ended was accepted.');
    });
    const asked = conditions();
    asked.context.isApplication = true;
    await expect(runner.run(asked, () => Promise.reject(new Error()), undefined, {})).rejects.toMatchObject({
      code: 'AUTH_REQUIRED',
    });
    expect(failures).toEqual([ADDRESS]);
  });

  it.each([
    ['a quota', new QuotaExhausted('Too much.', 1)],
    ['a refusal', refusal('NOT_FOUND')],
    ['a fault', new Error('Broken.')],
  ])('counts no failed authentication when it fails for another reason: %s', async (_, reason) => {
    const { runner, failures } = runnerOf(() => Promise.reject(reason));
    const running = runner.run(conditions(), () => Promise.reject(new Error()), undefined, {});
    await expect(running).rejects.toBe(reason);
    expect(failures).toEqual([]);
  });
});

/** A runner of mutations that all happen in this transaction, and what they were asked and answered. */
class Performed {
  readonly requests: MutationRequest[] = [];
  readonly replies: Reply[] = [];
  readonly headers: [string, string][] = [];
  readonly statuses: number[] = [];
  readonly types: string[] = [];
  readonly spent: number[] = [];
  /** The tokens whose rights are looked up again. */
  readonly forgotten: string[] = [];
  private readonly limits = limitsWith({}, { connections: 1 });
  readonly runner: MutationRunner;
  readonly context: RequestContext;

  constructor(
    responses: Partial<OperationPolicy['responses']>,
    more: Partial<RequestContext> = {},
    private readonly tx: Partial<Transaction> = {},
    private readonly before: (request: MutationRequest) => Promise<void> | void = () => undefined,
  ) {
    const run = async (request: MutationRequest, mutate: (tx: Transaction) => Promise<Reply>) => {
      this.requests.push(request);
      await this.before(request);
      const reply = await mutate(this.tx as Transaction);
      this.replies.push(reply);
      return { ...reply, replayed: false };
    };
    this.runner = new MutationRunner(
      { run } as unknown as Mutations,
      this.limits,
      {
        isStale: ({ believedUntil }: { believedUntil: number }) => believedUntil < 0,
        forget: (id: string) => this.forgotten.push(id),
      } as unknown as Authenticator,
      { spendText: (_: string, bytes: number) => void this.spent.push(bytes) } as unknown as RateLimiter,
    );
    this.context = {
      ...conditions().context,
      operation: { id: 'updateWorkItem', scope: null, responses: { status: 200, with: null, ...responses } },
      ...more,
    } as RequestContext;
  }

  /** The conditions of a request with this revision. */
  asked(expected: Conditions['expected'] = '*'): Conditions {
    const reply = {
      header: (name: string, value: string) => this.headers.push([name, value]),
      code: (status: number) => this.statuses.push(status),
      type: (name: string) => this.types.push(name),
    };
    return { context: this.context, reply, key: undefined, expected } as unknown as Conditions;
  }
}

const project = { projectId: 'web' as ProjectId } as ProjectScope;
const made = (resource: { id: string; revision?: number }) => () => Promise.resolve(resource);
const hex = ({ fingerprint }: MutationRequest) => fingerprint.toString('hex');

describe('The answer to a mutation', () => {
  it('is the resource with its tag, and an audit row of its kind and revision', async () => {
    const performed = new Performed({ status: 201, tag: 'wi' }, { project });
    const body = await performed.runner.run(performed.asked(), made({ id: 'i', revision: 4 }), undefined, {});
    expect(body).toBe('{"id":"i","revision":4}');
    expect(performed.replies).toEqual([
      { status: 201, body, shows: ['web'], touched: [{ kind: 'work_item', id: 'i', revision: 4 }], etag: '"wi-4"' },
    ]);
    expect(performed.headers).toEqual([['ETag', '"wi-4"']]);
    expect(performed.types).toEqual(['application/json; charset=utf-8']);
  });

  it.each([
    ['project', 'project'],
    ['sprint', 'sprint'],
    ['saved', 'saved_sprint_report'],
    ['view', 'saved_view'],
    ['webhook', 'webhook'],
    ['label', 'label'],
  ] as const)('of a %s is audited as %s', async (tag, kind) => {
    const performed = new Performed({ tag }, { project });
    await performed.runner.run(performed.asked(), made({ id: 'x', revision: 1 }), undefined, {});
    expect(performed.replies).toMatchObject([{ touched: [{ kind, id: 'x', revision: 1 }], etag: `"${tag}-1"` }]);
  });

  it('has no tag where the resource has no revision', async () => {
    const performed = new Performed({ kind: 'comment' }, { project });
    await performed.runner.run(performed.asked(), made({ id: 'c' }), undefined, {});
    expect(performed.replies).toEqual([
      { status: 200, body: '{"id":"c"}', shows: ['web'], touched: [{ kind: 'comment', id: 'c', revision: undefined }] },
    ]);
    const tagged = new Performed({ tag: 'wi' }, { project });
    await tagged.runner.run(tagged.asked(), made({ id: 'c' }), undefined, {});
    expect(tagged.headers).toEqual([]);
  });

  it('touches nothing where the operation names no kind', async () => {
    const performed = new Performed({}, { project });
    await performed.runner.run(performed.asked(), made({ id: 'c' }), undefined, {});
    expect(performed.replies).toMatchObject([{ touched: [] }]);
  });

  it('shows the Project that is made where none is in the path', async () => {
    const performed = new Performed({ tag: 'project' });
    await performed.runner.run(performed.asked(), made({ id: 'new', revision: 1 }), undefined, {});
    expect(performed.replies).toMatchObject([{ shows: ['new'] }]);
  });

  it.each<[string, object | string | null, string | null, string[]]>([
    ['nothing', null, null, []],
    ['a text of JSON', '[1]', '[1]', ['application/json; charset=utf-8']],
    ['several resources', { results: [] }, '{"results":[]}', ['application/json; charset=utf-8']],
  ])('is %s by the outcome', async (_, shown, body, types) => {
    const performed = new Performed({ status: 204 }, { project });
    const touched = [{ kind: 'label', id: 'l' }] as const;
    const outcome = { shown, touched, shows: ['ham' as ProjectId], location: '/there' };
    const use = (_tx: Transaction, scope: string, command: string) => Promise.resolve(scope + command);
    const seen: string[] = [];
    const outcomeOf = (result: string) => {
      seen.push(result);
      return outcome;
    };
    expect(await performed.runner.perform(performed.asked(), use, 's', 'c', outcomeOf)).toBe(body);
    expect(performed.replies).toEqual([{ status: 204, body, shows: ['web', 'ham'], touched, location: '/there' }]);
    expect([performed.headers, performed.types, seen]).toEqual([[['Location', '/there']], types, ['sc']]);
    expect(performed.statuses).toEqual([204]);
  });

  it('shows no Project where the outcome names none and the path has none', async () => {
    const performed = new Performed({});
    await performed.runner.perform(performed.asked(), made({ id: 'x' }), 's', 'c', () => ({
      shown: null,
      touched: [],
    }));
    expect(performed.replies).toMatchObject([{ shows: [] }]);
  });
});

describe('The request of a mutation', () => {
  it('names its operation, its Organization and who sent it', async () => {
    const performed = new Performed({}, { project, requestId: 'r' });
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    const [request] = performed.requests;
    expect(request).toMatchObject({
      operation: 'updateWorkItem',
      requestId: 'r',
      actorId: 'ada',
      tokenId: 'token',
      organizationId: 'acme',
      key: undefined,
      gone: false,
    });
    expect(request?.covers('any' as ProjectId)).toBe(true);
    request?.limits.spendText(5);
    expect(performed.spent).toEqual([5]);
  });

  it('covers what the grant covers, and is of a target that is gone where the path leads to one', async () => {
    const whole = Access.onBehalfOf('acme' as OrganizationId, 'ada' as UserId, 'owner');
    const organization = Access.narrowed(whole, new Set(['web' as ProjectId]));
    const performed = new Performed({}, { organization, gone: true });
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    const [request] = performed.requests;
    expect([request?.covers('web' as ProjectId), request?.covers('ham' as ProjectId), request?.gone]).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('has one identity for each operation, resource, command and revision', async () => {
    const identity = async (more: Partial<RequestContext>, expected: Conditions['expected'], command: unknown) => {
      const performed = new Performed({}, more);
      await performed.runner.run(performed.asked(expected), made({ id: 'x' }), undefined, command);
      return hex(performed.requests[0]!);
    };
    const other = { id: 'another', scope: null, responses: { status: 200, with: null } } as OperationPolicy;
    const identities = await Promise.all([
      identity({ project }, '*', { title: 'a' }),
      identity({ project }, '*', { title: 'b' }),
      identity({ project }, 3, { title: 'a' }),
      identity({}, '*', { title: 'a' }),
      identity({ project, workItemId: 'i' as WorkItemId }, '*', { title: 'a' }),
      identity({ project, child: { id: 'c', deleted: false, ownerId: null } }, '*', { title: 'a' }),
      identity({ project, operation: other }, '*', { title: 'a' }),
    ]);
    expect(new Set(identities).size).toBe(identities.length);
    expect(await identity({ project }, '*', { title: 'a' })).toBe(identities[0]);
  });

  it('takes its identity from elsewhere where stored identities hold something else', async () => {
    const identity = async (given: unknown, perform: boolean) => {
      const performed = new Performed({}, { project });
      const [asked, use] = [performed.asked(), made({ id: 'x' })];
      if (perform) await performed.runner.perform(asked, use, 's', {}, () => ({ shown: null, touched: [] }), given);
      else await performed.runner.run(asked, use, undefined, {}, given);
      return hex(performed.requests[0]!);
    };
    for (const perform of [false, true]) {
      expect(await identity('a', perform)).not.toBe(await identity('b', perform));
    }
  });

  it('has a right that is stale with its principal, or without one, and is renewed by the principal of now', async () => {
    const principal = { ...conditions().context.principal, believedUntil: 1 };
    const performed = new Performed({}, { principal } as Partial<RequestContext>);
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    const right = performed.requests[0]!.right;
    expect(right.isStale()).toBe(false);
    Object.assign(performed.context, { principal: { ...principal, believedUntil: -1 } });
    expect(right.isStale()).toBe(true);
    Object.assign(performed.context, { principal: undefined });
    expect(right.isStale()).toBe(true);
    expect(() => {
      right.renew(undefined);
    }).toThrow('This token is not accepted.');
  });

  it.each([
    [{ upload: true } as const, 1],
    [{}, 0],
  ])('begins its time when the bytes of an upload have arrived, else it has begun: %j', async (rules, times) => {
    const performed = new Performed({});
    Object.assign(performed.context.operation!, rules);
    const startTime = jest.spyOn(performed.context.work, 'startTime');
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    expect(startTime).toHaveBeenCalledTimes(times);
  });

  it('waits for the slot of its user, and keeps it until its response is made', async () => {
    const performed = new Performed({});
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    expect(performed.context.releaseSlot).toBeInstanceOf(Function);
    const { releaseSlot, ...second } = performed.context;
    const waiting = performed.runner.run({ ...performed.asked(), context: second }, made({ id: 'y' }), undefined, {});
    await new Promise(setImmediate);
    expect(performed.requests).toHaveLength(1);
    releaseSlot?.();
    await waiting;
    expect(performed.requests).toHaveLength(2);
  });

  it('that changes rights needs no Organization, covers none, and has the rights of its token looked up again', async () => {
    const performed = new Performed({}, { organization: undefined } as object);
    await expect(performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {})).rejects.toThrow();
    Object.assign(performed.context.operation!, { changesRights: true });
    await performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    const [{ organizationId, covers }] = performed.requests as [MutationRequest];
    expect([organizationId, covers('web' as ProjectId), performed.forgotten]).toEqual([null, false, ['token']]);
    const other = new Performed({}, { project });
    await other.runner.run(other.asked(), made({ id: 'x' }), undefined, {});
    expect([other.requests[0]?.covers('web' as ProjectId), other.forgotten]).toEqual([true, []]);
  });

  it('shows no Project that is not made, and none twice', async () => {
    const shown = async (tag: 'wi' | 'project', more: object) => {
      const performed = new Performed({ tag }, more);
      await performed.runner.run(performed.asked(), made({ id: 'x', revision: 1 }), undefined, {});
      return performed.replies[0]?.shows;
    };
    expect(await shown('wi', {})).toEqual([]);
    expect(await shown('project', { project })).toEqual(['web']);
    expect(await shown('project', {})).toEqual(['x']);
  });

  it('is a step of the trace under the name of its use case; one without a name under that of its operation', async () => {
    const wordsOf = async (useCase: () => Promise<{ id: string }>) => {
      const performed = new Performed({}, { project });
      const stepEnded = jest.fn();
      Object.assign(performed.context.work, { trace: { isRecorded: true, stepEnded } });
      await performed.runner.run(performed.asked(), useCase, undefined, {});
      return stepEnded.mock.calls.map(([{ name, words }]) => [name, words]);
    };
    const renameProject = () => Promise.resolve({ id: 'x' });
    expect(await wordsOf(renameProject)).toEqual([['use case', { 'worktrack.use_case': 'renameProject' }]]);
    expect(await wordsOf(made({ id: 'x' }))).toEqual([['use case', { 'worktrack.use_case': 'updateWorkItem' }]]);
  });

  it('cannot be without a principal, an Organization or an operation', async () => {
    const without = (more: object) => {
      const performed = new Performed({}, more);
      return performed.runner.run(performed.asked(), made({ id: 'x' }), undefined, {});
    };
    await expect(without({ principal: undefined })).rejects.toThrow('A mutation has no principal.');
    await expect(without({ organization: undefined })).rejects.toThrow('A mutation has no Organization in its path.');
    await expect(without({ operation: undefined })).rejects.toThrow('A mutation runs outside of an operation.');
  });
});
