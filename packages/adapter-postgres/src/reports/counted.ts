import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import { Parameters } from '../engine/parameters.js';
import { IS_READ, tooOld, type ReportBounds } from './bounds.js';
import { countedItems, type SprintMembership } from './population.js';

/** Parts of every statement of a flow report, as SQL. */
export interface Counted {
  readonly parameters: Parameters;
  readonly organization: string;
  readonly project: string;
  /** The instant of the report: later changes do not count. */
  readonly asOf: string;
  /** The common table `too_old`, which `items` reads. */
  readonly bound: string;
  /** The condition on `item` that is true when the item counts. */
  readonly items: string;
}

/** Builds the parts of a statement. `membership` defines the Sprint filter. */
export function counted(
  scope: ProjectScope,
  population: ReportPopulation,
  bounds: ReportBounds,
  membership?: SprintMembership,
): Counted {
  const parameters = new Parameters();
  return {
    parameters,
    organization: parameters.add(scope.organizationId, 'uuid'),
    project: parameters.add(scope.projectId, 'uuid'),
    asOf: parameters.add(population.generatedAt, 'timestamptz'),
    bound: tooOld(scope, bounds, parameters),
    items: `${countedItems(scope, population, parameters, membership)} and ${IS_READ}`,
  };
}

/** Adds the instants as one array parameter. */
export function instants(parameters: Parameters, boundaries: readonly Date[]): string {
  return parameters.add(
    boundaries.map((boundary) => boundary.toISOString()),
    'timestamptz[]',
  );
}
