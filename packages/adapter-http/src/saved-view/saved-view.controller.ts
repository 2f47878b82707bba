import { Body, Controller, Delete, Get, Param, Patch, Post, Put } from '@nestjs/common';
import {
  SavedViewViews,
  changeSavedView,
  deleteSavedView,
  pinView,
  refuse,
  saveView,
  unpinView,
  type OrganizationScope,
  type SavedViewView,
} from '@worktrack/application';
import type { SavedViewId } from '@worktrack/domain';
import { parseUuid } from '../body/uuid.js';
import { PAGE_OF_100, flagOr, meaning, type QueryOf } from '../checks/query.js';
import { InOrganization, InQuery, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner, type Outcome } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { ChangeViewBody, SaveViewBody } from './saved-view.requests.js';
import { SavedView, SavedViewList } from './saved-view.responses.js';
import EXAMPLES from './saved-view.examples.json';

const Q_VIEWS = { ...PAGE_OF_100, pinned: meaning('`true`: only the views that you have pinned.', flagOr(false)) };

@Controller('api/x/organizations/:organizationSlug/saved-views')
export class SavedViewController {
  constructor(
    private readonly views: SavedViewViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'listSavedViews',
    stability: 'stable',
    summary: 'The saved views that you can read.',
    description:
      'Lists your own views and the shared ones by name. A view of a Project that you do not see is not there; a token for some Projects sees the views of these Projects only.',
    examples: EXAMPLES.listSavedViews,
    scope: 'work_item:read',
    role: null,
    query: Q_VIEWS,
    responses: { status: 200, with: SavedViewList },
  })
  list(@InOrganization() scope: OrganizationScope, @InQuery() query: QueryOf<typeof Q_VIEWS>): Promise<SavedViewList> {
    return this.views.list(scope, query);
  }

  @Post()
  @Operation({
    id: 'saveView',
    stability: 'stable',
    summary: 'Saves a query as a view.',
    description:
      'Saves a query under a name, with layout, grouping and columns. An invalid query is refused with its diagnostics. You have at most 200 views in an Organization, and it has at most 500 shared ones.',
    examples: EXAMPLES.saveView,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    body: SaveViewBody,
    responses: { status: 201, with: SavedView, tag: 'view' },
    errors: ['CONFLICT', 'LIMIT_REACHED'],
  })
  save(
    @InOrganization() scope: OrganizationScope,
    @Body() body: SaveViewBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, saveView, scope, body.toCommand(), shown);
  }

  @Get(':viewId')
  @Operation({
    id: 'getSavedView',
    stability: 'stable',
    summary: 'One saved view.',
    description: 'Shows a view. Its `ETag` is what a change of it needs.',
    examples: EXAMPLES.getSavedView,
    scope: 'work_item:read',
    role: null,
    responses: { status: 200, with: SavedView, tag: 'view' },
  })
  get(@InOrganization() scope: OrganizationScope, @Param('viewId') text: string): Promise<SavedView> {
    return this.views.one(scope, idIn(text));
  }

  @Patch(':viewId')
  @Operation({
    id: 'changeSavedView',
    stability: 'stable',
    summary: 'Changes a saved view.',
    description:
      'Changes a view of your own, or as an administrator a shared one of somebody else; only its owner changes name and sharing. When it is shared no longer, the pins of everybody else end.',
    examples: EXAMPLES.changeSavedView,
    scope: 'work_item:write',
    role: null,
    ifMatch: 'view',
    idempotencyKey: 'required',
    body: ChangeViewBody,
    responses: { status: 200, with: SavedView, tag: 'view' },
    errors: ['FORBIDDEN', 'CONFLICT', 'LIMIT_REACHED'],
  })
  change(
    @InOrganization() scope: OrganizationScope,
    @Param('viewId') text: string,
    @Body() body: ChangeViewBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const command = body.toCommand(idIn(text), conditions.expected);
    return this.mutations.perform(conditions, changeSavedView, scope, command, shown);
  }

  @Delete(':viewId')
  @Operation({
    id: 'deleteSavedView',
    stability: 'stable',
    summary: 'Deletes a saved view with its pins.',
    description: 'Deletes a view of your own, or as an administrator a shared one of somebody else, with all its pins.',
    examples: EXAMPLES.deleteSavedView,
    scope: 'work_item:write',
    role: null,
    ifMatch: 'view',
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
    errors: ['FORBIDDEN'],
  })
  delete(
    @InOrganization() scope: OrganizationScope,
    @Param('viewId') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const command = { id: idIn(text), expected: conditions.expected };
    return this.mutations.perform(conditions, deleteSavedView, scope, command, () => nothingOf(command.id));
  }

  @Put(':viewId/pin')
  @Operation({
    id: 'pinView',
    stability: 'stable',
    summary: 'Pins a saved view for you.',
    description:
      'Pins a view: the application shows it in your sidebar. A repeat changes nothing. You pin at most 20 views of an Organization.',
    examples: EXAMPLES.pinView,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
    errors: ['LIMIT_REACHED'],
  })
  pin(
    @InOrganization() scope: OrganizationScope,
    @Param('viewId') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const id = idIn(text);
    return this.mutations.perform(conditions, pinView, scope, { id }, () => nothingOf(id));
  }

  @Delete(':viewId/pin')
  @Operation({
    id: 'unpinView',
    stability: 'stable',
    summary: 'Ends your pin of a saved view.',
    description: 'Ends your pin of a view. A repeat changes nothing.',
    examples: EXAMPLES.unpinView,
    scope: 'work_item:write',
    role: null,
    idempotencyKey: 'required',
    responses: { status: 204, with: null },
  })
  unpin(
    @InOrganization() scope: OrganizationScope,
    @Param('viewId') text: string,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    const id = idIn(text);
    return this.mutations.perform(conditions, unpinView, scope, { id }, () => nothingOf(id));
  }
}

const idIn = (text: string): SavedViewId => (parseUuid(text) ?? refuse('NOT_FOUND')) as SavedViewId;

/** Names the Project too: a repeat by a token that has lost it does not show the view again. */
const shown = (view: SavedViewView): Outcome => ({
  shown: view,
  shows: view.project ? [view.project.id] : [],
  touched: [{ kind: 'saved_view', id: view.id, revision: view.revision }],
  revision: view.revision,
});

const nothingOf = (id: SavedViewId): Outcome => ({ shown: null, touched: [{ kind: 'saved_view', id }] });
