import { Body, Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import {
  OrganizationViews,
  createOwnOrganization,
  keepOrganization,
  refuse,
  removeOrganization,
  updateOrganization,
  type OrganizationScope,
  type Principal,
} from '@worktrack/application';
import { EmptyBody } from '../body/empty-body.js';
import { Caller, InOrganization, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ApiSettings } from '../settings.js';
import {
  CreateOrganizationBody,
  RemoveOrganizationBody,
  UpdateOrganizationBody,
} from './organization-settings.requests.js';
import { OrganizationSettings } from './organization-settings.responses.js';
import EXAMPLES from './organization-settings.examples.json';

@Controller('api/x/organizations')
export class OrganizationSettingsController {
  constructor(
    private readonly organizations: OrganizationViews,
    private readonly mutations: MutationRunner,
    private readonly settings: ApiSettings,
  ) {}

  @Post()
  @Operation({
    id: 'createOrganization',
    stability: 'stable',
    summary: 'Creates an Organization, which the caller owns.',
    description:
      'Creates an Organization. The caller becomes its owner, and a token that creates one gets a grant of it. A server where only the operator creates Organizations responds with 403.',
    examples: EXAMPLES.createOrganization,
    scope: 'organization:manage',
    role: null,
    changesRights: true,
    idempotencyKey: 'required',
    body: CreateOrganizationBody,
    responses: { status: 201, with: OrganizationSettings, tag: 'org' },
    errors: ['FORBIDDEN', 'CONFLICT', 'LIMIT_REACHED'],
  })
  create(
    @Caller() caller: Principal,
    @Body() body: CreateOrganizationBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    if (!this.settings.organizationCreation)
      refuse('FORBIDDEN', 'Ask the operator of this server for an Organization.');
    return this.mutations.run(conditions, createOwnOrganization, caller, body.toCommand());
  }

  @Get(':organizationSlug')
  @Operation({
    id: 'getOrganizationSettings',
    stability: 'stable',
    summary: 'An Organization as its administrators see it.',
    description:
      'Shows an Organization with its revision, also while it is suspended. Its `ETag` is what a change of it needs.',
    examples: EXAMPLES.getOrganizationSettings,
    scope: 'organization:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    evenSuspended: true,
    responses: { status: 200, with: OrganizationSettings, tag: 'org' },
  })
  get(@InOrganization() scope: OrganizationScope): Promise<OrganizationSettings> {
    return this.organizations.settings(scope);
  }

  @Patch(':organizationSlug')
  @Operation({
    id: 'updateOrganization',
    stability: 'stable',
    summary: 'Changes name, description or slug.',
    description:
      'Changes an Organization. Only an owner changes the slug, at most five times in 90 days; for so long the one before leads to it in the application, and nobody else gets it.',
    examples: EXAMPLES.updateOrganization,
    scope: 'organization:manage',
    role: 'admin',
    wholeOrganization: 'NOT_FOUND',
    changesRights: true,
    ifMatch: 'org',
    idempotencyKey: 'required',
    body: UpdateOrganizationBody,
    responses: { status: 200, with: OrganizationSettings, tag: 'org' },
    errors: ['CONFLICT', 'LIMIT_REACHED'],
  })
  update(
    @InOrganization() scope: OrganizationScope,
    @Body() body: UpdateOrganizationBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.run(conditions, updateOrganization, scope, body.toCommand(conditions.expected));
  }

  @Delete(':organizationSlug')
  @Operation({
    id: 'removeOrganization',
    stability: 'stable',
    summary: 'Suspends an Organization, to be deleted after 30 days.',
    description:
      'Suspends an Organization now. From `removalDueAt` on, 30 days later, the server deletes it with all that it holds; until then an owner can keep it. The body names its slug again.',
    examples: EXAMPLES.removeOrganization,
    scope: 'organization:manage',
    role: 'owner',
    wholeOrganization: 'NOT_FOUND',
    // A repeat finds the Organization suspended by the first request.
    evenSuspended: true,
    changesRights: true,
    ifMatch: 'org',
    idempotencyKey: 'required',
    body: RemoveOrganizationBody,
    responses: { status: 200, with: OrganizationSettings, tag: 'org' },
  })
  remove(
    @InOrganization() scope: OrganizationScope,
    @Body() body: RemoveOrganizationBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.run(conditions, removeOrganization, scope, body.toCommand(conditions.expected));
  }

  @Post(':organizationSlug/kept')
  @Operation({
    id: 'keepOrganization',
    stability: 'stable',
    summary: 'Keeps an Organization that was to be removed.',
    description:
      'Ends the removal of an Organization, and its suspension with it. One that is not to be removed stays as it is. When its deletion has begun, the response is `CONFLICT`.',
    examples: EXAMPLES.keepOrganization,
    scope: 'organization:manage',
    role: 'owner',
    wholeOrganization: 'NOT_FOUND',
    evenSuspended: true,
    changesRights: true,
    ifMatch: 'org',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: OrganizationSettings, tag: 'org' },
    errors: ['CONFLICT'],
  })
  keep(
    @InOrganization() scope: OrganizationScope,
    @Body() body: EmptyBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.run(conditions, keepOrganization, scope, conditions.expected, body);
  }
}
