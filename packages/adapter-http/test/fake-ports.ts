import { Module, type DynamicModule } from '@nestjs/common';
import {
  ActivityViews,
  AttachmentUsage,
  AttachmentViews,
  Authenticator,
  Blobs,
  CommentViews,
  Cursors,
  LinkViews,
  FilterReferences,
  LabelViews,
  type LookUpScope,
  Mutations,
  OrganizationUserViews,
  OrganizationViews,
  PathResources,
  People,
  ProfileViews,
  ProjectReportFeeds,
  ProjectViews,
  RateLimiter,
  Readiness,
  SprintReportFeed,
  SprintViews,
  StoreOwnership,
  UnitOfWork,
  WorkItemViews,
  type Principal,
  type Quota,
  type Transaction,
} from '@worktrack/application';
import {
  SCOPES,
  type Email,
  type OrganizationId,
  type ProjectId,
  type ProjectKey,
  type PublicUserId,
  type Slug,
} from '@worktrack/domain';
import type { AccessTokenId, UserId, WorkItemId } from '@worktrack/domain';

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
      role: 'owner',
      username: null,
      grant: { kind: 'organization' },
    },
    {
      id: PROJECT as unknown as OrganizationId,
      slug: 'frozen' as Slug,
      name: 'Frozen',
      suspended: true,
      role: 'owner',
      username: null,
      grant: { kind: 'organization' },
    },
  ],
  defaultOrganizationId: ORGANIZATION,
  believedUntil: Infinity,
};

const quota: Quota = { allowed: true, limit: 600, remaining: 599, resetSeconds: 30 };
const nothing = () => Promise.reject(new Error('A secret of the database.'));

/** Ports without a database: enough to see what the pipeline decides by itself. Whatever reaches a use case fails. */
export function fakePorts(
  given: { principal?: Principal; blobs?: Partial<Blobs>; anonymous?: () => Quota } = {},
): DynamicModule {
  const provide = (token: object, value: object) => ({ provide: token as never, useValue: value });
  const unitOfWork = { run: (work: (tx: Transaction) => unknown) => Promise.resolve(work({} as Transaction)) };
  const project = { id: PROJECT, key: 'WEB' as ProjectKey };
  const providers = [
    provide(Authenticator, {
      authenticate: (token: string) => Promise.resolve(token === TOKEN ? (given.principal ?? principal) : undefined),
      isStale: () => false,
    }),
    provide(RateLimiter, {
      countRequest: () => Promise.resolve(quota),
      failuresOf: () => Promise.resolve(quota),
      failuresUsedUp: () => undefined,
      countFailure: () => Promise.resolve(quota),
      countAnonymous: () => Promise.resolve(given.anonymous?.() ?? quota),
    }),
    provide(PathResources, {
      find: (_scope: LookUpScope, named: { projectKey: string; workItemNumber?: number }) =>
        Promise.resolve(
          named.projectKey === 'WEB'
            ? {
                project,
                workItem:
                  named.workItemNumber === 1 ? { id: PROJECT as unknown as WorkItemId, deleted: false } : undefined,
              }
            : undefined,
        ),
    }),
    provide(ActivityViews, { ofWorkItem: nothing, ofProject: nothing }),
    provide(LabelViews, { page: nothing, one: nothing }),
    provide(OrganizationUserViews, { page: nothing }),
    provide(OrganizationViews, { page: nothing, one: nothing }),
    provide(People, { find: nothing }),
    provide(ProfileViews, { avatar: nothing, stats: nothing, activity: nothing }),
    provide(ProjectViews, { page: nothing, one: nothing }),
    provide(SprintViews, { page: nothing, one: nothing, standing: nothing }),
    provide(ProjectReportFeeds, { now: nothing }),
    provide(SprintReportFeed, { facts: nothing }),
    provide(Cursors, { open: nothing, page: nothing }),
    provide(FilterReferences, { find: nothing, findAcross: nothing }),
    provide(WorkItemViews, {
      page: nothing,
      one: nothing,
      at: nothing,
      publicOne: nothing,
      pageAcross: nothing,
      search: nothing,
    }),
    provide(CommentViews, { page: nothing, one: nothing, publicOne: nothing }),
    provide(LinkViews, { page: nothing, one: nothing }),
    provide(AttachmentViews, { page: nothing, one: nothing, content: nothing }),
    provide(AttachmentUsage, { bytesOf: nothing }),
    provide(StoreOwnership, { assertOurs: () => Promise.resolve(), isOurs: () => Promise.resolve(true) }),
    provide(Blobs, { write: nothing, read: nothing, remove: nothing, ...given.blobs }),
    provide(Readiness, { isReady: () => Promise.resolve(false) }),
    provide(UnitOfWork, unitOfWork),
    provide(Mutations, new Mutations(unitOfWork as unknown as UnitOfWork)),
  ];
  return { module: FakePorts, global: true, providers, exports: providers.map(({ provide: token }) => token) };
}

@Module({})
class FakePorts {}
