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
import { optionalWord, parsedOr, wordOr } from '../pipeline/query.js';
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
    description: 'Upper limits of days, ascending, each at most 100,000.',
  }),
  sort: wordOr(AGEING_SORTS, 'age'),
} as const satisfies ParametersOf<AgeingWipQuery>;

/** A Work Item in work. */
export class AgeingWorkItem extends ReportedWorkItem {
  @Shows.word(WORK_ITEM_PRIORITIES) readonly priority!: WorkItemPriority;
}

export class AgeingWipRow implements RowOf<AgeingWipReportView> {
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

/** The parameters of this report with their values in force; `null`: not set. */
export class AgeingWipParameters extends CommonParameters implements ShownParameters<AgeingWipReportView> {
  @Shows.integers(1) readonly buckets!: readonly number[];
  @Shows.word(AGEING_SORTS) readonly sort!: AgeingSort;
  @Shows.uuid({ nullable: true }) readonly sprint!: SprintId | null;
}

export class AgeingWipReport extends ReportMembers implements AgeingWipReportView {
  @Shows.word(['ageing-wip']) readonly kind!: 'ageing-wip';
  @Shows.one(AgeingWipParameters) readonly parameters!: AgeingWipParameters;
  @Shows.one(AgeingWipDefinition) readonly definition!: AgeingWipDefinition;
  @Shows.one(AgeingWip) readonly ageingWip!: AgeingWip;
  @Shows.many(AgeingWipRow) readonly items!: readonly AgeingWipRow[];
  @Shows.many(AgeingWipRow) readonly data!: readonly AgeingWipRow[];
}

const MOST_LIMITS = 10;
const LARGEST_LIMIT = 100_000;

function limitsOf(text: string): readonly number[] | undefined {
  if (!/^[1-9][0-9]{0,5}(?:,[1-9][0-9]{0,5})*$/.test(text)) return undefined;
  const limits = text.split(',').map(Number);
  const rise = limits.every((each, index) => index === 0 || each > (limits[index - 1] ?? 0));
  return rise && limits.length <= MOST_LIMITS && limits.every((each) => each <= LARGEST_LIMIT) ? limits : undefined;
}
