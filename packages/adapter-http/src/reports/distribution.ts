import type {
  DistributionDefinition as DistributionDefinitionView,
  DistributionQuery,
  DistributionReportView,
} from '@worktrack/application';
import type { DistributionGroup, DistributionScope, FlowUnit, SprintId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { wordOr } from '../pipeline/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, FLOW_UNITS, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the distribution. */
export const DISTRIBUTION_QUERY = {
  ...FILTERS,
  ...SPRINT,
  groupBy: wordOr(['status', 'type', 'priority', 'assignee', 'label'], 'status'),
  scope: wordOr(['open', 'all'], 'open'),
  unit: wordOr(FLOW_UNITS, 'count'),
} as const satisfies ParametersOf<DistributionQuery>;

export class DistributionRow implements RowOf<DistributionReportView> {
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

/** The parameters of this report with their values in force; `null`: not set. */
export class DistributionParameters extends CommonParameters implements ShownParameters<DistributionReportView> {
  @Shows.word(['status', 'type', 'priority', 'assignee', 'label']) readonly groupBy!: DistributionGroup;
  @Shows.word(['open', 'all']) readonly scope!: DistributionScope;
  @Shows.word(FLOW_UNITS) readonly unit!: FlowUnit;
  @Shows.uuid({ nullable: true }) readonly sprint!: SprintId | null;
}

export class DistributionReport extends ReportMembers implements DistributionReportView {
  @Shows.word(['distribution']) readonly kind!: 'distribution';
  @Shows.one(DistributionParameters) readonly parameters!: DistributionParameters;
  @Shows.one(DistributionDefinition) readonly definition!: DistributionDefinition;
  @Shows.one(Distribution) readonly distribution!: Distribution;
  @Shows.many(DistributionRow) readonly items!: readonly DistributionRow[];
  @Shows.many(DistributionRow) readonly data!: readonly DistributionRow[];
}
