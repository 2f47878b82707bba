import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ActivityController } from './activity/activity.controller.js';
import { CommentController } from './comment/comment.controller.js';
import { BulkController } from './bulk/bulk.controller.js';
import { AttachmentController } from './attachment/attachment.controller.js';
import { Uploads } from './attachment/uploads.js';
import { ExtensionsController } from './extensions/extensions.controller.js';
import { AcceptanceController } from './invitation/acceptance.controller.js';
import { Acceptances } from './invitation/acceptances.js';
import { InvitationsController } from './invitation/invitations.controller.js';
import { HealthController } from './health/health.controller.js';
import { OwnEmailController } from './identity/own-email.controller.js';
import { OwnEmails } from './identity/own-emails.js';
import { OwnProfileController } from './identity/own-profile.controller.js';
import { AccountController } from './identity/account.controller.js';
import { MeController } from './identity/me.controller.js';
import { Limits } from './limits/limits.js';
import { LinkController } from './link/link.controller.js';
import { LabelAssignmentController } from './label/label-assignment.controller.js';
import { LabelEditingController } from './label/label-editing.controller.js';
import { LabelController } from './label/label.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { EXTENSIONS_DOCUMENT, PublishedDocument } from './openapi/published-document.js';
import { ReferencePage } from './openapi/reference-page.js';
import { MembersController } from './organization/members.controller.js';
import { OrganizationSettingsController } from './organization/organization-settings.controller.js';
import { OrganizationController } from './organization/organization.controller.js';
import { PicturesController } from './organization/pictures.controller.js';
import { AccountChanges } from './run/account-changes.js';
import { RequestChecks } from './checks/checks.js';
import { Lifecycle } from './arrival/lifecycle.js';
import { MutationRunner } from './run/mutation-runner.js';
import { EventStreams } from './feed/event-streams.js';
import { EventWaits } from './feed/event-waits.js';
import { FeedController } from './feed/feed.controller.js';
import { DeletedWorkItemsController } from './deleted-work-item/deleted-work-items.controller.js';
import { PositionsController } from './position/positions.controller.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProjectController } from './project/project.controller.js';
import { WorkLimitsController } from './project/work-limits.controller.js';
import { Drawings } from './reports/export/drawings.js';
import { ExportResponses } from './reports/export/export-responses.js';
import { ProjectReportController } from './reports/project-report.controller.js';
import { ReportExportController } from './reports/report-export.controller.js';
import { SprintReportExportController } from './reports/sprint-report-export.controller.js';
import { SprintReportController } from './reports/sprint-report.controller.js';
import {
  PinnedSprintReportController,
  SavedSprintReportController,
} from './saved-sprint-report/saved-sprint-report.controller.js';
import { SavedViewController } from './saved-view/saved-view.controller.js';
import { ApiSettings } from './settings.js';
import { Hashing } from './session/hashing.js';
import { MySessionsController } from './session/my-sessions.controller.js';
import { ProviderSignInController } from './session/provider-sign-in.controller.js';
import { ProviderSignIns } from './session/provider-sign-ins.js';
import { ShownSessions } from './session/shown-sessions.js';
import { SignInOptions } from './session/sign-in-options.js';
import { SetupController } from './session/setup.controller.js';
import { Setups } from './session/setups.js';
import { Recoveries } from './session/recoveries.js';
import { SignIns } from './session/sign-ins.js';
import { SessionController } from './session/session.controller.js';
import { SprintEditingController } from './sprint/sprint-editing.controller.js';
import { SprintController } from './sprint/sprint.controller.js';
import { CountController } from './squeakql/count.controller.js';
import { TableController } from './squeakql/table.controller.js';
import { SqueakQLController } from './squeakql/squeakql.controller.js';
import { WatcherController } from './watch/watcher.controller.js';
import { AssetsController } from './web/assets.controller.js';
import { EarlierFiles } from './web/earlier-files.js';
import { ShellController } from './web/shell.controller.js';
import { WebApplication } from './web/web-application.js';
import { WebhookController } from './webhook/webhook.controller.js';
import { WebhookWorkController } from './webhook/webhook-work.controller.js';
import { WorkItemCollectionController } from './work-item/work-item-collection.controller.js';
import { CardsController } from './work-item/cards.controller.js';
import { WorkItemController } from './work-item/work-item.controller.js';

/** The controllers of the application for browsers, which a deployment without it leaves out. */
/** The operations that v1 does not have. */
const EXTENSION_CONTROLLERS: readonly Type[] = [
  ExtensionsController,
  OrganizationSettingsController,
  MembersController,
  InvitationsController,
  SavedViewController,
  FeedController,
  WebhookController,
  WebhookWorkController,
  PositionsController,
  WorkLimitsController,
  DeletedWorkItemsController,
];

const WEB_CONTROLLERS: readonly Type[] = [
  AcceptanceController,
  AccountController,
  OwnEmailController,
  SessionController,
  SetupController,
  ProviderSignInController,
  MySessionsController,
  ReportExportController,
  SprintReportExportController,
  SavedSprintReportController,
  PinnedSprintReportController,
  LabelEditingController,
  SprintEditingController,
  CardsController,
  PicturesController,
  CountController,
  TableController,
];

const PAGE_CONTROLLERS: readonly Type[] = [ShellController, AssetsController];

@Module({})
class ApiModule {}

/** The pages for browsers: those of the application, and the reference of the API. */
export interface Pages {
  readonly pages?: WebApplication | undefined;
  readonly reference?: ReferencePage | undefined;
}

/**
 * The controllers and their pipeline; `ports` is the global module that provides what they ask for. Without `pages` there are
 * the routes of the browser application, but not its pages; without `reference` there is no reference.
 */
export function apiModule(
  ports: DynamicModule,
  settings: ApiSettings,
  limits: Limits,
  { pages, reference }: Pages,
): DynamicModule {
  return {
    module: ApiModule,
    imports: [ports],
    controllers: [
      HealthController,
      OpenApiController,
      MeController,
      ProfileController,
      OrganizationController,
      ProjectController,
      LabelController,
      SprintController,
      SprintReportController,
      ProjectReportController,
      WorkItemController,
      WorkItemCollectionController,
      CommentController,
      LinkController,
      WatcherController,
      LabelAssignmentController,
      ActivityController,
      BulkController,
      AttachmentController,
      SqueakQLController,
      ...(settings.extensions ? EXTENSION_CONTROLLERS : []),
      ...(settings.web ? WEB_CONTROLLERS : []),
      ...(settings.web && settings.extensions ? [OwnProfileController] : []),
      ...(settings.web && pages ? PAGE_CONTROLLERS : []),
      ...(reference ? [DocsController] : []),
    ],
    providers: [
      RequestChecks,
      Lifecycle,
      MutationRunner,
      AccountChanges,
      Acceptances,
      Hashing,
      OwnEmails,
      Recoveries,
      Setups,
      SignIns,
      ShownSessions,
      SignInOptions,
      ProviderSignIns,
      PublishedDocument,
      { provide: EXTENSIONS_DOCUMENT, useClass: PublishedDocument },
      Uploads,
      Drawings,
      EarlierFiles,
      ExportResponses,
      EventStreams,
      EventWaits,
      { provide: ApiSettings, useValue: settings },
      { provide: Limits, useValue: limits },
      ...(pages ? [{ provide: WebApplication, useValue: pages }] : []),
      ...(reference ? [{ provide: ReferencePage, useValue: reference }] : []),
    ],
  };
}
