import type {
  CreatedVsResolvedDefinition as CreatedVsResolvedDefinitionView,
  CreatedVsResolvedQuery,
  CreatedVsResolvedReportView,
} from '@worktrack/application';
import type { Interval, SprintId, TimeZone } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { wordOr } from '../pipeline/query.js';
import { ReportMembers, type RowOf, type ShownParameters, SpanParameters } from './project-report.responses.js';
import { FILTERS, SPAN, SPRINT, type ParametersOf } from './report-parameters.js';

/** The query parameters of the report on created and resolved work. */
export const CREATED_VS_RESOLVED_QUERY = {
  ...FILTERS,
  ...SPAN,
  ...SPRINT,
  interval: wordOr(['day', 'week', 'month'], 'day'),
} as const satisfies ParametersOf<CreatedVsResolvedQuery>;

export class CreatedVsResolvedRow implements RowOf<CreatedVsResolvedReportView> {
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

/** The parameters of this report with their values in force; `null`: not set. */
export class CreatedVsResolvedParameters
  extends SpanParameters
  implements ShownParameters<CreatedVsResolvedReportView>
{
  @Shows.word(['day', 'week', 'month']) readonly interval!: Interval;
  @Shows.uuid({ nullable: true }) readonly sprint!: SprintId | null;
}

export class CreatedVsResolvedReport extends ReportMembers implements CreatedVsResolvedReportView {
  @Shows.word(['created-vs-resolved']) readonly kind!: 'created-vs-resolved';
  @Shows.one(CreatedVsResolvedParameters) readonly parameters!: CreatedVsResolvedParameters;
  @Shows.one(CreatedVsResolvedDefinition) readonly definition!: CreatedVsResolvedDefinition;
  @Shows.one(CreatedVsResolved) readonly createdVsResolved!: CreatedVsResolved;
  @Shows.many(CreatedVsResolvedRow) readonly items!: readonly CreatedVsResolvedRow[];
  @Shows.many(CreatedVsResolvedRow) readonly data!: readonly CreatedVsResolvedRow[];
}
