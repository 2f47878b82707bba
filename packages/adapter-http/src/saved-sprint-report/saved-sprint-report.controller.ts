import { Body, Controller, Delete, Get, Patch, Post, Put } from '@nestjs/common';
import {
  Access,
  SavedSprintReportViews,
  changeSavedSprintReport,
  deleteSavedSprintReport,
  pinSprintReport,
  saveSprintReport,
  unpinSprintReport,
  type Principal,
  type ProjectScope,
} from '@worktrack/application';
import type { SavedSprintReportId } from '@worktrack/domain';
import { Caller, InProject, TargetChild, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeSavedSprintReportBody, SaveSprintReportBody } from './saved-sprint-report.requests.js';
import { PinnedSprintReportList, SavedSprintReport, SavedSprintReportList } from './saved-sprint-report.responses.js';

@Controller('api/organizations/:organizationSlug/projects/:projectKey/saved-sprint-reports')
export class SavedSprintReportController {
  constructor(
    private readonly reports: SavedSprintReportViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listSavedSprintReports',
    summary:
      'The saved Sprint reports that the user may read: pinned ones first, by the time of the pin, then by name.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: SavedSprintReportList },
  })
  async list(@InProject() scope: ProjectScope): Promise<SavedSprintReportList> {
    return { items: await this.reports.list(scope) };
  }

  @Post()
  @Operation({
    id: 'saveSprintReport',
    summary: 'Saves a Sprint report under a name.',
    authentication: 'session',
    scope: null,
    role: null,
    idempotencyKey: 'optional',
    body: SaveSprintReportBody,
    responses: { status: 201, with: SavedSprintReport, tag: 'saved' },
    errors: ['CONFLICT'],
  })
  save(
    @InProject() scope: ProjectScope,
    @Body() body: SaveSprintReportBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, saveSprintReport, scope, body.toCommand());
  }

  @Get(':savedReportId')
  @Operation({
    id: 'getSavedSprintReport',
    summary: 'One saved Sprint report.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: SavedSprintReport, tag: 'saved' },
  })
  get(@InProject() scope: ProjectScope, @TargetChild() id: SavedSprintReportId): Promise<SavedSprintReport> {
    return this.reports.one(scope, id);
  }

  @Patch(':savedReportId')
  @Operation({
    id: 'changeSavedSprintReport',
    summary: 'Changes a saved Sprint report; its owner only.',
    authentication: 'session',
    scope: null,
    role: null,
    authorOnly: true,
    ifMatch: 'saved',
    idempotencyKey: 'optional',
    body: ChangeSavedSprintReportBody,
    responses: { status: 200, with: SavedSprintReport, tag: 'saved' },
    errors: ['CONFLICT'],
  })
  change(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SavedSprintReportId,
    @Body() body: ChangeSavedSprintReportBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, changeSavedSprintReport, scope, body.toCommand(id, conditions.expected));
  }

  @Delete(':savedReportId')
  @Operation({
    id: 'deleteSavedSprintReport',
    summary: 'Deletes a saved Sprint report with its pins; its owner, or an administrator if it is shared.',
    authentication: 'session',
    scope: null,
    role: null,
    uploaderOrAdmin: true,
    ifMatch: 'saved',
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
  })
  delete(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SavedSprintReportId,
    @UnderConditions() conditions: Conditions,
  ) {
    const command = { id, expected: conditions.expected };
    return this.mutations.perform(conditions, deleteSavedSprintReport, scope, command, () => nothingOf(id));
  }

  @Put(':savedReportId/pin')
  @Operation({
    id: 'pinSprintReport',
    summary: 'Pins a saved Sprint report for the user; a repeat changes nothing.',
    authentication: 'session',
    scope: null,
    role: null,
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
    errors: ['CONFLICT'],
  })
  pin(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SavedSprintReportId,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.perform(conditions, pinSprintReport, scope, { id }, () => nothingOf(id));
  }

  @Delete(':savedReportId/pin')
  @Operation({
    id: 'unpinSprintReport',
    summary: 'Ends the pin of the user; a repeat changes nothing.',
    authentication: 'session',
    scope: null,
    role: null,
    idempotencyKey: 'optional',
    responses: { status: 204, with: null },
  })
  unpin(
    @InProject() scope: ProjectScope,
    @TargetChild() id: SavedSprintReportId,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.perform(conditions, unpinSprintReport, scope, { id }, () => nothingOf(id));
  }
}

@Controller('api/me/pinned-sprint-reports')
export class PinnedSprintReportController {
  constructor(private readonly reports: SavedSprintReportViews) {}

  @Get()
  @Operation({
    id: 'listPinnedSprintReports',
    summary: 'The pinned Sprint reports of the user in all Organizations, the oldest pin first.',
    authentication: 'session',
    scope: null,
    role: null,
    responses: { status: 200, with: PinnedSprintReportList },
  })
  async list(@Caller() principal: Principal): Promise<PinnedSprintReportList> {
    const organizations = Access.organizations(principal).map(({ organizationId }) => organizationId);
    return { items: await this.reports.pinned(principal.user.id, organizations) };
  }
}

/** The outcome of a mutation that shows nothing. */
function nothingOf(id: SavedSprintReportId): Outcome {
  return { shown: null, touched: [{ kind: 'saved_sprint_report', id }] };
}
