import type { ProjectScope, VelocityRequest } from '@worktrack/application';
import { figureLimitations, type SprintRecord, type SprintVelocity } from '@worktrack/domain';
import { type Reader, StatementParameters, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS, tooOld } from './bounds.js';
import { passingItems } from './population.js';
import { FIGURES, filteredFigures } from './velocity-figures.js';
import { isUnfiltered } from './whole-project.js';

type VelocityRow = Record<(typeof FIGURES)[number], number> &
  Pick<SprintRecord, 'id' | 'name' | 'startDate' | 'endDate'> & {
    readonly startedAt: Date;
    readonly completedAt: Date;
    readonly rowsCapped: boolean;
    readonly historyIncomplete: boolean;
    readonly commitmentUnavailable: boolean;
  };

/**
 * Reads the summary of each Sprint if there is no filter. A filter tests present values, so its figures are computed from the ledger and
 * only its limitations are read from the summary. All facts are read with one statement, so from one snapshot.
 */
export async function readVelocity(
  reader: Reader,
  scope: ProjectScope,
  request: VelocityRequest,
  bounds = REPORT_BOUNDS,
): Promise<readonly SprintVelocity[]> {
  const { population } = request;
  const parameters = new StatementParameters();
  const organization = parameters.add(scope.organizationId, 'uuid');
  const latest = latestSprints(organization, scope, request, parameters);
  const text = !isUnfiltered(population, scope)
    ? `with ${tooOld(scope, bounds, parameters)}, ${latest},
      ${filteredFigures(`${passingItems(scope, population, parameters)} and ${IS_READ}`, organization)}
      select ${SPRINT}, ${FIGURES.map((figure) => `coalesce(figures.${figure}, 0) as ${figure}`).join(', ')},
        ended.rows_capped or ${IS_CAPPED} as "rowsCapped", ${LIMITATIONS}
      from ended left join figures on figures.sprint_id = ended.id order by ended.completed_at, ended.id`
    : `with ${latest}
      select ${SPRINT}, ${FIGURES.map((figure) => `ended.${figure}`).join(', ')}, ended.rows_capped as "rowsCapped", ${LIMITATIONS}
      from ended order by ended.completed_at, ended.id`;
  const rows = await reader.rows<VelocityRow>(shapedStatement('report.velocity', text), parameters.values);
  return rows.map(velocityOf);
}

const SPRINT = `ended.id, ended.name, ended.start_date as "startDate", ended.end_date as "endDate", ended.started_at as "startedAt",
        ended.completed_at as "completedAt"`;
const LIMITATIONS = `ended.history_incomplete as "historyIncomplete", ended.commitment_unavailable as "commitmentUnavailable"`;

/** Builds the common table `ended`: the summaries of the latest Sprints, with the columns of the report. */
function latestSprints(
  organization: string,
  { projectId }: ProjectScope,
  { latest, population: { generatedAt } }: VelocityRequest,
  parameters: StatementParameters,
): string {
  return `ended as (
        select summary.sprint_id as id, sprint.name, sprint.start_date, sprint.end_date,
          summary.started_at, summary.completed_at, ${FIGURES.map((figure) => `summary.${figure}`).join(', ')},
          summary.rows_capped, summary.history_incomplete, summary.commitment_unavailable
        from sprint_summaries summary
        join sprints sprint on sprint.organization_id = ${organization} and sprint.id = summary.sprint_id
        where summary.organization_id = ${organization} and summary.project_id = ${parameters.add(projectId, 'uuid')}
          and summary.completed_at <= ${parameters.add(generatedAt, 'timestamptz')}
        order by summary.completed_at desc, summary.sprint_id desc limit ${parameters.add(latest, 'bigint')}
      )`;
}

function velocityOf(row: VelocityRow): SprintVelocity {
  const { id, name, startDate, endDate, startedAt, completedAt } = row;
  return {
    sprint: { id, name, startDate, endDate },
    startedAt,
    completedAt,
    committed: { itemCount: row.committed_items, points: row.committed_points },
    completed: { itemCount: row.completed_items, points: row.completed_points },
    carriedOver: { itemCount: row.carried_over_items, points: row.carried_over_points },
    added: { itemCount: row.added_items, points: row.added_points },
    removed: { itemCount: row.removed_items, points: row.removed_points },
    limitations: figureLimitations(row),
  };
}
