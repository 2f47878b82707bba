import { Controller, Get } from '@nestjs/common';
import {
  CardViews,
  TimeZones,
  readSqueakQL,
  type CardAssignee,
  type OrganizationScope,
  type ProjectScope,
} from '@worktrack/application';
import { PublicUserId, WORK_ITEM_STATUSES, type LabelId, type SprintId } from '@worktrack/domain';
import { InOrganization, InProject, InQuery } from '../run/context.js';
import { Operation } from '../run/operation.js';
import { CLEAN_TEXT, SCHEMA } from '../body/patterns.js';
import { anyOf, anyParsed, optionalInteger, parsed, strictlyAfter, wordOr, type QueryOf } from '../checks/query.js';
import { LONGEST_TERM, searchTerm } from '../checks/term.js';
import { parseUuid } from '../body/uuid.js';
import { squeakqlFilter } from '../squeakql/filter.js';
import { CardList, cardListOf } from './cards.responses.js';
import { WORD_PARAMETERS } from './work-item.query.js';

const Q_CARDS = {
  q: parsed(searchTerm, `at most ${LONGEST_TERM} characters`, {
    type: 'string',
    maxLength: LONGEST_TERM,
    pattern: CLEAN_TEXT,
  }),
  scope: wordOr(['open', 'all'], 'all'),
  status: anyOf(WORK_ITEM_STATUSES),
  ...WORD_PARAMETERS,
  assignee: anyParsed(assigneeOf, 'me, none or a public user id', { type: 'string' }),
  label: anyParsed((text) => parseUuid(text) as LabelId | undefined, 'a label id', SCHEMA.uuid),
  sprint: parsed(sprintOf, 'a Sprint id, active or none', { type: 'string' }),
  squeakql: squeakqlFilter(),
  doneWithinDays: optionalInteger(0, 90),
  updatedAfter: strictlyAfter(),
};

@Controller('api/organizations/:organizationSlug/projects/:projectKey/cards')
export class CardsController {
  constructor(
    private readonly cards: CardViews,
    private readonly zones: TimeZones,
  ) {}

  @Get()
  @Operation({
    id: 'listCards',
    summary: 'The cards of the board of a Project.',
    authentication: 'session',
    scope: null,
    role: null,
    query: Q_CARDS,
    isSearch: (query) => 'squeakql' in query && query.squeakql !== undefined,
    responses: { status: 200, with: CardList },
  })
  async list(
    @InOrganization() viewer: OrganizationScope,
    @InProject() scope: ProjectScope,
    @InQuery() { squeakql, ...query }: QueryOf<typeof Q_CARDS>,
  ): Promise<CardList> {
    const parsedQuery = squeakql === undefined ? undefined : readSqueakQL(squeakql, 'squeakql');
    const calendar = this.zones.calendarOf(scope.timeZone);
    return cardListOf(await this.cards.list(viewer, scope, { ...query, squeakql: parsedQuery, calendar }));
  }
}

function assigneeOf(text: string): CardAssignee | undefined {
  return text === 'me' || text === 'none' ? text : PublicUserId.parse(text);
}

function sprintOf(text: string): 'active' | 'none' | SprintId | undefined {
  return text === 'active' || text === 'none' ? text : (parseUuid(text) as SprintId | undefined);
}
