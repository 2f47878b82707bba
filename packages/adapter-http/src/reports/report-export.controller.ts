import type { Readable } from 'node:stream';
import { Controller, Get, Param, Req, Res, type Type } from '@nestjs/common';
import {
  FilterReferences,
  ProjectReportFeeds,
  TimeZones,
  getWholeReport,
  type OrganizationScope,
  type ProjectScope,
  type ReportType,
  type WholeProjectReport as WholeReport,
} from '@worktrack/application';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { InOrganization, InProject, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import type { OperationPolicy } from '../run/policy.js';
import type { QueryParameters } from '../checks/query.js';
import {
  DRAWING,
  PICTURE,
  checkPicture,
  mostHeightOf,
  queriesOfFiles,
  type DrawingQuery,
  type FileQuery,
  type PictureQuery,
} from './export/drawing-parameters.js';
import { Drawings } from './export/drawings.js';
import { ExportResponses } from './export/export-responses.js';
import type { ExportFile } from './export/export-file.js';
import { tableOf } from './export/report-table.js';
import { jsonOf } from './export/row-texts.js';
import type { DrawingRequest } from './export/svg-of.js';
import { WholeProjectReport } from './reports.js';

const policyOf = (format: string, more: QueryParameters, content: Type | 'file' = 'file'): OperationPolicy => ({
  id: `exportProjectReport${format}`,
  summary: `A Project report with all of its rows, as ${format}.`,
  authentication: 'session',
  scope: null,
  role: null,
  report: true,
  variants: { parameter: 'reportType', queries: queriesOfFiles(more) },
  responses: { status: 200, with: content },
});

/** Project reports as files for the browser application, each with all rows or as a drawing. */
@Controller('api/organizations/:organizationSlug/projects/:projectKey/reports')
export class ReportExportController {
  constructor(
    private readonly feeds: ProjectReportFeeds,
    private readonly references: FilterReferences,
    private readonly zones: TimeZones,
    private readonly drawings: Drawings,
    private readonly exports: ExportResponses,
  ) {}

  @Get(':reportType.json')
  @Operation(policyOf('Json', {}, WholeProjectReport))
  async json(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') type: ReportType,
    @InQuery() query: FileQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    const whole = await this.read(viewer, scope, type, query);
    const content = { pieces: jsonOf(whole.head, whole.rows), rowCount: whole.rows.length };
    return this.exports.text(request, reply, 'json', fileOf(scope, type, whole), content);
  }

  @Get(':reportType.csv')
  @Operation(policyOf('Csv', {}))
  async csv(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') type: ReportType,
    @InQuery() query: FileQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string | Readable> {
    const whole = await this.read(viewer, scope, type, query);
    const content = { pieces: tableOf(type, whole), rowCount: whole.rows.length };
    return this.exports.text(request, reply, 'csv', fileOf(scope, type, whole), content);
  }

  @Get(':reportType.svg')
  @Operation(policyOf('Svg', DRAWING))
  async svg(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') type: ReportType,
    @InQuery() query: FileQuery & DrawingQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const whole = await this.read(viewer, scope, type, query);
    const { width, theme } = query;
    const { svg, isWhole } = await this.draw(type, whole, { width, theme, project: scope.projectKey });
    return this.exports.svg(reply, fileOf(scope, type, whole, isWhole), svg);
  }

  @Get(':reportType.png')
  @Operation(policyOf('Png', PICTURE))
  async png(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @Param('reportType') type: ReportType,
    @InQuery() query: FileQuery & PictureQuery,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Buffer> {
    checkPicture(query);
    const whole = await this.read(viewer, scope, type, query);
    const { width, theme, scale } = query;
    const options = { width, theme, project: scope.projectKey, mostHeight: mostHeightOf(query) };
    const { svg, isWhole } = await this.draw(type, whole, options);
    return this.exports.png(request, reply, fileOf(scope, type, whole, isWhole), svg, scale);
  }

  private async draw(
    type: ReportType,
    whole: WholeReport,
    request: DrawingRequest,
  ): Promise<{ readonly svg: string; readonly isWhole: boolean }> {
    // Load the drawings at the first export: a server that draws nothing starts without them.
    const { drawnReportOf } = await import('./export/drawn-rows.js');
    const { svg, pointCount } = await this.drawings.draw(type, await drawnReportOf(type, whole), request);
    return { svg, isWhole: pointCount >= whole.rows.length };
  }

  private read(
    viewer: OrganizationScope,
    scope: ProjectScope,
    type: ReportType,
    query: FileQuery,
  ): Promise<WholeReport> {
    const { feeds, references, zones } = this;
    return getWholeReport({ feeds, references, zones }, viewer, scope, type, { ...query, limit: 1, cursor: undefined });
  }
}

function fileOf(
  { projectKey }: ProjectScope,
  type: ReportType,
  { head, generatedAt }: WholeReport,
  isWhole = true,
): ExportFile {
  const limitations = isWhole ? head.limitations : [...head.limitations, 'drawing_capped'];
  return { name: `${projectKey}-${type}`, at: generatedAt, limitations };
}
