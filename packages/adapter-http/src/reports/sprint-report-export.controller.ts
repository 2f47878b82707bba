import type { Readable } from 'node:stream';
import { Controller, Get, Req, Res, type Type } from '@nestjs/common';
import {
  SprintReportFeed,
  TimeZones,
  getWholeSprintReport,
  type ProjectScope,
  type WholeSprintReport as WholeReport,
} from '@worktrack/application';
import { CalendarDay, type SprintId } from '@worktrack/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InProject, InQuery, TargetChild } from '../run/context.js';
import { Operation } from '../run/operation.js';
import type { OperationPolicy } from '../run/policy.js';
import { wordOr, type QueryOf, type QueryParameters } from '../checks/query.js';
import { SPRINT_PARTS, type SprintPart } from './export/csv-columns.js';
import { DRAWING, PICTURE, SPRINT_UNIT, checkPicture } from './export/drawing-parameters.js';
import { Drawings } from './export/drawings.js';
import { ExportResponses } from './export/export-responses.js';
import { slugOf, type ExportFile } from './export/export-file.js';
import { sprintTableOf } from './export/report-table.js';
import { jsonOf, rowsOf } from './export/row-texts.js';
import { WholeSprintReport } from './sprint-report.responses.js';

const Q_CSV = { part: wordOr(SPRINT_PARTS, 'feed') };
const Q_SVG = { ...DRAWING, ...SPRINT_UNIT };
const Q_PNG = { ...PICTURE, ...SPRINT_UNIT };

const policyOf = (format: string, query: QueryParameters, content: Type | 'file' = 'file'): OperationPolicy => ({
  id: `exportProjectSprintReport${format}`,
  summary: `The report of a Sprint with its whole feed, as ${format}.`,
  authentication: 'session',
  scope: null,
  role: null,
  report: true,
  query,
  responses: { status: 200, with: content },
});

/** Sprint reports as files for the browser application, each with all rows or as a drawing. */
@Controller('api/organizations/:organizationSlug/projects/:projectKey/sprints/:sprintId')
export class SprintReportExportController {
  constructor(
    private readonly feed: SprintReportFeed,
    private readonly zones: TimeZones,
    private readonly drawings: Drawings,
    private readonly exports: ExportResponses,
  ) {}

  @Get('report.json')
  @Operation(policyOf('Json', {}, WholeSprintReport))
  async json(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    const whole = await this.read(scope, id);
    const content = { pieces: jsonOf(whole.head, rowsOf(whole.feed)), rowCount: whole.feed.length };
    return this.exports.text(request, reply, 'json', fileOf(scope, whole, 'report'), content);
  }

  @Get('report.csv')
  @Operation(policyOf('Csv', Q_CSV))
  async csv(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @InQuery() { part }: QueryOf<typeof Q_CSV>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    const whole = await this.read(scope, id);
    return this.exports.text(request, reply, 'csv', fileOf(scope, whole, part), sprintTableOf(part, whole));
  }

  @Get('report.svg')
  @Operation(policyOf('Svg', Q_SVG))
  async svg(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @InQuery() query: QueryOf<typeof Q_SVG>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const whole = await this.read(scope, id);
    return this.exports.svg(reply, fileOf(scope, whole, 'report'), await this.draw(scope, whole, query));
  }

  @Get('report.png')
  @Operation(policyOf('Png', Q_PNG))
  async png(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SprintId,
    @InQuery() query: QueryOf<typeof Q_PNG>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    checkPicture(query);
    const whole = await this.read(scope, id);
    const svg = await this.draw(scope, whole, query);
    return this.exports.png(request, reply, fileOf(scope, whole, 'report'), svg, query.scale);
  }

  private read(scope: ProjectScope, id: SprintId): Promise<WholeReport> {
    const { feed, zones } = this;
    return getWholeSprintReport({ feed, zones }, scope, id);
  }

  private async draw(
    { projectKey, timeZone }: ProjectScope,
    { head }: WholeReport,
    { width, theme, unit }: QueryOf<typeof Q_SVG>,
  ): Promise<string> {
    const calendar = this.zones.calendarOf(timeZone);
    const { startDate, endDate, reportEndAt } = head.sprint;
    const instants = [startDate, endDate, reportEndAt].filter((instant) => instant !== null);
    const dayOf = (instant: string) => CalendarDay.textOf(calendar.dayOf(new Date(instant)));
    const of = Object.fromEntries(instants.map((instant) => [instant, dayOf(instant)]));
    const request = { width, theme, unit, project: projectKey, days: { zone: timeZone, of } };
    const { svg } = await this.drawings.draw('sprint', JSON.stringify(head), request);
    return svg;
  }
}

/** The name begins with the Sprint's, in ASCII: `WEB-sprint-12-burndown`. */
function fileOf(
  { projectKey }: ProjectScope,
  { head, describedAt }: WholeReport,
  part: SprintPart | 'report',
): ExportFile {
  const { name, id } = head.sprint;
  const sprint = slugOf(name) || `sprint-${id.slice(0, 8)}`;
  return { name: `${projectKey}-${sprint}-${part}`, at: describedAt, limitations: head.limitations };
}
