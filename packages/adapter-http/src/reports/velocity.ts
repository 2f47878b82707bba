import { ApiSchema, OmitType } from '@nestjs/swagger';
import type {
  VelocityDefinition as VelocityDefinitionView,
  VelocityQuery,
  VelocityReportView,
} from '@worktrack/application';
import type { SprintId, VelocityUnit } from '@worktrack/domain';
import { Shows } from '../openapi/shows.js';
import { integer, wordOr } from '../checks/query.js';
import { CommonParameters, ReportMembers, type RowOf, type ShownParameters } from './project-report.responses.js';
import { FILTERS, type ParametersOf } from './report-parameters.js';

/** The query parameters of the velocity report. */
export const VELOCITY_QUERY = {
  ...FILTERS,
  range: integer(1, 366, 6),
  unit: wordOr(['points', 'items'], 'points'),
  window: integer(1, 100, 3),
} as const satisfies ParametersOf<VelocityQuery>;

@ApiSchema({ description: 'A completed Sprint.' })
export class VelocitySprint {
  @Shows.uuid({ description: 'The id of the Sprint.' }) readonly id!: SprintId;
  @Shows.text({ description: 'The name of the Sprint.' }) readonly name!: string;
  @Shows.instant({ nullable: true }) readonly startDate!: string | null;
  @Shows.instant({ nullable: true }) readonly endDate!: string | null;
}

@ApiSchema({ description: 'The figures of one Sprint at its completion. They never change again.' })
export class VelocityRow implements RowOf<VelocityReportView> {
  @Shows.one(VelocitySprint, { description: 'The Sprint.' }) readonly sprint!: VelocitySprint;
  @Shows.instant({ description: 'The instant of its start.' }) readonly startedAt!: string;
  @Shows.instant({ description: 'The instant of its completion.' }) readonly completedAt!: string;
  @Shows.integer(0, { description: 'The work of the Sprint at its start, in `unit`.' }) readonly committed!: number;
  @Shows.integer(0, { description: 'The work that was done at its completion, in `unit`.' })
  readonly completed!: number;
  @Shows.integer(0, { description: 'The work that was not done, in `unit`.' }) readonly carriedOver!: number;
  @Shows.integer(0, { description: 'The work that was added after the start, in `unit`.' }) readonly added!: number;
  @Shows.integer(0, { description: 'The work that was removed after the start, in `unit`.' }) readonly removed!: number;
  @Shows.number(0, {
    description: 'The mean of `completed` over this Sprint and those before it, `window` in all, with two decimals.',
  })
  readonly rollingAverage!: number;
}

@ApiSchema({ description: 'The figures over all rows of a velocity report.' })
export class Velocity {
  @Shows.word(['points', 'items']) readonly unit!: VelocityUnit;
  @Shows.integer(1, { description: 'The number of Sprints of a rolling average.' }) readonly window!: number;
  @Shows.integer(0, { description: 'The number of rows.' }) readonly sprintCount!: number;
  @Shows.number(0, { nullable: true, description: 'The mean of `committed`, with two decimals; `null` without rows.' })
  readonly averageCommitted!: number | null;
  @Shows.number(0, { nullable: true, description: 'The mean of `completed`, with two decimals; `null` without rows.' })
  readonly averageCompleted!: number | null;
  @Shows.number(0, { nullable: true, description: 'The rolling average of the last row; `null` without rows.' })
  readonly rollingAverage!: number | null;
}

@ApiSchema({ description: 'The rules of counting of a velocity report.' })
export class VelocityDefinition implements VelocityDefinitionView {
  @Shows.word(['baseline_at_start'], { description: 'The commitment is what was in the Sprint when it started.' })
  readonly commitment!: 'baseline_at_start';
  @Shows.word(['done_within_sprint_before_boundary'], {
    description: 'Completed is what became done in the Sprint before its completion.',
  })
  readonly completion!: 'done_within_sprint_before_boundary';
}

@ApiSchema({ description: 'The parameters of a velocity report with their values in force.' })
export class VelocityParameters extends CommonParameters implements ShownParameters<VelocityReportView> {
  @Shows.integer(1, { description: 'The most Sprints of the report.' }) readonly range!: number;
  @Shows.word(['points', 'items']) readonly unit!: VelocityUnit;
  @Shows.integer(1, { description: 'The number of Sprints of a rolling average.' }) readonly window!: number;
}

@ApiSchema({
  description: 'The work that a Project finishes in each Sprint: one row for each completed Sprint, oldest first.',
})
export class VelocityReport extends ReportMembers implements VelocityReportView {
  @Shows.word(['velocity']) readonly kind!: 'velocity';
  @Shows.one(VelocityParameters) readonly parameters!: VelocityParameters;
  @Shows.one(VelocityDefinition) readonly definition!: VelocityDefinition;
  @Shows.one(Velocity, { description: 'The figures over all rows.' }) readonly velocity!: Velocity;
  @Shows.many(VelocityRow) readonly items!: readonly VelocityRow[];
  @Shows.many(VelocityRow) readonly data!: readonly VelocityRow[];
}

class WholeVelocityParameters extends OmitType(VelocityParameters, ['limit']) {}

/** The report with all of its rows. */
export class WholeVelocityReport extends OmitType(VelocityReport, ['parameters', 'data', 'page']) {
  @Shows.one(WholeVelocityParameters) readonly parameters!: WholeVelocityParameters;
}
