import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  DistributionDefinition as DistributionDefinitionView,
  DistributionQuery,
  DistributionReportView,
} from '@worktrack/application';
import type { DistributionGroup, DistributionScope, FlowUnit, SprintId } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { meaning, wordOr } from '../checks/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, FLOW_UNITS, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the distribution. */
export const DISTRIBUTION_QUERY = {
  ...FILTERS,
  ...SPRINT,
  groupBy: wordOr(['status', 'type', 'priority', 'assignee', 'label'], 'status'),
  scope: meaning('`open`: only unfinished Work Items. `all`: finished ones too.', wordOr(['open', 'all'], 'open')),
  unit: wordOr(FLOW_UNITS, 'count'),
} as const satisfies ParametersOf<DistributionQuery>;

@ApiSchema({ description: 'A group of Work Items.' })
export class DistributionRow implements RowOf<DistributionReportView> {
  @Shows.text({
    nullable: true,
    description:
      'The word, the public id or the label id of the group; `null`: those without one; `other`: the smallest groups together.',
  })
  readonly key!: string | null;
  @Shows.text({ description: 'The name of the group.' }) readonly label!: string;
  @Shows.integer(0, { description: 'The size of the group, in `unit`.' }) readonly value!: number;
  @Shows.integer(0, { description: 'The number of Work Items.' }) readonly count!: number;
  @Shows.integer(0) readonly points!: number;
  @Shows.integer(0, { nullable: true, description: '`value` in whole per cent of `total`; `null` if that is 0.' })
  readonly percent!: number | null;
}

@ApiSchema({ description: 'The figures over all groups.' })
export class Distribution {
  @Shows.word(['status', 'type', 'priority', 'assignee', 'label'], {
    description: 'The member of a Work Item that makes the groups.',
  })
  readonly groupBy!: DistributionGroup;
  @Shows.word(['count', 'points']) readonly unit!: FlowUnit;
  @Shows.word(['open', 'all'], { description: '`open`: only unfinished Work Items. `all`: finished ones too.' })
  readonly scope!: DistributionScope;
  @Shows.integer(0, { description: 'All Work Items together, each once, in `unit`.' }) readonly total!: number;
  @Shows.integer(0, { description: 'Groups with at least one Work Item.' }) readonly groupCount!: number;
  @Shows.flag({ description: '`true`: a Work Item can be in several groups.' }) readonly groupsOverlap!: boolean;
}

@ApiSchema({ description: 'The rules by which groups are made.' })
export class DistributionDefinition implements DistributionDefinitionView {
  @Shows.integer(50, { description: 'The most groups; the smallest ones beyond it are shown together.' })
  readonly groupCap!: 50;
  @Shows.word(['explicit'], { description: 'Work Items without a value have a group of their own.' })
  readonly none!: 'explicit';
}

@ApiSchema({ description: 'The parameters of a distribution with their values in force.' })
export class DistributionParameters extends CommonParameters implements ShownParameters<DistributionReportView> {
  @Shows.word(['status', 'type', 'priority', 'assignee', 'label'], {
    description: 'The member of a Work Item that makes the groups.',
  })
  readonly groupBy!: DistributionGroup;
  @Shows.word(['open', 'all'], { description: '`open`: only unfinished Work Items. `all`: finished ones too.' })
  readonly scope!: DistributionScope;
  @Shows.word(FLOW_UNITS) readonly unit!: FlowUnit;
  @Shows.uuid({ nullable: true, description: 'The Sprint that was asked for, by its id; `null`: not set.' })
  readonly sprint!: SprintId | null;
}

@ApiSchema({ description: 'The work of a Project in groups: one row for each group.' })
export class DistributionReport extends ReportMembers implements DistributionReportView {
  @Shows.word(['distribution']) readonly kind!: 'distribution';
  @Shows.one(DistributionParameters) readonly parameters!: DistributionParameters;
  @Shows.one(DistributionDefinition) readonly definition!: DistributionDefinition;
  @Shows.one(Distribution, { description: 'The figures over all groups.' }) readonly distribution!: Distribution;
  @Shows.many(DistributionRow) readonly items!: readonly DistributionRow[];
  @Shows.many(DistributionRow) readonly data!: readonly DistributionRow[];
}

class WholeDistributionParameters extends OmitType(DistributionParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeDistributionReport extends OmitType(DistributionReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeDistributionParameters) readonly parameters!: WholeDistributionParameters;
}
