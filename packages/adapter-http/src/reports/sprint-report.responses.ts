import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  CarryoverView,
  DestinationView,
  FeedEntryView,
  ReportedSprintView,
  ScopeChangeView,
  SprintReportRowView,
  SprintReportView,
} from '@worktrack/application';
import {
  REPORT_LIMITATIONS,
  WORK_ITEM_STATUSES,
  type BurndownDay,
  type BurndownPoint,
  type MetricCount as MetricCountView,
  type Percentages as PercentagesView,
  type SprintId,
  type SprintLimitation,
  type SprintReportMode,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemStatus,
} from '@worktrack/domain';
import { OneOfSchemas } from '../openapi/one-of-schemas.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';
import { Sprint } from '../sprint/sprint.responses.js';

@ApiSchema({ description: 'The Sprint of a report.' })
export class ReportedSprint extends OmitType(Sprint, ['createdAt', 'revision']) implements ReportedSprintView {
  @Shows.instant({
    nullable: true,
    description: 'The instant that the report shows: the completion, or now; `null` for a future Sprint.',
  })
  readonly reportEndAt!: string | null;
}

@ApiSchema({ description: 'A number of Work Items and their story points.' })
export class MetricCount implements MetricCountView {
  @Shows.integer(0) readonly itemCount!: number;
  @Shows.integer(0) readonly points!: number;
}

@ApiSchema({ description: 'The work of the Sprint at its start.' })
export class SprintCommitment extends MetricCount {
  @Shows.flag({ description: '`false`: it was not recorded, or the Sprint has not started.' })
  readonly available!: boolean;
}

@ApiSchema({ description: 'Shares in whole per cent.' })
export class Percentages implements PercentagesView {
  @Shows.integer(0, { nullable: true }) readonly itemPercent!: number | null;
  @Shows.integer(0, { nullable: true }) readonly pointPercent!: number | null;
}

@ApiSchema({ description: 'The Work Items that were counted, by id.' })
export class SprintCompletionItemIds {
  @Shows.uuids({ description: 'Those that were in the Sprint when it started.' })
  readonly originalCommitment!: readonly WorkItemId[];
  @Shows.uuids({ description: 'Those that were in it at the end.' }) readonly finalScope!: readonly WorkItemId[];
  @Shows.uuids({ description: 'Those that were completed.' }) readonly completed!: readonly WorkItemId[];
}

@ApiSchema({ description: 'The completed work as shares.' })
export class SprintCompletionPercentages {
  @Shows.one(Percentages, { description: 'Completed work as a share of the final scope.' })
  readonly finalScope!: Percentages;
  @Shows.one(Percentages, {
    description: 'Completed work of the commitment as a share of the commitment, at most 100.',
  })
  readonly originalCommitment!: Percentages;
}

@ApiSchema({ description: 'The work that was completed in a Sprint.' })
export class SprintCompletion {
  @Shows.one(MetricCount, { description: 'The work of the Sprint at its start.' })
  readonly originalCommitment!: MetricCount;
  @Shows.one(MetricCount, { description: 'The work of the Sprint at its end.' }) readonly finalScope!: MetricCount;
  @Shows.one(MetricCount, { description: 'The work that was done at the end, and became done in this Sprint.' })
  readonly completed!: MetricCount;
  @Shows.integer(0, { description: 'Work Items of the final scope with an estimate.' })
  readonly estimatedItemCount!: number;
  @Shows.one(SprintCompletionItemIds, { description: 'The Work Items that were counted.' })
  readonly itemIds!: SprintCompletionItemIds;
  @Shows.one(SprintCompletionPercentages, { description: 'The completed work as shares.' })
  readonly percentages!: SprintCompletionPercentages;
}

/** The members of every row of a Sprint report. */
class ReportRow implements SprintReportRowView {
  @Shows.text({ description: 'The id of the row. It never changes.' }) readonly id!: string;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.integer(0, { nullable: true }) readonly storyPoints!: number | null;
  @Shows.instant() readonly occurredAt!: string;
}

@ApiSchema({ description: 'A Work Item that came into the Sprint or left it after the start.' })
export class ScopeChange extends ReportRow implements ScopeChangeView {
  @Shows.word(['added', 'removed'], { description: '`added`: it came in. `removed`: it left.' }) readonly kind!:
    | 'added'
    | 'removed';
}

@ApiSchema({ description: 'The changes of the scope after the start.' })
export class ScopeChanges {
  @Shows.many(ScopeChange, { description: 'The Work Items that came in, oldest first.' })
  readonly added!: readonly ScopeChange[];
  @Shows.many(ScopeChange, { description: 'The Work Items that left, oldest first.' })
  readonly removed!: readonly ScopeChange[];
}

@ApiSchema({ description: 'The destination of a Work Item at the completion of the Sprint.' })
export class Destination implements DestinationView {
  @Shows.word(['backlog', 'sprint'], { description: '`backlog`: to no Sprint. `sprint`: to another Sprint.' })
  readonly kind!: 'backlog' | 'sprint';
  @Shows.uuid({ nullable: true, description: 'The id of that Sprint; `null` for the backlog.' })
  readonly sprintId!: SprintId | null;
  @Shows.text({ description: 'The name of that Sprint, or `Backlog`.' }) readonly name!: string;
}

@ApiSchema({ description: 'An unfinished Work Item that the completion moved.' })
export class Carryover extends ReportRow implements CarryoverView {
  @Shows.one(Destination) readonly destination!: Destination;
}

@ApiSchema({ description: 'A change of the scope, as an entry of the feed.' })
export class ScopeChangeEntry extends ReportRow {
  @Shows.word(['scope_change']) readonly kind!: 'scope_change';
  @Shows.word(['added', 'removed'], { description: '`added`: it came in. `removed`: it left.' }) readonly changeType!:
    | 'added'
    | 'removed';
}

@ApiSchema({ description: 'An unfinished Work Item that the completion moved, as an entry of the feed.' })
export class CarryoverEntry extends Carryover {
  @Shows.word(['carryover']) readonly kind!: 'carryover';
}

@ApiSchema({ description: 'An entry of the feed: a change of the scope, or work that was carried over.' })
@OneOfSchemas('kind', ScopeChangeEntry, CarryoverEntry)
export class FeedEntry {}

@ApiSchema({ description: 'The work in one status.' })
export class StatusCount extends MetricCount {
  @Shows.word(WORK_ITEM_STATUSES, { description: 'The status.' }) readonly status!: WorkItemStatus;
}

@ApiSchema({ description: 'The remaining work at the end of one day.' })
export class SprintBurndownPoint implements BurndownPoint {
  @Shows.date() readonly date!: string;
  @Shows.integer(0, { description: 'Story points of the commitment that are not done.' })
  readonly remainingPoints!: number;
}

@ApiSchema({ description: 'One day of the drawing of a burndown.' })
export class SprintBurndownDay implements BurndownDay {
  @Shows.date() readonly date!: string;
  @Shows.text({ description: 'The day as a text, such as `Mar 2`.' }) readonly label!: string;
  @Shows.integer(0, { description: 'Story points of the commitment that are not done.' }) readonly remaining!: number;
  @Shows.integer(0, { description: 'Story points on the straight line from the commitment to 0.' })
  readonly ideal!: number;
}

@ApiSchema({ description: 'The remaining work of the commitment, day by day.' })
export class SprintBurndown {
  @Shows.flag({
    description: '`false`: the commitment or a part of the history is not recorded, and both lists are empty.',
  })
  readonly available!: boolean;
  @Shows.many(SprintBurndownPoint, { description: 'The days from the start to the end or to now.' })
  readonly points!: readonly SprintBurndownPoint[];
  @Shows.many(SprintBurndownDay, {
    description: 'The same days with the ideal line; for a completed Sprint to the planned end.',
  })
  readonly display!: readonly SprintBurndownDay[];
}

@ApiSchema({ description: 'The report of a Sprint: its commitment, its changes of scope and its outcome.' })
export class SprintReport implements SprintReportView {
  @Shows.one(ReportedSprint, { description: 'The Sprint.' }) readonly sprint!: ReportedSprint;
  @Shows.word(['completed', 'active', 'future'], {
    description: '`completed`, `active` or `future`: what the report can show.',
  })
  readonly mode!: SprintReportMode;
  @Shows.flag({ description: '`true`: the report never changes again.' }) readonly stable!: boolean;
  @Shows.one(SprintCommitment, { description: 'The work of the Sprint at its start.' })
  readonly commitment!: SprintCommitment;
  @Shows.one(MetricCount, { description: 'The commitment; for a future Sprint what is in it now.' })
  readonly plannedScope!: MetricCount;
  @Shows.one(SprintCompletion, { description: 'The completed work.' }) readonly completion!: SprintCompletion;
  @Shows.one(ScopeChanges, { description: 'The work that came in or left after the start.' })
  readonly scopeChanges!: ScopeChanges;
  @Shows.many(Carryover, { description: 'The Work Items that the completion moved, by key; empty unless completed.' })
  readonly carryover!: readonly Carryover[];
  @Shows.many(StatusCount, { description: 'The final scope by status, all five statuses.' })
  readonly statuses!: readonly StatusCount[];
  @Shows.one(SprintBurndown, { description: 'The remaining work, day by day.' }) readonly burndown!: SprintBurndown;
  @Shows.one(MetricCount, { description: 'The work of the final scope that is not completed.' })
  readonly remaining!: MetricCount;
  @Shows.words(REPORT_LIMITATIONS) readonly limitations!: readonly SprintLimitation[];
  @Shows.many(FeedEntry, { description: 'Scope changes and carryover as one feed. Only this list has pages.' })
  readonly items!: readonly FeedEntryView[];
  @Shows.one(Page) readonly page!: Page;
}

/** A Sprint report with its whole feed. */
export class WholeSprintReport extends OmitType(SprintReport, ['page']) {}
