import { ProjectReportFeeds, type ProjectScope, type ReportType, type Reports } from '@worktrack/application';
import type { WorkItemFace, WorkItemId } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import type { Snapshots } from '../engine/snapshots.js';
import { statement } from '../engine/statement.js';
import { readAgeingWip } from './ageing-wip.js';
import { readControlChart } from './control-chart.js';
import { readCreatedVsResolved } from './created-vs-resolved.js';
import { readCumulativeFlow } from './cumulative-flow.js';
import { readDistribution } from './distribution.js';
import { readEpicProgress } from './epic-progress.js';
import { readVelocity } from './velocity.js';

/**
 * Reads the present, cut to milliseconds as every recorded instant is, and not earlier than the last recorded instant: after the clock was
 * set back, or when there is more than one change per millisecond, recorded instants are ahead of the clock.
 */
const NOW = statement(
  'report.now',
  `select greatest(
     date_trunc('milliseconds', clock_timestamp()),
     (select max(at) from work_item_history where organization_id = $1 and project_id = $2),
     (select max(completed_at) from sprints where organization_id = $1 and project_id = $2)) as now`,
);

const FACES = statement(
  'report.faces',
  `select id, project_key as "projectKey", number, title, type, priority from work_items
   where organization_id = $1 and project_id = $2 and id = any($3::uuid[])`,
);

/** Reads the facts of one report. */
type Feed<Type extends ReportType> = (
  reader: Reader,
  scope: ProjectScope,
  request: Reports[Type]['request'],
) => Promise<Reports[Type]['facts']>;

const FEEDS: { readonly [Type in ReportType]: Feed<Type> } = {
  velocity: readVelocity,
  'cumulative-flow': readCumulativeFlow,
  'control-chart': readControlChart,
  'ageing-wip': readAgeingWip,
  'created-vs-resolved': readCreatedVsResolved,
  distribution: readDistribution,
  'epic-progress': readEpicProgress,
};

/** Reads the facts of each report from one snapshot. */
export class PostgresProjectReportFeeds extends ProjectReportFeeds {
  constructor(private readonly snapshots: Snapshots) {
    super();
  }

  now({ organizationId, projectId }: ProjectScope): Promise<Date> {
    return this.snapshots.read(async (reader) => {
      const [row] = await reader.rows<{ readonly now: Date }>(NOW, [organizationId, projectId]);
      if (!row) throw new Error('The database returned no time.');
      return row.now;
    });
  }

  read<Type extends ReportType>(
    type: Type,
    scope: ProjectScope,
    request: Reports[Type]['request'],
  ): Promise<Reports[Type]['facts']> {
    return this.snapshots.read((reader) => FEEDS[type](reader, scope, request));
  }

  faces(
    { organizationId, projectId }: ProjectScope,
    ids: readonly WorkItemId[],
  ): Promise<Map<WorkItemId, WorkItemFace>> {
    return this.snapshots.read(async (reader) => {
      const rows = await reader.rows<WorkItemFace & { readonly id: WorkItemId }>(FACES, [
        organizationId,
        projectId,
        ids,
      ]);
      return new Map(rows.map(({ id, ...face }) => [id, face]));
    });
  }
}
