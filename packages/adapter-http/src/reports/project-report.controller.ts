import { Controller, Get, Param } from '@nestjs/common';
import {
  Cursors,
  FilterReferences,
  ProjectReportFeeds,
  TimeZones,
  getProjectReport,
  type OrganizationScope,
  type ProjectReportView,
  type ProjectScope,
  type ReportType,
} from '@worktrack/application';
import { InOrganization, InProject, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import EXAMPLES from './project-report.examples.json';
import { ProjectReport, Q_REPORT, REPORT_QUERIES, type ReportQuery } from './reports.js';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/reports')
export class ProjectReportController {
  constructor(
    private readonly feeds: ProjectReportFeeds,
    private readonly references: FilterReferences,
    private readonly cursors: Cursors,
    private readonly zones: TimeZones,
  ) {}

  @Get(':reportType')
  @Operation({
    id: 'getProjectReport',
    summary: 'One of seven reports of a Project, with the figures over all of its rows.',
    description:
      'Makes one of seven reports on a Project, now. Each has its own parameters: one that a report does not have is refused. The figures cover all rows, not only those of the page.',
    examples: EXAMPLES.getProjectReport,
    scope: 'project:read',
    role: null,
    report: true,
    query: Q_REPORT,
    variants: { parameter: 'reportType', queries: REPORT_QUERIES },
    responses: { status: 200, with: ProjectReport },
  })
  get(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') reportType: ReportType,
    @InQuery() query: ReportQuery,
  ): Promise<ProjectReportView> {
    const { feeds, references, cursors, zones } = this;
    return getProjectReport({ feeds, references, cursors, zones }, viewer, scope, reportType, query);
  }
}
