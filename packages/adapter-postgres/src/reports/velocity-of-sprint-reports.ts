import type { ProjectScope, VelocityRequest } from '@worktrack/application';
import {
  sprintReport,
  type MetricCount,
  type SprintFacts,
  type SprintReportRow,
  type SprintVelocity,
  type WorkItemId,
} from '@worktrack/domain';
import type { Reader } from '../connection/connections.js';
import type { Snapshots } from '../connection/snapshots.js';
import { Parameters } from '../sql/parameters.js';
import { shapedStatement } from '../sql/statement.js';
import { passingItems } from './population.js';
import { PostgresSprintReportFeed } from './sprint-report-feed.js';

type SprintRow = SprintVelocity['sprint'] & Pick<SprintVelocity, 'startedAt' | 'completedAt'>;

/** The latest completed Sprints, each in the figures of its own report over the items that pass. */
export async function readVelocity(
  snapshots: Snapshots,
  scope: ProjectScope,
  request: VelocityRequest,
): Promise<readonly SprintVelocity[]> {
  const [sprints, passing] = await snapshots.read((reader) =>
    Promise.all([latestSprints(reader, scope, request), passingOf(reader, scope, request)]),
  );
  const reports = new PostgresSprintReportFeed(snapshots);
  const figures: SprintVelocity[] = [];
  // One after the other, and none within another: together they would hold every connection that reports have.
  for (const { startedAt, completedAt, ...sprint } of sprints) {
    const facts = await reports.facts(scope, sprint.id);
    figures.push({ sprint, startedAt, completedAt, ...figuresOf(narrowed(facts, passing)) });
  }
  return figures;
}

async function latestSprints(
  reader: Reader,
  { organizationId, projectId }: ProjectScope,
  { population: { generatedAt }, latest }: VelocityRequest,
): Promise<readonly SprintRow[]> {
  const parameters = new Parameters();
  const text = `
    select id, name, start_date as "startDate", end_date as "endDate", started_at as "startedAt", completed_at as "completedAt"
    from sprints
    where organization_id = ${parameters.add(organizationId, 'uuid')} and project_id = ${parameters.add(projectId, 'uuid')}
      and state = 'done' and started_at is not null and completed_at <= ${parameters.add(generatedAt, 'timestamptz')}
    order by completed_at desc, id desc limit ${parameters.add(latest, 'integer')}`;
  const rows = await reader.rows<SprintRow>(shapedStatement('report.latest-sprints', text), parameters.values);
  return rows.reverse();
}

async function passingOf(
  reader: Reader,
  scope: ProjectScope,
  { population }: VelocityRequest,
): Promise<ReadonlySet<WorkItemId>> {
  const parameters = new Parameters();
  const text = `select item.id from work_items item where ${passingItems(scope, population, parameters)}`;
  const rows = await reader.rows<{ id: WorkItemId }>(shapedStatement('report.passing-items', text), parameters.values);
  return new Set(rows.map(({ id }) => id));
}

function narrowed(facts: SprintFacts, passing: ReadonlySet<WorkItemId>): SprintFacts {
  return {
    ...facts,
    commitment: facts.commitment?.filter(({ workItemId }) => passing.has(workItemId)) ?? null,
    episodes: facts.episodes.filter(({ workItemId }) => passing.has(workItemId)),
    items: facts.items.filter(({ id }) => passing.has(id)),
  };
}

function figuresOf(facts: SprintFacts): Omit<SprintVelocity, 'sprint' | 'startedAt' | 'completedAt'> {
  const { commitment, completion, carryover, scopeChanges, limitations } = sprintReport(facts);
  const { itemCount, points } = commitment;
  return {
    committed: { itemCount, points },
    completed: completion.completed,
    carriedOver: sumOf(carryover),
    added: sumOf(scopeChanges.added),
    removed: sumOf(scopeChanges.removed),
    limitations: limitations.filter((word) => word !== 'planned_end_missing'),
  };
}

function sumOf(rows: readonly SprintReportRow[]): MetricCount {
  return { itemCount: rows.length, points: rows.reduce((sum, { storyPoints }) => sum + (storyPoints ?? 0), 0) };
}
