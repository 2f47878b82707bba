import { Body, Controller, Get, Post } from '@nestjs/common';
import { WatcherViews, updateWatcher, type ProjectScope } from '@worktrack/application';
import type { WorkItemId } from '@worktrack/domain';
import { InProject, TargetWorkItem, UnderConditions, type Conditions } from '../run/context.js';
import { MutationRunner } from '../run/mutation-runner.js';
import { Operation } from '../run/operation.js';
import { UpdateWatcherBody } from './watcher.requests.js';
import { WorkItemWatcher } from './watcher.responses.js';
import EXAMPLES from './watcher.examples.json';

@Controller('api/v1/organizations/:organizationSlug/projects/:projectKey/work-items/:workItemKey/watcher')
export class WatcherController {
  constructor(
    private readonly watchers: WatcherViews,
    private readonly mutations: MutationRunner,
  ) {}

  @Get()
  @Operation({
    id: 'getWorkItemWatcher',
    summary: 'How the caller watches the Work Item.',
    description:
      'Shows the own watch of the caller, and nobody else’s. Whoever is assigned, reports, comments or is mentioned watches from then on.',
    examples: EXAMPLES.getWorkItemWatcher,
    scope: 'work_item:read',
    role: null,
    responses: { status: 200, with: WorkItemWatcher },
  })
  get(@InProject() scope: ProjectScope, @TargetWorkItem() id: WorkItemId): Promise<WorkItemWatcher> {
    return this.watchers.own(scope, id);
  }

  @Post()
  @Operation({
    id: 'updateWorkItemWatcher',
    summary: 'Changes how the caller watches the Work Item.',
    description:
      'Watches, mutes or ends the own watch of the caller, also of an archived Work Item. The Work Item, its revision and its activity stay as they are. After `unwatch` only an assignment begins the watch again. `mute` keeps the watch and silences it.',
    examples: EXAMPLES.updateWorkItemWatcher,
    scope: 'work_item:write',
    role: 'member',
    idempotencyKey: 'required',
    body: UpdateWatcherBody,
    responses: { status: 200, with: WorkItemWatcher },
  })
  update(
    @InProject() scope: ProjectScope,
    @TargetWorkItem() workItemId: WorkItemId,
    @Body() body: UpdateWatcherBody,
    @UnderConditions() conditions: Conditions,
  ): Promise<string | null> {
    return this.mutations.perform(conditions, updateWatcher, scope, body.toCommand(workItemId), (watcher) => ({
      shown: watcher satisfies WorkItemWatcher,
      touched: [{ kind: 'work_item', id: workItemId }],
    }));
  }
}
