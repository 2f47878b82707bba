import { Module, type DynamicModule } from '@nestjs/common';
import { ActivityController } from './activity/activity.controller.js';
import { CommentController } from './comment/comment.controller.js';
import { BulkController } from './bulk/bulk.controller.js';
import { AttachmentController } from './attachment/attachment.controller.js';
import { Uploads } from './attachment/uploads.js';
import { HealthController } from './health/health.controller.js';
import { MeController } from './identity/me.controller.js';
import { LinkController } from './link/link.controller.js';
import { LabelAssignmentController } from './label/label-assignment.controller.js';
import { LabelController } from './label/label.controller.js';
import { DocsController } from './openapi/docs.controller.js';
import { OpenApiController } from './openapi/openapi.controller.js';
import { PublishedDocument } from './openapi/published-document.js';
import { OrganizationController } from './organization/organization.controller.js';
import { FairShare } from './pipeline/fair-share.js';
import { RequestChecks } from './pipeline/checks.js';
import { Lifecycle } from './pipeline/lifecycle.js';
import { MutationRunner } from './pipeline/mutation-runner.js';
import { Permits } from './pipeline/permits.js';
import { ReportPermits } from './pipeline/report-permits.js';
import { TextBudget } from './pipeline/text-budget.js';
import { ProfileController } from './profile/profile.controller.js';
import { ProjectController } from './project/project.controller.js';
import { ProjectReportController } from './reports/project-report.controller.js';
import { SprintReportController } from './reports/sprint-report.controller.js';
import { ApiSettings } from './settings.js';
import { SprintController } from './sprint/sprint.controller.js';
import { SqueakQLController } from './squeakql/squeakql.controller.js';
import { WorkItemCollectionController } from './work-item/work-item-collection.controller.js';
import { WorkItemController } from './work-item/work-item.controller.js';

@Module({})
class ApiModule {}

/** The controllers and their pipeline; `ports` is the global module that provides what they ask for. */
export function apiModule(
  ports: DynamicModule,
  settings: ApiSettings,
  share: FairShare,
  reports: ReportPermits,
  texts: TextBudget,
): DynamicModule {
  return {
    module: ApiModule,
    imports: [ports],
    controllers: [
      HealthController,
      DocsController,
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
      LabelAssignmentController,
      ActivityController,
      BulkController,
      AttachmentController,
      SqueakQLController,
    ],
    providers: [
      RequestChecks,
      Permits,
      Lifecycle,
      MutationRunner,
      PublishedDocument,
      Uploads,
      { provide: ApiSettings, useValue: settings },
      { provide: FairShare, useValue: share },
      { provide: ReportPermits, useValue: reports },
      { provide: TextBudget, useValue: texts },
    ],
  };
}
