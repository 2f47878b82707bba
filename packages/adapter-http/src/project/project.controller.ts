import { Body, Controller, Get, Patch, Post } from '@nestjs/common';
import {
  ProjectViews,
  archiveProject,
  createProject,
  unarchiveProject,
  updateProject,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import { InOrganization, InProject, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { EmptyBody } from '../body/empty-body.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, flagOr, type QueryOf } from '../checks/query.js';
import { CreateProjectBody, UpdateProjectBody } from './project.requests.js';
import { Project, ProjectList } from './project.responses.js';
import EXAMPLES from './project.examples.json';

const Q_PROJECTS = { ...PAGE_OF_100, archived: flagOr(false) };

@Controller('api/v1/organizations/:organizationSlug/projects')
export class ProjectController {
  constructor(
    private readonly projects: ProjectViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listProjects',
    summary: 'The Projects of an Organization, by name: the unarchived ones, or only the archived ones.',
    description:
      'Lists the Projects of the Organization that the token covers, by name. Archived ones are listed only with `archived=true`.',
    examples: EXAMPLES.listProjects,
    scope: 'project:read',
    role: null,
    query: Q_PROJECTS,
    responses: { status: 200, with: ProjectList },
  })
  list(@InOrganization() scope: OrganizationScope, @InQuery() query: QueryOf<typeof Q_PROJECTS>): Promise<ProjectList> {
    return this.projects.page(scope, query);
  }

  @Post()
  @Operation({
    id: 'createProject',
    summary: 'Creates a Project; its key is derived from the name when none is given.',
    description: 'Creates a Project. Without a key, one is made from the name.',
    examples: EXAMPLES.createProject,
    scope: 'project:write',
    role: 'admin',
    wholeOrganization: 'FORBIDDEN',
    idempotencyKey: 'required',
    body: CreateProjectBody,
    responses: { status: 201, with: Project, tag: 'project' },
    errors: ['CONFLICT'],
  })
  create(
    @InOrganization() scope: OrganizationScope,
    @Body() body: CreateProjectBody,
    @UnderConditions() conditions: Conditions,
  ) {
    return this.mutations.run(conditions, createProject, scope, body.toCommand());
  }

  @Get(':projectKey')
  @Operation({
    id: 'getProject',
    summary: 'One Project.',
    description: 'Shows one Project. Its `ETag` is what a change of it needs.',
    examples: EXAMPLES.getProject,
    scope: 'project:read',
    role: null,
    responses: { status: 200, with: Project, tag: 'project' },
  })
  get(@InProject() scope: ProjectScope): Promise<Project> {
    return this.projects.one(scope);
  }

  @Patch(':projectKey')
  @Operation({
    id: 'updateProject',
    summary: 'Changes name, description or colour.',
    description: 'Changes the name, the description or the color of a Project. The key stays for ever.',
    examples: EXAMPLES.updateProject,
    scope: 'project:write',
    role: 'admin',
    ifMatch: 'project',
    idempotencyKey: 'required',
    body: UpdateProjectBody,
    responses: { status: 200, with: Project, tag: 'project' },
  })
  update(@InProject() scope: ProjectScope, @Body() body: UpdateProjectBody, @UnderConditions() conditions: Conditions) {
    return this.mutations.run(conditions, updateProject, scope, body.toCommand(conditions.expected));
  }

  @Post(':projectKey/archive')
  @Operation({
    id: 'archiveProject',
    summary: 'Archives the Project: it takes no new Work Items or Sprints.',
    description:
      'Archives a Project: it takes no new Work Items and no new Sprints. Everything else in it works as before. An archived Project stays as it is.',
    examples: EXAMPLES.archiveProject,
    scope: 'project:write',
    role: 'admin',
    ifMatch: 'project',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: Project, tag: 'project' },
  })
  archive(@InProject() scope: ProjectScope, @Body() body: EmptyBody, @UnderConditions() conditions: Conditions) {
    return this.mutations.run(conditions, archiveProject, scope, conditions.expected, body);
  }

  @Post(':projectKey/unarchive')
  @Operation({
    id: 'unarchiveProject',
    summary: 'Takes the Project out of the archive.',
    description: 'Takes a Project out of the archive. A Project that is not archived stays as it is.',
    examples: EXAMPLES.unarchiveProject,
    scope: 'project:write',
    role: 'admin',
    ifMatch: 'project',
    idempotencyKey: 'required',
    body: EmptyBody,
    responses: { status: 200, with: Project, tag: 'project' },
  })
  unarchive(@InProject() scope: ProjectScope, @Body() body: EmptyBody, @UnderConditions() conditions: Conditions) {
    return this.mutations.run(conditions, unarchiveProject, scope, conditions.expected, body);
  }
}
