import { ApiSchema, OmitType } from '@nestjs/swagger';
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
import { meaning, wordOr } from '../checks/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, type ParametersOf } from './report-parameters.js';

const EPIC_SORTS = ['name', 'progress', 'targetDate'] as const;

/** The query parameters of the report on epics. */
export const EPIC_PROGRESS_QUERY = {
  ...FILTERS,
  sort: meaning('The order of the rows.', wordOr(EPIC_SORTS, 'name')),
} as const satisfies ParametersOf<EpicProgressQuery>;

@ApiSchema({ description: 'An epic in a report.' })
export class ReportedEpic {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
}

@ApiSchema({ description: 'The number of children in each status.' })
export class ChildStatuses implements Readonly<Record<WorkItemStatus, number>> {
  @Shows.integer(0) readonly backlog!: number;
  @Shows.integer(0) readonly todo!: number;
  @Shows.integer(0) readonly in_progress!: number;
  @Shows.integer(0) readonly in_review!: number;
  @Shows.integer(0) readonly done!: number;
}

@ApiSchema({ description: 'An epic and how much of it is done.' })
export class EpicProgressRow implements RowOf<EpicProgressReportView> {
  @Shows.one(ReportedEpic, { description: 'The epic.' }) readonly epic!: ReportedEpic;
  @Shows.instant({ nullable: true, description: 'The instant when the epic is due; `null`: none.' })
  readonly targetDate!: string | null;
  @Shows.integer(0) readonly childCount!: number;
  @Shows.integer(0) readonly completedCount!: number;
  @Shows.integer(0, { description: 'Story points of the children.' }) readonly points!: number;
  @Shows.integer(0) readonly completedPoints!: number;
  @Shows.integer(0, { nullable: true }) readonly itemPercent!: number | null;
  @Shows.integer(0, { nullable: true }) readonly pointPercent!: number | null;
  @Shows.one(ChildStatuses, { description: 'The children by status.' }) readonly statuses!: ChildStatuses;
}

@ApiSchema({ description: 'The figures over all epics.' })
export class EpicProgress {
  @Shows.integer(0, { description: 'The number of epics.' }) readonly epicCount!: number;
  @Shows.integer(0, { description: 'Epics that are done.' }) readonly completedEpicCount!: number;
  @Shows.integer(0) readonly childCount!: number;
  @Shows.integer(0) readonly completedCount!: number;
  @Shows.integer(0, { description: 'Story points of all children.' }) readonly points!: number;
  @Shows.integer(0) readonly completedPoints!: number;
}

@ApiSchema({ description: 'The rules of counting of the progress of an epic.' })
export class EpicProgressDefinition implements EpicProgressDefinitionView {
  @Shows.word(['direct_children'], { description: 'Only direct children count.' }) readonly rollup!: 'direct_children';
}

@ApiSchema({ description: 'The parameters of a report on epics with their values in force.' })
export class EpicProgressParameters extends CommonParameters implements ShownParameters<EpicProgressReportView> {
  @Shows.word(EPIC_SORTS, { description: 'The order of the rows.' }) readonly sort!: EpicSort;
}

@ApiSchema({ description: 'The progress of each epic: one row for each epic.' })
export class EpicProgressReport extends ReportMembers implements EpicProgressReportView {
  @Shows.word(['epic-progress']) readonly kind!: 'epic-progress';
  @Shows.one(EpicProgressParameters) readonly parameters!: EpicProgressParameters;
  @Shows.one(EpicProgressDefinition) readonly definition!: EpicProgressDefinition;
  @Shows.one(EpicProgress, { description: 'The figures over all epics.' }) readonly epicProgress!: EpicProgress;
  @Shows.many(EpicProgressRow) readonly items!: readonly EpicProgressRow[];
  @Shows.many(EpicProgressRow) readonly data!: readonly EpicProgressRow[];
}

class WholeEpicProgressParameters extends OmitType(EpicProgressParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeEpicProgressReport extends OmitType(EpicProgressReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeEpicProgressParameters) readonly parameters!: WholeEpicProgressParameters;
}
