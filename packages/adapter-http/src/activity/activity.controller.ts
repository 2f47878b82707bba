import { Controller, Get } from '@nestjs/common';
import { ActivityViews, type OrganizationScope, type ProjectScope } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { InOrganization, InProject, InQuery, TargetWorkItem } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { Q_ACTIVITY, type ActivityQuery } from './activity.query.js';
import { ActivityList, ProjectActivityList } from './activity.responses.js';
import EXAMPLES from './activity.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey')
export class ActivityController {
  constructor(private readonly activity: ActivityViews) {}

  @Get('activity')
  @Operation({
    id: 'listProjectActivity',
    summary: 'The history of the Work Items of a Project, newest first.',
    description:
      'Lists what happened to the Work Items of a Project, newest first. Of a deleted one only its deletion is shown: no other list shows deletions.',
    examples: EXAMPLES.listProjectActivity,
    scope: 'work_item:read',
    role: null,
    query: Q_ACTIVITY,
    responses: { status: 200, with: ProjectActivityList },
  })
  ofProject(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @InQuery() query: ActivityQuery,
  ): Promise<ProjectActivityList> {
    return this.activity.ofProject(viewer, scope, query);
  }

  @Get('work-items/:workItemKey/activity')
  @Operation({
    id: 'listWorkItemActivity',
    summary: 'The history of a Work Item, oldest first.',
    description:
      'Lists what happened to a Work Item, oldest first. The cursor of the last page, used again, gets what happened since.',
    examples: EXAMPLES.listWorkItemActivity,
    scope: 'work_item:read',
    role: null,
    query: Q_ACTIVITY,
    responses: { status: 200, with: ActivityList },
  })
  ofWorkItem(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @TargetWorkItem() id: WorkItemId,
    @InQuery() query: ActivityQuery,
  ): Promise<ActivityList> {
    return this.activity.ofWorkItem(viewer, scope, id, query);
  }
}
