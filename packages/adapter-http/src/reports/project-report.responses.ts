import { ApiProperty } from '@nestjs/swagger';
import type {
  AgeingWipDefinition as AgeingWipDefinitionView,
  AgeingWipReportView,
  ControlChartDefinition as ControlChartDefinitionView,
  ControlChartReportView,
  CreatedVsResolvedDefinition as CreatedVsResolvedDefinitionView,
  CreatedVsResolvedReportView,
  CumulativeFlowDefinition as CumulativeFlowDefinitionView,
  CumulativeFlowReportView,
  DistributionDefinition as DistributionDefinitionView,
  DistributionReportView,
  EpicProgressDefinition as EpicProgressDefinitionView,
  EpicProgressReportView,
  ReportParameters,
  VelocityDefinition as VelocityDefinitionView,
  VelocityReportView,
} from '@worktrack/application';
import {
  REPORT_LIMITATIONS,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type DistributionGroup,
  type DistributionScope,
  type FlowUnit,
  type Interval,
  type ReportLimitation,
  type SprintId,
  type TimeZone,
  type VelocityUnit,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

type Row<Report extends { readonly items: readonly unknown[] }> = Report['items'][number];

/** contract §6.2: what all seven reports have. */
class ProjectReport {
  @Shows.instant() readonly generatedAt!: string;

  @ApiProperty({
    type: 'object',
    description: 'Every parameter that applies, with the value in force; null: not set.',
    additionalProperties: {
      nullable: true,
      oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
    },
  })
  readonly parameters!: ReportParameters;

  @Shows.one(Page) readonly page!: Page;
  @Shows.words(REPORT_LIMITATIONS) readonly limitations!: readonly ReportLimitation[];
  @Shows.flag() readonly capped!: boolean;
}

export class VelocitySprint {
  @Shows.uuid() readonly id!: SprintId;
  @Shows.text() readonly name!: string;
  @Shows.instant({ nullable: true }) readonly startDate!: string | null;
  @Shows.instant({ nullable: true }) readonly endDate!: string | null;
}

export class VelocityRow implements Row<VelocityReportView> {
  @Shows.one(VelocitySprint) readonly sprint!: VelocitySprint;
  @Shows.instant() readonly startedAt!: string;
  @Shows.instant() readonly completedAt!: string;
  @Shows.integer(0) readonly committed!: number;
  @Shows.integer(0) readonly completed!: number;
  @Shows.integer(0) readonly carriedOver!: number;
  @Shows.integer(0) readonly added!: number;
  @Shows.integer(0) readonly removed!: number;
  @Shows.number(0) readonly rollingAverage!: number;
}

export class Velocity {
  @Shows.word(['points', 'items']) readonly unit!: VelocityUnit;
  @Shows.integer(1) readonly window!: number;
  @Shows.integer(0) readonly sprintCount!: number;
  @Shows.number(0, { nullable: true }) readonly averageCommitted!: number | null;
  @Shows.number(0, { nullable: true }) readonly averageCompleted!: number | null;
  @Shows.number(0, { nullable: true }) readonly rollingAverage!: number | null;
}

export class VelocityDefinition implements VelocityDefinitionView {
  @Shows.word(['baseline_at_start']) readonly commitment!: 'baseline_at_start';
  @Shows.word(['done_within_sprint_before_boundary']) readonly completion!: 'done_within_sprint_before_boundary';
}

export class VelocityReport extends ProjectReport implements VelocityReportView {
  @Shows.word(['velocity']) readonly kind!: 'velocity';
  @Shows.one(VelocityDefinition) readonly definition!: VelocityDefinition;
  @Shows.one(Velocity) readonly velocity!: Velocity;
  @Shows.many(VelocityRow) readonly items!: readonly VelocityRow[];
  @Shows.many(VelocityRow) readonly data!: readonly VelocityRow[];
}

export class CumulativeFlowRow implements Row<CumulativeFlowReportView> {
  @Shows.date() readonly date!: string;
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
  @Shows.integer(0) readonly total!: number;
}

export class CumulativeFlow {
  @Shows.word(['count', 'points']) readonly unit!: FlowUnit;
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.words(WORK_ITEM_STATUSES) readonly statuses!: readonly WorkItemStatus[];
  @Shows.number(0) readonly averageWip!: number;
  @Shows.integer(0) readonly arrivals!: number;
  @Shows.integer(0) readonly departures!: number;
  @Shows.number(0, { nullable: true }) readonly averageLeadTimeDays!: number | null;
}

export class CumulativeFlowDefinition implements CumulativeFlowDefinitionView {
  @Shows.word(['end_of_day']) readonly snapshot!: 'end_of_day';
  @Shows.words(WORK_ITEM_STATUSES) readonly statusOrder!: readonly WorkItemStatus[];
}

export class CumulativeFlowReport extends ProjectReport implements CumulativeFlowReportView {
  @Shows.word(['cumulative-flow']) readonly kind!: 'cumulative-flow';
  @Shows.one(CumulativeFlowDefinition) readonly definition!: CumulativeFlowDefinition;
  @Shows.one(CumulativeFlow) readonly cumulativeFlow!: CumulativeFlow;
  @Shows.many(CumulativeFlowRow) readonly items!: readonly CumulativeFlowRow[];
  @Shows.many(CumulativeFlowRow) readonly data!: readonly CumulativeFlowRow[];
}

/** A Work Item in a report. */
export class ReportedWorkItem {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
}

export class ControlChartRow implements Row<ControlChartReportView> {
  @Shows.one(ReportedWorkItem) readonly workItem!: ReportedWorkItem;
  @Shows.instant() readonly startedAt!: string;
  @Shows.instant() readonly completedAt!: string;
  @Shows.number(0) readonly days!: number;
  @Shows.number(0) readonly rollingMeanDays!: number;
  @Shows.number(0) readonly rollingStandardDeviationDays!: number;
}

/** The Work Items that a control chart leaves out. */
export class ExcludedWork {
  @Shows.integer(0) readonly reopened!: number;
  @Shows.integer(0) readonly withoutStart!: number;
}

export class ControlChart {
  @Shows.word(['cycle', 'lead']) readonly measure!: 'cycle' | 'lead';
  @Shows.word(WORK_ITEM_STATUSES, { nullable: true }) readonly cycleStartStatus!: WorkItemStatus | null;
  @Shows.integer(0) readonly sampleCount!: number;
  @Shows.number(0, { nullable: true }) readonly meanDays!: number | null;
  @Shows.number(0, { nullable: true }) readonly medianDays!: number | null;
  @Shows.number(0, { nullable: true }) readonly p85Days!: number | null;
  @Shows.number(0, { nullable: true }) readonly p95Days!: number | null;
  @Shows.number(0, { nullable: true }) readonly standardDeviationDays!: number | null;
  @Shows.one(ExcludedWork) readonly excluded!: ExcludedWork;
}

export class ControlChartDefinition implements ControlChartDefinitionView {
  @Shows.word(['final_entry_to_done']) readonly completion!: 'final_entry_to_done';
  @Shows.word(['created', 'first_entry_to_start_status']) readonly start!: 'created' | 'first_entry_to_start_status';
}

export class ControlChartReport extends ProjectReport implements ControlChartReportView {
  @Shows.word(['control-chart']) readonly kind!: 'control-chart';
  @Shows.one(ControlChartDefinition) readonly definition!: ControlChartDefinition;
  @Shows.one(ControlChart) readonly controlChart!: ControlChart;
  @Shows.many(ControlChartRow) readonly items!: readonly ControlChartRow[];
  @Shows.many(ControlChartRow) readonly data!: readonly ControlChartRow[];
}

/** A Work Item in work. */
export class AgeingWorkItem extends ReportedWorkItem {
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
}

export class AgeingWipRow implements Row<AgeingWipReportView> {
  @Shows.one(AgeingWorkItem) readonly workItem!: AgeingWorkItem;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly assignee!: PublicUserSummary | null;
  @Shows.instant() readonly since!: string;
  @Shows.integer(0) readonly ageDays!: number;
  @Shows.integer(0) readonly bucket!: number;
}

export class AgeingBucket {
  @Shows.text() readonly label!: string;
  @Shows.integer(0) readonly minDays!: number;
  @Shows.integer(1, { nullable: true }) readonly maxDays!: number | null;
  @Shows.integer(0) readonly count!: number;
}

export class AgeingWip {
  @Shows.instant() readonly asOf!: string;
  @Shows.integer(0) readonly total!: number;
  @Shows.integer(0, { nullable: true }) readonly oldestDays!: number | null;
  @Shows.number(0, { nullable: true }) readonly medianDays!: number | null;
  @Shows.many(AgeingBucket) readonly buckets!: readonly AgeingBucket[];
}

export class AgeingWipDefinition implements AgeingWipDefinitionView {
  @Shows.word(['time_in_current_status']) readonly age!: 'time_in_current_status';
  @Shows.word(['inclusive']) readonly limits!: 'inclusive';
}

export class AgeingWipReport extends ProjectReport implements AgeingWipReportView {
  @Shows.word(['ageing-wip']) readonly kind!: 'ageing-wip';
  @Shows.one(AgeingWipDefinition) readonly definition!: AgeingWipDefinition;
  @Shows.one(AgeingWip) readonly ageingWip!: AgeingWip;
  @Shows.many(AgeingWipRow) readonly items!: readonly AgeingWipRow[];
  @Shows.many(AgeingWipRow) readonly data!: readonly AgeingWipRow[];
}

export class CreatedVsResolvedRow implements Row<CreatedVsResolvedReportView> {
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.integer(0) readonly created!: number;
  @Shows.integer(0) readonly resolved!: number;
  @Shows.integer(0) readonly reopened!: number;
  @Shows.anyInteger() readonly net!: number;
  @Shows.anyInteger() readonly cumulativeOpen!: number;
}

export class CreatedVsResolved {
  @Shows.word(['day', 'week', 'month']) readonly interval!: Interval;
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.anyInteger() readonly openingOpen!: number;
  @Shows.integer(0) readonly created!: number;
  @Shows.integer(0) readonly resolved!: number;
  @Shows.integer(0) readonly reopened!: number;
  @Shows.anyInteger() readonly net!: number;
  @Shows.anyInteger() readonly closingOpen!: number;
}

export class CreatedVsResolvedDefinition implements CreatedVsResolvedDefinitionView {
  @Shows.word(['latest_entry_to_done']) readonly resolved!: 'latest_entry_to_done';
  @Shows.word(['monday']) readonly weekStart!: 'monday';
}

export class CreatedVsResolvedReport extends ProjectReport implements CreatedVsResolvedReportView {
  @Shows.word(['created-vs-resolved']) readonly kind!: 'created-vs-resolved';
  @Shows.one(CreatedVsResolvedDefinition) readonly definition!: CreatedVsResolvedDefinition;
  @Shows.one(CreatedVsResolved) readonly createdVsResolved!: CreatedVsResolved;
  @Shows.many(CreatedVsResolvedRow) readonly items!: readonly CreatedVsResolvedRow[];
  @Shows.many(CreatedVsResolvedRow) readonly data!: readonly CreatedVsResolvedRow[];
}

export class DistributionRow implements Row<DistributionReportView> {
  @Shows.text({ nullable: true }) readonly key!: string | null;
  @Shows.text() readonly label!: string;
  @Shows.integer(0) readonly value!: number;
  @Shows.integer(0) readonly count!: number;
  @Shows.integer(0) readonly points!: number;
  @Shows.integer(0, { nullable: true }) readonly percent!: number | null;
}

export class Distribution {
  @Shows.word(['status', 'type', 'priority', 'assignee', 'label']) readonly groupBy!: DistributionGroup;
  @Shows.word(['count', 'points']) readonly unit!: FlowUnit;
  @Shows.word(['open', 'all']) readonly scope!: DistributionScope;
  @Shows.integer(0) readonly total!: number;
  @Shows.integer(0) readonly groupCount!: number;
  @Shows.flag() readonly groupsOverlap!: boolean;
}

export class DistributionDefinition implements DistributionDefinitionView {
  @Shows.integer(50) readonly groupCap!: 50;
  @Shows.word(['explicit']) readonly none!: 'explicit';
}

export class DistributionReport extends ProjectReport implements DistributionReportView {
  @Shows.word(['distribution']) readonly kind!: 'distribution';
  @Shows.one(DistributionDefinition) readonly definition!: DistributionDefinition;
  @Shows.one(Distribution) readonly distribution!: Distribution;
  @Shows.many(DistributionRow) readonly items!: readonly DistributionRow[];
  @Shows.many(DistributionRow) readonly data!: readonly DistributionRow[];
}

/** An epic in a report. */
export class ReportedEpic {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

/** How many children are in each status. */
export class ChildStatuses implements Readonly<Record<WorkItemStatus, number>> {
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
}

export class EpicProgressRow implements Row<EpicProgressReportView> {
  @Shows.one(ReportedEpic) readonly epic!: ReportedEpic;
  @Shows.instant({ nullable: true }) readonly targetDate!: string | null;
  @Shows.integer(0) readonly childCount!: number;
  @Shows.integer(0) readonly completedCount!: number;
  @Shows.integer(0) readonly points!: number;
  @Shows.integer(0) readonly completedPoints!: number;
  @Shows.integer(0, { nullable: true }) readonly itemPercent!: number | null;
  @Shows.integer(0, { nullable: true }) readonly pointPercent!: number | null;
  @Shows.one(ChildStatuses) readonly statuses!: ChildStatuses;
}

export class EpicProgress {
  @Shows.integer(0) readonly epicCount!: number;
  @Shows.integer(0) readonly completedEpicCount!: number;
  @Shows.integer(0) readonly childCount!: number;
  @Shows.integer(0) readonly completedCount!: number;
  @Shows.integer(0) readonly points!: number;
  @Shows.integer(0) readonly completedPoints!: number;
}

export class EpicProgressDefinition implements EpicProgressDefinitionView {
  @Shows.word(['direct_children']) readonly rollup!: 'direct_children';
}

export class EpicProgressReport extends ProjectReport implements EpicProgressReportView {
  @Shows.word(['epic-progress']) readonly kind!: 'epic-progress';
  @Shows.one(EpicProgressDefinition) readonly definition!: EpicProgressDefinition;
  @Shows.one(EpicProgress) readonly epicProgress!: EpicProgress;
  @Shows.many(EpicProgressRow) readonly items!: readonly EpicProgressRow[];
  @Shows.many(EpicProgressRow) readonly data!: readonly EpicProgressRow[];
}
