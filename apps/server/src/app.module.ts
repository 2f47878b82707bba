import { Module, type DynamicModule, type Provider } from '@nestjs/common';
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
} from '@worktrack/application';
import type { Configuration } from './config.js';
import type { OpenDatabase } from './database.js';

/** Which implementation stands behind each port of the application. */
@Module({})
export class AppModule {
  static on(
    { database, adapters }: OpenDatabase,
    limiter: RateLimiter,
    blobs: Blobs,
    ownership: StoreOwnership,
    { idempotencyQuotaBytes }: Pick<Configuration, 'idempotencyQuotaBytes'>,
  ): DynamicModule {
    const ports: readonly (readonly [token: object, implementation: object])[] = [
      [UnitOfWork, adapters.unitOfWork],
      [Mutations, new Mutations(adapters.unitOfWork, idempotencyQuotaBytes)],
      [Authenticator, adapters.authenticator],
      [RateLimiter, limiter],
      [PathResources, adapters.pathResources],
      [People, adapters.people],
      [ProfileViews, adapters.profileViews],
      [ActivityViews, adapters.activityViews],
      [LabelViews, adapters.labelViews],
      [OrganizationUserViews, adapters.organizationUserViews],
      [OrganizationViews, adapters.organizationViews],
      [ProjectViews, adapters.projectViews],
      [SprintViews, adapters.sprintViews],
      [ProjectReportFeeds, adapters.projectReportFeeds],
      [SprintReportFeed, adapters.sprintReportFeed],
      [Cursors, adapters.cursors],
      [FilterReferences, adapters.filterReferences],
      [WorkItemViews, adapters.workItemViews],
      [CommentViews, adapters.commentViews],
      [LinkViews, adapters.linkViews],
      [AttachmentViews, adapters.attachmentViews],
      [AttachmentUsage, adapters.attachmentUsage],
      [Blobs, blobs],
      [StoreOwnership, ownership],
      [Readiness, { isReady: () => database.isAnswering() } satisfies Readiness],
    ];
    const providers = ports.map(([provide, useValue]): Provider => ({ provide: provide as never, useValue }));
    return { module: AppModule, global: true, providers, exports: ports.map(([token]) => token as never) };
  }
}
