import { Body, Controller, Post } from '@nestjs/common';
import {
  TimeZones,
  WorkItemViews,
  searchWorkItems,
  validateSqueakQL,
  type OrganizationScope,
} from '@worktrack/application';
import { InOrganization } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { WorkItemContextList } from '../work-item/work-item.responses.js';
import { SearchBody, ValidateBody } from './squeakql.requests.js';
import { SqueakQLValidation } from './squeakql.responses.js';
import EXAMPLES from './squeakql.examples.json';

/** Queries in SqueakQL. Both operations only read: they are a POST because a query can be longer than a URL. */
@Controller('api/v1/organizations/:organizationSlug')
export class SqueakQLController {
  constructor(
    private readonly views: WorkItemViews,
    private readonly zones: TimeZones,
  ) {}

  @Post('work-items/search')
  @Operation({
    id: 'searchOrganizationWorkItemsWithSqueakQL',
    summary: 'The Work Items of the visible Projects of an Organization that a SqueakQL query matches.',
    description:
      'Finds Work Items by a query in SqueakQL, in all Projects of the Organization that the token covers. A user can run few searches at a time. Rows have no description and no labels. Pages ordered by `key` miss no row while Work Items change.',
    examples: EXAMPLES.searchOrganizationWorkItemsWithSqueakQL,
    scope: 'work_item:read',
    role: null,
    isSearch: () => true,
    body: SearchBody,
    responses: { status: 200, with: WorkItemContextList },
    errors: ['INVALID_CURSOR'],
  })
  search(@InOrganization() scope: OrganizationScope, @Body() body: SearchBody): Promise<WorkItemContextList> {
    const { views, zones } = this;
    return searchWorkItems({ views, zones }, scope, body.toCommand());
  }

  @Post('squeakql/validate')
  @Operation({
    id: 'validateSqueakQL',
    summary: 'Judges a SqueakQL query without running it.',
    description:
      'Checks a query without running it, and says what is wrong with it and where. The response is 200 for a wrong query too.',
    examples: EXAMPLES.validateSqueakQL,
    scope: 'work_item:read',
    role: null,
    body: ValidateBody,
    responses: { status: 200, with: SqueakQLValidation },
  })
  validate(@Body() { query }: ValidateBody): SqueakQLValidation {
    return validateSqueakQL(query);
  }
}
