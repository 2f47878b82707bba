import { Body, Controller, Post } from '@nestjs/common';
import { WorkItemViews, searchWorkItems, validateSqueakQL, type OrganizationScope } from '@worktrack/application';
import { InOrganization } from '../pipeline/context.js';
import { Operation } from '../pipeline/operation.js';
import { WorkItemContextList } from '../work-item/work-item.responses.js';
import { SearchBody, ValidateBody } from './squeakql.requests.js';
import { SqueakQLValidation } from './squeakql.responses.js';

/** Queries in SqueakQL. Both operations only read: they are a POST because a query may be longer than a URL. */
@Controller('api/v1/organizations/:organizationSlug')
export class SqueakQLController {
  constructor(private readonly workItems: WorkItemViews) {}

  @Post('work-items/search')
  @Operation({
    id: 'searchOrganizationWorkItemsWithSqueakQL',
    summary: 'The Work Items of the visible Projects of an Organization that a SqueakQL query matches.',
    scope: 'work_item:read',
    role: null,
    isSearch: () => true,
    body: SearchBody,
    answers: { status: 200, with: WorkItemContextList },
    errors: ['INVALID_CURSOR'],
  })
  search(@InOrganization() scope: OrganizationScope, @Body() body: SearchBody): Promise<WorkItemContextList> {
    return searchWorkItems(this.workItems, scope, body.toCommand());
  }

  @Post('squeakql/validate')
  @Operation({
    id: 'validateSqueakQL',
    summary: 'Judges a SqueakQL query without running it.',
    scope: 'work_item:read',
    role: null,
    body: ValidateBody,
    answers: { status: 200, with: SqueakQLValidation },
  })
  validate(@Body() { query }: ValidateBody): SqueakQLValidation {
    return validateSqueakQL(query);
  }
}
