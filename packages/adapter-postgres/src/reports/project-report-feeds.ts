import {
  ProjectReportFeeds,
  type AgeingWipRequest,
  type ControlChartRequest,
  type DistributionRequest,
  type EpicProgressRequest,
  type ProjectScope,
  type SpanRequest,
  type VelocityRequest,
} from '@worktrack/application';
import type {
  AgeingWipFacts,
  ControlChartFacts,
  CreatedVsResolvedFacts,
  CumulativeFlowFacts,
  DistributionFacts,
  EpicProgressFacts,
  SprintVelocity,
} from '@worktrack/domain';
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
 * Cut to milliseconds, as every recorded instant is; and not before the last of them: where the clock was set back, or changes came
 * faster than milliseconds pass, what is recorded runs ahead of it.
 */
const NOW = statement(
  'report.now',
  `select greatest(
     date_trunc('milliseconds', clock_timestamp()),
     (select max(at) from work_item_history where organization_id = $1 and project_id = $2),
     (select max(completed_at) from sprints where organization_id = $1 and project_id = $2)) as now`,
);

/** Each report as of one moment. */
export class PostgresProjectReportFeeds extends ProjectReportFeeds {
  constructor(private readonly snapshots: Snapshots) {
    super();
  }

  now({ organizationId, projectId }: ProjectScope): Promise<Date> {
    return this.snapshots.read(async (reader) => {
      const [row] = await reader.rows<{ readonly now: Date }>(NOW, [organizationId, projectId]);
      if (!row) throw new Error('The database told no time.');
      return row.now;
    });
  }

  velocity(scope: ProjectScope, request: VelocityRequest): Promise<readonly SprintVelocity[]> {
    return this.snapshots.read((reader) => readVelocity(reader, scope, request));
  }

  cumulativeFlow(scope: ProjectScope, request: SpanRequest): Promise<CumulativeFlowFacts> {
    return this.snapshots.read((reader) => readCumulativeFlow(reader, scope, request));
  }

  controlChart(scope: ProjectScope, request: ControlChartRequest): Promise<ControlChartFacts> {
    return this.snapshots.read((reader) => readControlChart(reader, scope, request));
  }

  ageingWip(scope: ProjectScope, request: AgeingWipRequest): Promise<AgeingWipFacts> {
    return this.snapshots.read((reader) => readAgeingWip(reader, scope, request));
  }

  createdVsResolved(scope: ProjectScope, request: SpanRequest): Promise<CreatedVsResolvedFacts> {
    return this.snapshots.read((reader) => readCreatedVsResolved(reader, scope, request));
  }

  distribution(scope: ProjectScope, request: DistributionRequest): Promise<DistributionFacts> {
    return this.snapshots.read((reader) => readDistribution(reader, scope, request));
  }

  epicProgress(scope: ProjectScope, request: EpicProgressRequest): Promise<EpicProgressFacts> {
    return this.snapshots.read((reader) => readEpicProgress(reader, scope, request));
  }
}
