import type { DynamicModule } from '@nestjs/common';
import {
  Mutations,
  PORTS,
  type AttachmentUsage,
  type Authenticator,
  type Blobs,
  type PathResources,
  type Ports,
  type Principal,
  type Quota,
  type RateLimiter,
  type StoreOwnership,
  type Transaction,
  type UnitOfWork,
  TimeZones,
  refusal,
  type WorkItemView,
  type WorkItemViews,
} from '@worktrack/application';
import {
  SCOPES,
  TimeZone,
  offsetsOfRuntime,
  type Email,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Slug,
} from '@worktrack/domain';
import type { AccessTokenId, SessionId, UserId, WorkItemId } from '@worktrack/domain';
import { PortsModule } from '../src/ports.module.js';

/** The secret of the one session that is accepted. */
export const SECRET = 'S'.repeat(43);

const SESSION = { id: '10000000-0000-4000-8000-000000000005' as SessionId, createdAt: new Date(0), byLink: null };

/** The one token that is accepted. */
export const TOKEN = 'wtp_good';

const ORGANIZATION = '10000000-0000-4000-8000-000000000000' as OrganizationId;
const PROJECT = '10000000-0000-4000-8000-000000000001' as ProjectId;

/** An owner with all scopes in the Organization `acme`; `frozen` is suspended. */
export const principal: Principal = {
  user: {
    id: '10000000-0000-4000-8000-000000000003' as UserId,
    publicId: 'usr_AAAAAAAAAAAAAAAAAAAAAA' as PublicUserId,
    name: 'Ada',
    email: 'ada@example.org' as Email,
  },
  token: {
    id: '10000000-0000-4000-8000-000000000004' as AccessTokenId,
    name: 'ci',
    scopes: SCOPES,
    expiresAt: new Date(0),
  },
  organizations: [
    {
      id: ORGANIZATION,
      slug: 'acme' as Slug,
      name: 'Acme',
      suspended: false,
      timeZone: TimeZone.utc,
      role: 'owner',
      username: null,
      grant: { kind: 'organization' },
    },
    {
      id: PROJECT as unknown as OrganizationId,
      slug: 'frozen' as Slug,
      name: 'Frozen',
      suspended: true,
      timeZone: TimeZone.utc,
      role: 'owner',
      username: null,
      grant: { kind: 'organization' },
    },
  ],
  defaultOrganizationId: ORGANIZATION,
  believedUntil: Infinity,
};

const QUOTA: Quota = { allowed: true, limit: 600, remaining: 599, resetSeconds: 30 };

/** Lifecycle methods that Nest looks for in each provider: a fake has none of them. */
const NEST_HOOKS: readonly unknown[] = [
  'then',
  'onModuleInit',
  'onModuleDestroy',
  'onApplicationBootstrap',
  'beforeApplicationShutdown',
  'onApplicationShutdown',
];

/** Makes a port whose methods reject, except for the given ones. */
function fake<Port extends object>(given: Partial<Port> = {}): Port {
  return new Proxy(given, {
    get: (methods, name): unknown => {
      if (NEST_HOOKS.includes(name)) return undefined;
      return Reflect.get(methods, name) ?? (() => Promise.reject(new Error('A secret of the database.')));
    },
  }) as Port;
}

const FAILING_PORTS = Object.fromEntries(Object.keys(PORTS).map((name) => [name, fake()])) as unknown as Ports;

/** Answers of the fake ports, in place of their own. */
interface Given {
  readonly principal?: Principal;
  readonly blobs?: Partial<Blobs>;
  readonly workItemViews?: Partial<WorkItemViews>;
  readonly anonymous?: () => Quota;
  readonly quota?: Quota;
  /** Whole ports. */
  readonly ports?: Partial<Ports>;
}

class RuntimeTimeZones extends TimeZones {
  readonly offsetsOf = offsetsOfRuntime;
}

/** Makes ports without a database, for tests of the pipeline alone. Every other call of a port rejects. */
export function fakePorts(given: Given = {}): DynamicModule {
  const { quota = QUOTA } = given;
  const unitOfWork: UnitOfWork = { run: (work) => work({} as Transaction) };
  const project = { id: PROJECT, key: 'WEB' as ProjectKey };
  const workItem = { id: PROJECT as unknown as WorkItemId, deleted: false };
  return PortsModule.of({
    ...FAILING_PORTS,
    authenticator: fake<Authenticator>({
      authenticate: (token) => Promise.resolve(token === TOKEN ? (given.principal ?? principal) : undefined),
      authenticateSession: (secret) =>
        Promise.resolve(secret === SECRET ? { ...(given.principal ?? principal), session: SESSION } : undefined),
      isStale: () => false,
    }),
    rateLimiter: fake<RateLimiter>({
      countRequest: () => Promise.resolve(quota),
      countInOrganization: () => Promise.resolve(undefined),
      failuresOf: () => Promise.resolve(QUOTA),
      failuresUsedUp: () => undefined,
      countFailure: () => Promise.resolve(QUOTA),
      countAnonymous: () => Promise.resolve(given.anonymous?.() ?? QUOTA),
    }),
    pathResources: fake<PathResources>({
      find: (_scope, { projectKey, workItemNumber }) =>
        Promise.resolve(
          projectKey === 'WEB'
            ? { project, child: undefined, workItem: workItemNumber === 1 ? workItem : undefined }
            : undefined,
        ),
    }),
    timeZones: new RuntimeTimeZones(),
    attachmentUsage: fake<AttachmentUsage>({ of: () => Promise.resolve({ bytes: 0, quotaBytes: null }) }),
    storeOwnership: fake<StoreOwnership>({ assertOurs: () => Promise.resolve(), isOurs: () => Promise.resolve(true) }),
    blobs: fake<Blobs>(given.blobs),
    workItemViews: fake<WorkItemViews>({
      at: (_scope, number) =>
        number === 1 ? Promise.resolve({ key: 'WEB-1' } as WorkItemView) : Promise.reject(refusal('NOT_FOUND')),
      ...given.workItemViews,
    }),
    readiness: { isReady: () => Promise.resolve(false) },
    unitOfWork,
    mutations: new Mutations(unitOfWork),
    ...given.ports,
  });
}
