import { Controller, Get } from '@nestjs/common';
import { Cursors, SprintReportFeed, TimeZones, getSprintReport, type ProjectScope } from '@worktrack/application';
import type { SprintId } from '@worktrack/domain';
import { InProject, InQuery, TargetChild } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { SprintReport } from './sprint-report.responses.js';
import EXAMPLES from './sprint-report.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/sprints/:sprintId/report')
export class SprintReportController {
  constructor(
    private readonly feed: SprintReportFeed,
    private readonly cursors: Cursors,
    private readonly zones: TimeZones,
  ) {}

  @Get()
  @Operation({
    id: 'getProjectSprintReport',
    summary: 'The report of a Sprint: its commitment, its changes of scope and its outcome.',
    description:
      'Shows what a Sprint set out to do, what changed on the way and what came of it. The report of a completed Sprint never changes again. `limit` and `cursor` page only `items`.',
    examples: EXAMPLES.getProjectSprintReport,
    scope: 'project:read',
    role: null,
    report: true,
    query: PAGE_OF_100,
    responses: { status: 200, with: SprintReport },
  })
  get(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @InQuery() query: QueryOf<typeof PAGE_OF_100>,
  ): Promise<SprintReport> {
    const { feed, cursors, zones } = this;
    return getSprintReport({ feed, cursors, zones }, scope, id, query);
  }
}
