import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  CreatedVsResolvedDefinition as CreatedVsResolvedDefinitionView,
  CreatedVsResolvedQuery,
  CreatedVsResolvedReportView,
} from '@worktrack/application';
import type { Interval, SprintId, TimeZone } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { wordOr } from '../checks/query.js';
import { ReportMembers, type RowOf, type ShownParameters, SpanParameters } from './project-report.responses.js';
import { FILTERS, SPAN, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the report on created and resolved work. */
export const CREATED_VS_RESOLVED_QUERY = {
  ...FILTERS,
  ...SPAN,
  ...SPRINT,
  interval: wordOr(['day', 'week', 'month'], 'day'),
} as const satisfies ParametersOf<CreatedVsResolvedQuery>;

@ApiSchema({ description: 'The work that came and went in one interval.' })
export class CreatedVsResolvedRow implements RowOf<CreatedVsResolvedReportView> {
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.integer(0) readonly created!: number;
  @Shows.integer(0) readonly resolved!: number;
  @Shows.integer(0) readonly reopened!: number;
  @Shows.anyInteger() readonly net!: number;
  @Shows.anyInteger({ description: 'Open Work Items at the end of the interval.' }) readonly cumulativeOpen!: number;
}

@ApiSchema({ description: 'The figures over all intervals.' })
export class CreatedVsResolved {
  @Shows.word(['day', 'week', 'month'], { description: 'The length of a row. A week begins on Monday.' })
  readonly interval!: Interval;
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.anyInteger({ description: 'Open Work Items before the first day.' }) readonly openingOpen!: number;
  @Shows.integer(0) readonly created!: number;
  @Shows.integer(0) readonly resolved!: number;
  @Shows.integer(0) readonly reopened!: number;
  @Shows.anyInteger() readonly net!: number;
  @Shows.anyInteger({ description: 'Open Work Items at the end of the last day.' }) readonly closingOpen!: number;
}

@ApiSchema({ description: 'The rules of counting of a report on created and resolved work.' })
export class CreatedVsResolvedDefinition implements CreatedVsResolvedDefinitionView {
  @Shows.word(['latest_entry_to_done'], { description: 'A Work Item is resolved by its latest move to `done`.' })
  readonly resolved!: 'latest_entry_to_done';
  @Shows.word(['monday'], { description: 'The day on which a week begins.' }) readonly weekStart!: 'monday';
}

@ApiSchema({ description: 'The parameters of a report on created and resolved work with their values in force.' })
export class CreatedVsResolvedParameters
  extends SpanParameters
  implements ShownParameters<CreatedVsResolvedReportView>
{
  @Shows.word(['day', 'week', 'month'], { description: 'The length of a row.' }) readonly interval!: Interval;
  @Shows.uuid({ nullable: true, description: 'The Sprint that was asked for, by its id; `null`: not set.' })
  readonly sprint!: SprintId | null;
}

@ApiSchema({ description: 'Created and resolved work: one row for each interval, oldest first.' })
export class CreatedVsResolvedReport extends ReportMembers implements CreatedVsResolvedReportView {
  @Shows.word(['created-vs-resolved']) readonly kind!: 'created-vs-resolved';
  @Shows.one(CreatedVsResolvedParameters) readonly parameters!: CreatedVsResolvedParameters;
  @Shows.one(CreatedVsResolvedDefinition) readonly definition!: CreatedVsResolvedDefinition;
  @Shows.one(CreatedVsResolved, { description: 'The figures over all intervals.' })
  readonly createdVsResolved!: CreatedVsResolved;
  @Shows.many(CreatedVsResolvedRow) readonly items!: readonly CreatedVsResolvedRow[];
  @Shows.many(CreatedVsResolvedRow) readonly data!: readonly CreatedVsResolvedRow[];
}

class WholeCreatedVsResolvedParameters extends OmitType(CreatedVsResolvedParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeCreatedVsResolvedReport extends OmitType(CreatedVsResolvedReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeCreatedVsResolvedParameters) readonly parameters!: WholeCreatedVsResolvedParameters;
}
