import type { ProjectScope, SpanRequest } from '@worktrack/application';
import type { CreatedVsResolvedFacts, FlowCounts } from '@worktrack/domain';
import { type Reader, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, REPORT_BOUNDS } from './bounds.js';
import { counted, instants, reported, type Counted, type Reported } from './counted.js';
import { earlierResolution, resolutionsSince } from './resolutions.js';
import { countsWholeProject, liveCondition } from './whole-project.js';

interface PartRow extends FlowCounts {
  /** The number of boundaries at or before these events: 1 is the first interval. */
  readonly part: number;
}

interface PresentRow {
  readonly part: null;
  /** The number of items that are open at the instant of the report. */
  readonly open: number;
  readonly tooOld: boolean;
}

/**
 * Reads the changes since the beginning of the span and the number of items that are open now. The number at the beginning is computed from
 * both, so no earlier history is read. All facts are read with one statement, so from one snapshot.
 */
export async function readCreatedVsResolved(
  reader: Reader,
  scope: ProjectScope,
  { population, boundaries }: SpanRequest,
  bounds = REPORT_BOUNDS,
): Promise<CreatedVsResolvedFacts> {
  const of = (await countsWholeProject(reader, scope, population, bounds))
    ? partsOfProject(reported(scope, population))
    : partsOfSome(counted(scope, population, bounds));
  const statement = shapedStatement('report.created-vs-resolved', textOf(of, boundaries));
  const rows = await reader.rows<PartRow | PresentRow>(statement, of.parameters.values);
  const parts = rows.filter((row) => row.part !== null);
  const present = rows.find((row) => row.part === null);
  const net = parts.reduce((sum, { created, resolved, reopened }) => sum + created - resolved + reopened, 0);
  return {
    openingOpen: (present?.open ?? 0) - net,
    // Changes after the end of the span are needed only to compute `openingOpen`.
    intervals: parts
      .filter(({ part }) => part < boundaries.length)
      .map(({ part, created, resolved, reopened }) => ({ interval: part - 1, created, resolved, reopened })),
    capped: present?.tooOld ?? false,
  };
}

/** The parts of the statement that depend on how the items that count are found. */
interface Parts extends Reported {
  /** The common tables, each with a comma after it. */
  readonly tables: string;
  /** The join that leaves only the rows of this table whose items count. */
  readonly join: (table: string) => string;
  /** The condition that leaves only the rows of this table whose items count. */
  readonly countedCondition: (table: string) => string;
  /** The number of items that count and are open now. */
  readonly open: string;
  readonly tooOld: string;
}

function partsOfSome({ bound, items, ...of }: Counted): Parts {
  return {
    ...of,
    tables: `${bound},`,
    join: (table) =>
      `join work_items item on item.organization_id = ${of.organization} and item.id = ${table}.work_item_id and ${items}`,
    countedCondition: () => 'true',
    open: `(select count(*) from work_items item where ${items} and item.status <> 'done')`,
    tooOld: IS_CAPPED,
  };
}

/** Reads no row of an item for its creation or resolution. Takes the few items away that were created after the instant of the report. */
function partsOfProject(of: Reported): Parts {
  const { organization, project, asOf } = of;
  const isLiveItem = 'item.deleted_at is null and item.archived_at is null';
  return {
    ...of,
    tables: '',
    join: () => '',
    countedCondition: (table) => liveCondition(`${table}.work_item_id`, of),
    open: `(
        select count(*) from work_items item
        where item.organization_id = ${organization} and item.project_id = ${project} and ${isLiveItem} and item.status <> 'done'
      ) - (
        select count(*) from item_flow flow
        join work_items item on item.organization_id = ${organization} and item.id = flow.work_item_id
          and ${isLiveItem} and item.status <> 'done'
        where flow.organization_id = ${organization} and flow.project_id = ${project} and flow.created_at > ${asOf}
      )`,
    tooOld: 'false',
  };
}

function textOf(of: Parts, boundaries: readonly Date[]): string {
  const { parameters, organization, project, asOf, join, countedCondition } = of;
  const start = parameters.add(boundaries[0] ?? null, 'timestamptz');
  const projectCondition = (table: string) =>
    `${table}.organization_id = ${organization} and ${table}.project_id = ${project}`;
  return `
    with ${of.tables} resolution as materialized (${resolutionsSince(start, of)}),
    event as (
      select flow.work_item_id, flow.created_at as at, 1 as created, 0 as resolved, 0 as reopened from item_flow flow
      where ${projectCondition('flow')} and flow.created_at >= ${start} and flow.created_at <= ${asOf}
      union all
      select work_item_id, resolved_at, 0, 1, 0 from resolution where resolved_at >= ${start}
      union all
      select work_item_id, reopened_at, 0, 0, 1 from resolution where reopened_at is not null
    )
    select width_bucket(event.at, ${instants(parameters, boundaries)}) as part, sum(event.created) as created,
      sum(event.resolved) as resolved, sum(event.reopened) as reopened, null::bigint as open, null::boolean as "tooOld"
    from event ${join('event')} where ${countedCondition('event')} group by part
    union all
    select null, null, null, null,
      ${of.open}
      -- Done at the instant of the report, reopened since.
      - (select count(*) from item_flow flow ${join('flow')}
         where ${projectCondition('flow')} and flow.reopened_at > ${asOf} and flow.resolved_at <= ${asOf} and ${countedCondition('flow')})
      -- Resolved again since: what they were then instead of what they are.
      + (select count(*) filter (where resolved.at is null or reopened.at is not null)
           - count(*) filter (where present.status <> 'done')
         from item_flow later ${join('later')}
         join work_items present on present.organization_id = ${organization} and present.id = later.work_item_id
         ${earlierResolution(of)}
         where ${projectCondition('later')} and later.resolved_at > ${asOf} and later.created_at <= ${asOf} and ${countedCondition('later')}),
      ${of.tooOld}`;
}
