import { Controller, Get, Param } from '@nestjs/common';
import {
  Cursors,
  FilterReferences,
  ProjectReportFeeds,
  getProjectReport,
  type OrganizationScope,
  type ProjectReportView,
  type ProjectScope,
  type ReportType,
} from '@worktrack/application';
import { InOrganization, InProject, InQuery } from '../pipeline/context.js';
import { Operation } from '../pipeline/operation.js';
import { ProjectReport, Q_REPORT, REPORT_QUERIES, type ReportQuery } from './reports.js';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/reports')
export class ProjectReportController {
  constructor(
    private readonly feeds: ProjectReportFeeds,
    private readonly references: FilterReferences,
    private readonly cursors: Cursors,
  ) {}

  @Get(':reportType')
  @Operation({
    id: 'getProjectReport',
    summary: 'How a Project is doing: one of seven reports, with the figures over all of its rows.',
    scope: 'project:read',
    role: null,
    report: true,
    query: Q_REPORT,
    variants: { parameter: 'reportType', queries: REPORT_QUERIES },
    answers: { status: 200, with: ProjectReport },
  })
  get(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') reportType: ReportType,
    @InQuery() query: ReportQuery,
  ): Promise<ProjectReportView> {
    const { feeds, references, cursors } = this;
    return getProjectReport({ feeds, references, cursors }, viewer, scope, reportType, query);
  }
}
