import { Body, Controller, Get, Post } from '@nestjs/common';
import { LabelViews, createLabel, type ProjectScope } from '@worktrack/application';
import { InProject, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { PAGE_OF_100, type QueryOf } from '../checks/query.js';
import { CreateLabelBody } from './label.requests.js';
import { ProjectLabel, ProjectLabelList } from './label.responses.js';
import EXAMPLES from './label.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/labels')
export class LabelController {
  constructor(
    private readonly labels: LabelViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listProjectLabels',
    summary: 'The labels of a Project, by name.',
    description: 'Lists the labels of a Project, by name.',
    examples: EXAMPLES.listProjectLabels,
    scope: 'project:read',
    role: null,
    query: PAGE_OF_100,
    responses: { status: 200, with: ProjectLabelList },
  })
  list(@InProject() scope: ProjectScope, @InQuery() query: QueryOf<typeof PAGE_OF_100>): Promise<ProjectLabelList> {
    return this.labels.page(scope, query);
  }

  @Post()
  @Operation({
    id: 'createProjectLabel',
    summary: 'Creates a label; its name is kept in lower case and is unique in the Project.',
    description:
      'Creates a label. Its name is stored in lower case and is unique in the Project, which can have 2,000 labels. A name that is taken gets 409, also when it differs in case, white space or composition only.',
    examples: EXAMPLES.createProjectLabel,
    scope: 'project:write',
    role: 'admin',
    idempotencyKey: 'required',
    body: CreateLabelBody,
    responses: { status: 201, with: ProjectLabel, kind: 'label' },
    errors: ['CONFLICT'],
  })
  create(@InProject() scope: ProjectScope, @Body() body: CreateLabelBody, @UnderConditions() conditions: Conditions) {
    return this.mutations.run(conditions, createLabel, scope, body.toCommand());
  }
}
