import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  AgeingWipDefinition as AgeingWipDefinitionView,
  AgeingWipQuery,
  AgeingWipReportView,
} from '@worktrack/application';
import {
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  type AgeingSort,
  type SprintId,
  type WorkItemPriority,
  type WorkItemStatus,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Shows } from '../openapi/shows.js';
import { meaning, optionalWord, parsedOr, wordOr } from '../checks/query.js';
import {
  CommonParameters,
  ReportedWorkItem,
  ReportMembers,
  type RowOf,
  type ShownParameters,
} from './project-report.responses.js';
import { FILTERS, SPRINT, type ParametersOf } from './report-parameters.js';

const AGEING_SORTS = ['age', 'workItem', 'status', 'assignee', 'since'] as const;

/** The query parameters of the report on ageing work. */
export const AGEING_WIP_QUERY = {
  ...FILTERS,
  ...SPRINT,
  // Done work does not age.
  status: optionalWord(WORK_ITEM_STATUSES.filter((status) => status !== 'done')),
  buckets: parsedOr([3, 7, 14, 30], limitsOf, '1 to 10 ascending integers from 1 to 100,000, with commas', {
    type: 'string',
    default: '3,7,14,30',
    pattern: '^[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5}){0,9}$',
  }),
  sort: meaning('The order of the rows.', wordOr(AGEING_SORTS, 'age')),
} as const satisfies ParametersOf<AgeingWipQuery>;

@ApiSchema({ description: 'An unfinished Work Item in a report.' })
export class AgeingWorkItem extends ReportedWorkItem {
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
}

@ApiSchema({ description: 'An unfinished Work Item and the time that it has been in its status.' })
export class AgeingWipRow implements RowOf<AgeingWipReportView> {
  @Shows.one(AgeingWorkItem) readonly workItem!: AgeingWorkItem;
  @Shows.word(WORK_ITEM_STATUSES) readonly status!: WorkItemStatus;
  @Shows.one(PublicUserSummary, { nullable: true }) readonly assignee!: PublicUserSummary | null;
  @Shows.instant({ description: 'The instant of its entry to this status.' }) readonly since!: string;
  @Shows.integer(0, { description: 'The whole days since then.' }) readonly ageDays!: number;
  @Shows.integer(0, { description: 'The number of its bucket, from 0.' }) readonly bucket!: number;
}

@ApiSchema({ description: 'A group of ages.' })
export class AgeingBucket {
  @Shows.text({ description: 'The ages as a text, such as `4–7`.' }) readonly label!: string;
  @Shows.integer(0, { description: 'The least age, in days.' }) readonly minDays!: number;
  @Shows.integer(1, { nullable: true, description: 'The greatest age, in days; `null` for the last bucket.' })
  readonly maxDays!: number | null;
  @Shows.integer(0, { description: 'The Work Items with such an age.' }) readonly count!: number;
}

@ApiSchema({ description: 'The figures over all rows of a report on ageing work.' })
export class AgeingWip {
  @Shows.instant({ description: 'The instant up to which ages count.' }) readonly asOf!: string;
  @Shows.integer(0, { description: 'The number of rows.' }) readonly total!: number;
  @Shows.integer(0, { nullable: true, description: 'The greatest age in whole days; `null` without rows.' })
  readonly oldestDays!: number | null;
  @Shows.number(0, { nullable: true, description: 'The median age in days; `null` without rows.' })
  readonly medianDays!: number | null;
  @Shows.many(AgeingBucket, { description: 'The number of Work Items by age.' })
  readonly buckets!: readonly AgeingBucket[];
}

@ApiSchema({ description: 'The rules of counting of a report on ageing work.' })
export class AgeingWipDefinition implements AgeingWipDefinitionView {
  @Shows.word(['time_in_current_status'], { description: 'An age is the time in the present status.' })
  readonly age!: 'time_in_current_status';
  @Shows.word(['inclusive'], { description: 'The limit of a bucket belongs to it.' }) readonly limits!: 'inclusive';
}

@ApiSchema({ description: 'The parameters of a report on ageing work with their values in force.' })
export class AgeingWipParameters extends CommonParameters implements ShownParameters<AgeingWipReportView> {
  @Shows.integers(1, { description: 'The upper limits of the buckets, in days.' }) readonly buckets!: readonly number[];
  @Shows.word(AGEING_SORTS, { description: 'The order of the rows.' }) readonly sort!: AgeingSort;
  @Shows.uuid({ nullable: true, description: 'The Sprint that was asked for, by its id; `null`: not set.' })
  readonly sprint!: SprintId | null;
}

@ApiSchema({ description: 'The age of unfinished work in its status: one row for each Work Item.' })
export class AgeingWipReport extends ReportMembers implements AgeingWipReportView {
  @Shows.word(['ageing-wip']) readonly kind!: 'ageing-wip';
  @Shows.one(AgeingWipParameters) readonly parameters!: AgeingWipParameters;
  @Shows.one(AgeingWipDefinition) readonly definition!: AgeingWipDefinition;
  @Shows.one(AgeingWip, { description: 'The figures over all rows.' }) readonly ageingWip!: AgeingWip;
  @Shows.many(AgeingWipRow) readonly items!: readonly AgeingWipRow[];
  @Shows.many(AgeingWipRow) readonly data!: readonly AgeingWipRow[];
}

class WholeAgeingWipParameters extends OmitType(AgeingWipParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeAgeingWipReport extends OmitType(AgeingWipReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeAgeingWipParameters) readonly parameters!: WholeAgeingWipParameters;
}

const MOST_LIMITS = 10;
const LARGEST_LIMIT = 100_000;

function limitsOf(text: string): readonly number[] | undefined {
  if (!/^[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5})*$/.test(text)) return undefined;
  const limits = text.split(',').map(Number);
  const rise = limits.every((each, index) => index === 0 || each > (limits[index - 1] ?? 0));
  return rise && limits.length <= MOST_LIMITS && limits.every((each) => each <= LARGEST_LIMIT) ? limits : undefined;
}
