import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import { StatementParameters } from '../engine/statement.js';
import { IS_READ, tooOld, type ReportBounds } from './bounds.js';
import { countedItems, type SprintMembership } from './population.js';

/** Parts of every statement of a flow report, as SQL. */
export interface Reported {
  readonly parameters: StatementParameters;
  readonly organization: string;
  readonly project: string;
  /** The instant of the report: later changes do not count. */
  readonly asOf: string;
}

/** Parts of a statement that finds the items that count by a condition. */
export interface Counted extends Reported {
  /** The common table `too_old`, which `items` reads. */
  readonly bound: string;
  /** The condition on `item` that is true when the item counts. */
  readonly items: string;
}

/** Builds the parts of a statement that uses all of them: PostgreSQL refuses a parameter that the statement does not mention. */
export function reported({ organizationId, projectId }: ProjectScope, { generatedAt }: ReportPopulation): Reported {
  const parameters = new StatementParameters();
  return {
    parameters,
    organization: parameters.add(organizationId, 'uuid'),
    project: parameters.add(projectId, 'uuid'),
    asOf: parameters.add(generatedAt, 'timestamptz'),
  };
}

/** Builds the parts of a statement. `membership` defines the Sprint filter. */
export function counted(
  scope: ProjectScope,
  population: ReportPopulation,
  bounds: ReportBounds,
  membership?: SprintMembership,
): Counted {
  const parts = reported(scope, population);
  return {
    ...parts,
    bound: tooOld(scope, bounds, parts.parameters),
    items: `${countedItems(scope, population, parts.parameters, membership)} and ${IS_READ}`,
  };
}

/** Adds the instants as one array parameter. */
export function instants(parameters: StatementParameters, boundaries: readonly Date[]): string {
  return parameters.add(
    boundaries.map((boundary) => boundary.toISOString()),
    'timestamptz[]',
  );
}
