import { OmitType } from '@nestjs/swagger';
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

export class ReportedSprint extends OmitType(Sprint, ['createdAt', 'revision']) implements ReportedSprintView {
  @Shows.instant({ nullable: true }) readonly reportEndAt!: string | null;
}

export class MetricCount implements MetricCountView {
  @Shows.integer(0) readonly itemCount!: number;
  @Shows.integer(0) readonly points!: number;
}

export class SprintCommitment extends MetricCount {
  @Shows.flag() readonly available!: boolean;
}

export class Percentages implements PercentagesView {
  @Shows.integer(0, { nullable: true }) readonly itemPercent!: number | null;
  @Shows.integer(0, { nullable: true }) readonly pointPercent!: number | null;
}

export class SprintCompletionItemIds {
  @Shows.uuids() readonly originalCommitment!: readonly WorkItemId[];
  @Shows.uuids() readonly finalScope!: readonly WorkItemId[];
  @Shows.uuids() readonly completed!: readonly WorkItemId[];
}

export class SprintCompletionPercentages {
  @Shows.one(Percentages) readonly finalScope!: Percentages;
  @Shows.one(Percentages) readonly originalCommitment!: Percentages;
}

export class SprintCompletion {
  @Shows.one(MetricCount) readonly originalCommitment!: MetricCount;
  @Shows.one(MetricCount) readonly finalScope!: MetricCount;
  @Shows.one(MetricCount) readonly completed!: MetricCount;
  @Shows.integer(0) readonly estimatedItemCount!: number;
  @Shows.one(SprintCompletionItemIds) readonly itemIds!: SprintCompletionItemIds;
  @Shows.one(SprintCompletionPercentages) readonly percentages!: SprintCompletionPercentages;
}

/** The members of every row of a Sprint report. */
class ReportRow implements SprintReportRowView {
  @Shows.text() readonly id!: string;
  @Shows.uuid() readonly workItemId!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.integer(0, { nullable: true }) readonly storyPoints!: number | null;
  @Shows.instant() readonly occurredAt!: string;
}

export class ScopeChange extends ReportRow implements ScopeChangeView {
  @Shows.word(['added', 'removed']) readonly kind!: 'added' | 'removed';
}

export class ScopeChanges {
  @Shows.many(ScopeChange) readonly added!: readonly ScopeChange[];
  @Shows.many(ScopeChange) readonly removed!: readonly ScopeChange[];
}

export class Destination implements DestinationView {
  @Shows.word(['backlog', 'sprint']) readonly kind!: 'backlog' | 'sprint';
  @Shows.uuid({ nullable: true }) readonly sprintId!: SprintId | null;
  @Shows.text() readonly name!: string;
}

export class Carryover extends ReportRow implements CarryoverView {
  @Shows.one(Destination) readonly destination!: Destination;
}

/** A Work Item that came in or went out, as an entry of the feed. */
export class ScopeChangeEntry extends ReportRow {
  @Shows.word(['scope_change']) readonly kind!: 'scope_change';
  @Shows.word(['added', 'removed']) readonly changeType!: 'added' | 'removed';
}

/** A Work Item that was carried over, as an entry of the feed. */
export class CarryoverEntry extends Carryover {
  @Shows.word(['carryover']) readonly kind!: 'carryover';
}

/** An entry of the feed. */
@OneOfSchemas('kind', ScopeChangeEntry, CarryoverEntry)
export class FeedEntry {}

export class StatusCount extends MetricCount {
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

export class SprintBurndownPoint implements BurndownPoint {
  @Shows.date() readonly date!: string;
  @Shows.integer(0) readonly remainingPoints!: number;
}

export class SprintBurndownDay implements BurndownDay {
  @Shows.date() readonly date!: string;
  @Shows.text() readonly label!: string;
  @Shows.integer(0) readonly remaining!: number;
  @Shows.integer(0) readonly ideal!: number;
}

export class SprintBurndown {
  @Shows.flag() readonly available!: boolean;
  @Shows.many(SprintBurndownPoint) readonly points!: readonly SprintBurndownPoint[];
  @Shows.many(SprintBurndownDay) readonly display!: readonly SprintBurndownDay[];
}

export class SprintReport implements SprintReportView {
  @Shows.one(ReportedSprint) readonly sprint!: ReportedSprint;
  @Shows.word(['completed', 'active', 'future']) readonly mode!: SprintReportMode;
  @Shows.flag() readonly stable!: boolean;
  @Shows.one(SprintCommitment) readonly commitment!: SprintCommitment;
  @Shows.one(MetricCount) readonly plannedScope!: MetricCount;
  @Shows.one(SprintCompletion) readonly completion!: SprintCompletion;
  @Shows.one(ScopeChanges) readonly scopeChanges!: ScopeChanges;
  @Shows.many(Carryover) readonly carryover!: readonly Carryover[];
  @Shows.many(StatusCount) readonly statuses!: readonly StatusCount[];
  @Shows.one(SprintBurndown) readonly burndown!: SprintBurndown;
  @Shows.one(MetricCount) readonly remaining!: MetricCount;
  @Shows.words(REPORT_LIMITATIONS) readonly limitations!: readonly SprintLimitation[];
  @Shows.many(FeedEntry) readonly items!: readonly FeedEntryView[];
  @Shows.one(Page) readonly page!: Page;
}
