import {
  ProjectReportFeeds,
  type ProjectScope,
  type ReportFeed,
  type ReportPopulation,
  type ReportType,
  type Reports,
} from '@worktrack/application';
import type { WorkItemFace, WorkItemId } from '@worktrack/domain';
import { DATABASE_CLOCK, type Reader, statement } from '../engine/statement.js';
import type { Snapshots } from '../engine/snapshots.js';
import { readAgeingWip } from './ageing-wip.js';
import { readControlChart } from './control-chart.js';
import { readCreatedVsResolved } from './created-vs-resolved.js';
import { readCumulativeFlow } from './cumulative-flow.js';
import { readDistribution } from './distribution.js';
import { readEpicProgress, readShownEpics } from './epic-progress.js';
import { readVelocity } from './velocity.js';

/**
 * Reads the present, cut to milliseconds as every recorded instant is, and not earlier than the last recorded instant: after the clock was
 * set back, or when there is more than one change per millisecond, recorded instants are ahead of the clock.
 */
const NOW = statement(
  'report.now',
  `select greatest(
     ${DATABASE_CLOCK},
     (select max(at) from work_item_history where organization_id = $1 and project_id = $2),
     (select max(completed_at) from sprints where organization_id = $1 and project_id = $2)) as now`,
);

const FACES = statement(
  'report.faces',
  `select id, project_key as "projectKey", number, title, type, priority from work_items
   where organization_id = $1 and project_id = $2 and id = any($3::uuid[])`,
);

/** Reads what the shown rows of a report need in addition to its facts. */
type ReadShown<Key, Detail> = (
  reader: Reader,
  scope: ProjectScope,
  population: ReportPopulation,
  keys: readonly Key[],
) => Promise<ReadonlyMap<Key, Detail>>;

/** Reads one report. */
interface Feed<Type extends ReportType> {
  readonly facts: (
    reader: Reader,
    scope: ProjectScope,
    request: Reports[Type]['request'],
  ) => Promise<Reports[Type]['facts']>;
  readonly details: ReadShown<Reports[Type]['key'], Reports[Type]['detail']>;
}

const readFaces: ReadShown<WorkItemId, WorkItemFace> = async (
  reader,
  { organizationId, projectId },
  _population,
  ids,
) => {
  const rows = await reader.rows<WorkItemFace & { readonly id: WorkItemId }>(FACES, [organizationId, projectId, ids]);
  return new Map(rows.map(({ id, ...face }) => [id, face]));
};

const nothing: ReadShown<never, never> = () => Promise.resolve(new Map<never, never>());

const FEEDS: { readonly [Type in ReportType]: Feed<Type> } = {
  velocity: { facts: readVelocity, details: nothing },
  'cumulative-flow': { facts: readCumulativeFlow, details: nothing },
  'control-chart': { facts: readControlChart, details: readFaces },
  'ageing-wip': { facts: readAgeingWip, details: readFaces },
  'created-vs-resolved': { facts: readCreatedVsResolved, details: nothing },
  distribution: { facts: readDistribution, details: nothing },
  'epic-progress': { facts: readEpicProgress, details: readShownEpics },
};

/** Reads the facts of each report from one snapshot. */
export class PostgresProjectReportFeeds extends ProjectReportFeeds {
  constructor(private readonly snapshots: Snapshots) {
    super();
  }

  now({ organizationId, projectId }: ProjectScope): Promise<Date> {
    return this.snapshots.read(organizationId, async (reader) => {
      // Later pages are of that instant too: what was recorded after it is ignored.
      if (reader.heartbeat) return reader.heartbeat;
      const [row] = await reader.rows<{ readonly now: Date }>(NOW, [organizationId, projectId]);
      if (!row) throw new Error('The database returned no time.');
      return row.now;
    });
  }

  within<Type extends ReportType, Result>(
    scope: ProjectScope,
    type: Type,
    generatedAt: Date,
    work: (feed: ReportFeed<Type>) => Promise<Result>,
  ): Promise<Result> {
    const { facts, details } = FEEDS[type];
    return this.snapshots.read(
      scope.organizationId,
      (reader) =>
        work({
          facts: (request) => facts(reader, scope, request),
          details: (population, keys) => details(reader, scope, population, keys),
        }),
      generatedAt,
    );
  }
}
