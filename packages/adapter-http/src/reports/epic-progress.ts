import type {
  EpicProgressDefinition as EpicProgressDefinitionView,
  EpicProgressQuery,
  EpicProgressReportView,
} from '@worktrack/application';
import {
  WORK_ITEM_STATUSES,
  type EpicSort,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemStatus,
} from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { wordOr } from '../pipeline/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, type ParametersOf } from './report-parameters.js';

const EPIC_SORTS = ['name', 'progress', 'targetDate'] as const;

/** The query parameters of the report on epics. */
export const EPIC_PROGRESS_QUERY = {
  ...FILTERS,
  sort: wordOr(EPIC_SORTS, 'name'),
} as const satisfies ParametersOf<EpicProgressQuery>;

/** An epic in a report. */
export class ReportedEpic {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

/** The number of children in each status. */
export class ChildStatuses implements Readonly<Record<WorkItemStatus, number>> {
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
}

export class EpicProgressRow implements RowOf<EpicProgressReportView> {
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

/** The parameters of this report with their values in force; `null`: not set. */
export class EpicProgressParameters extends CommonParameters implements ShownParameters<EpicProgressReportView> {
  @Shows.word(EPIC_SORTS) readonly sort!: EpicSort;
}

export class EpicProgressReport extends ReportMembers implements EpicProgressReportView {
  @Shows.word(['epic-progress']) readonly kind!: 'epic-progress';
  @Shows.one(EpicProgressParameters) readonly parameters!: EpicProgressParameters;
  @Shows.one(EpicProgressDefinition) readonly definition!: EpicProgressDefinition;
  @Shows.one(EpicProgress) readonly epicProgress!: EpicProgress;
  @Shows.many(EpicProgressRow) readonly items!: readonly EpicProgressRow[];
  @Shows.many(EpicProgressRow) readonly data!: readonly EpicProgressRow[];
}
