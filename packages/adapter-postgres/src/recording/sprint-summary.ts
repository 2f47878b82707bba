import { statement } from '../engine/statement.js';
import { FIGURES, HAS_GAPS, sprintFigures } from './sprint-figures.js';

/**
 * Freezes the figures of a Sprint report, in the transaction that completes the Sprint and after its outcome is written.
 * $1 Organization, $2 Sprint.
 */
export const SUMMARISE = statement(
  'sprint-summary.write',
  `insert into sprint_summaries (organization_id, sprint_id, project_id, started_at, completed_at, ${FIGURES.join(', ')},
     rows_capped, history_incomplete, commitment_unavailable)
   with ended as (
     select organization_id, id, project_id, started_at, completed_at from sprints where organization_id = $1 and id = $2
   ), ${sprintFigures()}
   select ended.organization_id, ended.id, ended.project_id, ended.started_at, ended.completed_at,
     ${FIGURES.map((figure) => `coalesce(figures.${figure}, 0)`).join(', ')}, coalesce(figures.rows_capped, false),
     coalesce(figures.has_holes, false) or ${HAS_GAPS}, coalesce(figures.commitment_unavailable, false)
   from ended left join figures on figures.sprint_id = ended.id`,
);
