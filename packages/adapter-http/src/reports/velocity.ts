import type {
  VelocityDefinition as VelocityDefinitionView,
  VelocityQuery,
  VelocityReportView,
} from '@worktrack/application';
import type { SprintId, VelocityUnit } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { integer, wordOr } from '../pipeline/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, type ParametersOf } from './report-parameters.js';

/** The query parameters of the velocity report. */
export const VELOCITY_QUERY = {
  ...FILTERS,
  range: integer(1, 366, 6),
  unit: wordOr(['points', 'items'], 'points'),
  window: integer(1, 100, 3),
} as const satisfies ParametersOf<VelocityQuery>;

export class VelocitySprint {
  @Shows.uuid() readonly id!: SprintId;
  @Shows.text() readonly name!: string;
  @Shows.instant({ nullable: true }) readonly startDate!: string | null;
  @Shows.instant({ nullable: true }) readonly endDate!: string | null;
}

export class VelocityRow implements RowOf<VelocityReportView> {
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

/** The parameters of this report with their values in force; `null`: not set. */
export class VelocityParameters extends CommonParameters implements ShownParameters<VelocityReportView> {
  @Shows.integer(1) readonly range!: number;
  @Shows.word(['points', 'items']) readonly unit!: VelocityUnit;
  @Shows.integer(1) readonly window!: number;
}

export class VelocityReport extends ReportMembers implements VelocityReportView {
  @Shows.word(['velocity']) readonly kind!: 'velocity';
  @Shows.one(VelocityParameters) readonly parameters!: VelocityParameters;
  @Shows.one(VelocityDefinition) readonly definition!: VelocityDefinition;
  @Shows.one(Velocity) readonly velocity!: Velocity;
  @Shows.many(VelocityRow) readonly items!: readonly VelocityRow[];
  @Shows.many(VelocityRow) readonly data!: readonly VelocityRow[];
}
