import type { ProjectScope, ReportPopulation } from '@worktrack/application';
import { Parameters } from '../engine/parameters.js';
import { IS_READ, tooOld, type ReportBounds } from './bounds.js';
import { countedItems, type SprintMembership } from './population.js';

/** Parts of every statement of a flow report, as SQL. */
export interface Counted {
  readonly parameters: Parameters;
  readonly organization: string;
  readonly project: string;
  /** Nothing later counts. */
  readonly asOf: string;
  /** The common table that `items` looks into. */
  readonly bound: string;
  /** Of `item`: whether it counts. */
  readonly items: string;
}

/** `membership`: how an item belongs to the Sprint that is asked for. */
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

/** The instants as one array. */
export function instants(parameters: Parameters, boundaries: readonly Date[]): string {
  return parameters.add(
    boundaries.map((boundary) => boundary.toISOString()),
    'timestamptz[]',
  );
}
