import type { DistributionRequest, ProjectScope } from '@worktrack/application';
import type { DistributionFacts, DistributionGroup, GroupedWork, MetricCount } from '@worktrack/domain';
import { type Reader, StatementParameters, shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS, tooOld, type ReportBounds } from './bounds.js';
import { reported, type Reported } from './counted.js';
import { countedItems } from './population.js';
import { countsWholeProject } from './whole-project.js';

/** The sums of one group, of the items in no group, or of all items. Only a group has a key and a label. */
interface DistributionRow extends MetricCount {
  readonly part: 'group' | 'none' | 'total';
  readonly key: string | null;
  readonly label: string | null;
  readonly tooOld: boolean;
}

/** Reads all facts with one statement, so from one snapshot. */
export async function readDistribution(
  reader: Reader,
  scope: ProjectScope,
  { population, groupBy, onlyOpen }: DistributionRequest,
  bounds = REPORT_BOUNDS,
): Promise<DistributionFacts> {
  const ofProject = OF_PROJECT[groupBy];
  const isWhole = ofProject && (await countsWholeProject(reader, scope, population, bounds));
  const { text, parameters } = isWhole
    ? ofProject(reported(scope, population), onlyOpen)
    : ofSome(scope, bounds, { population, groupBy, onlyOpen });
  const rows = await reader.rows<DistributionRow>(shapedStatement('report.distribution', text), parameters.values);
  const groups = rows.flatMap(({ part, key, label, itemCount, points }): GroupedWork[] =>
    part === 'group' && key !== null && label !== null ? [{ key, label, itemCount, points }] : [],
  );
  const sumOf = (wanted: DistributionRow['part']): MetricCount => {
    const { itemCount = 0, points = 0 } = rows.find(({ part }) => part === wanted) ?? {};
    return { itemCount, points };
  };
  return { groups, none: sumOf('none'), total: sumOf('total'), capped: rows[0]?.tooOld ?? false };
}

/** The text of a statement with its values. */
interface Asked {
  readonly text: string;
  readonly parameters: StatementParameters;
}

const SUMS = `count(*) as "itemCount", coalesce(sum(story_points), 0)::bigint as points`;

/** Computes the total from the items, not from the groups: an item can be in several groups, or in none. */
function ofSome(
  scope: ProjectScope,
  bounds: ReportBounds,
  { population, groupBy, onlyOpen }: DistributionRequest,
): Asked {
  const parameters = new StatementParameters();
  const bound = tooOld(scope, bounds, parameters);
  const items = `${countedItems(scope, population, parameters)} and ${IS_READ} ${onlyOpen ? IS_OPEN : ''}`;
  const { groups, none } = partsOf(groupBy, scope, parameters);
  const text = `
    with ${bound}, counted as materialized (
      select item.id, item.status, item.type, item.priority, item.assignee_id, item.story_points
      from work_items item where ${items}
    ), parts as (
      select 'total' as part, null::text as key, null::text as label, ${SUMS} from counted
      union all ${groups}
      ${none === undefined ? '' : `union all select 'none', null, null, ${SUMS} from counted where ${none}`}
    )
    select part, key, label, "itemCount", points, ${IS_CAPPED} as "tooOld" from parts`;
  return { text, parameters };
}

const IS_OPEN = `and item.status <> 'done'`;

/** The query of the groups, and the condition of the items in none of them. */
interface Parts {
  readonly groups: string;
  readonly none?: string;
}

function partsOf(groupBy: DistributionGroup, { organizationId }: ProjectScope, parameters: StatementParameters): Parts {
  switch (groupBy) {
    case 'status':
    case 'type':
    case 'priority':
      return { groups: `select 'group', ${groupBy}, ${groupBy}, ${SUMS} from counted group by ${groupBy}` };
    case 'assignee':
      return {
        // A removed account does not count as an assignee.
        groups: `
          select 'group', assignee.public_id, assignee.name, ${SUMS} from counted
          join users assignee on assignee.id = counted.assignee_id and assignee.removed_at is null
          group by assignee.id`,
        none: `not exists (select from users where users.id = counted.assignee_id and users.removed_at is null)`,
      };
    case 'label': {
      const attached = `work_item_labels attached`;
      const organization = parameters.add(organizationId, 'uuid');
      const ofItem = `attached.organization_id = ${organization} and attached.work_item_id = counted.id`;
      return {
        groups: `
          select 'group', label.id::text, label.name, ${SUMS} from counted
          join ${attached} on ${ofItem}
          join labels label on label.organization_id = ${organization} and label.id = attached.label_id
          group by label.organization_id, label.id`,
        none: `not exists (select from ${attached} where ${ofItem})`,
      };
    }
  }
}

/** The groups of a whole Project that need no list of the items that count. */
const OF_PROJECT: Readonly<Partial<Record<DistributionGroup, (of: Reported, onlyOpen: boolean) => Asked>>> = {
  status: byStatus,
  label: byLabel,
};

/** Builds the query of the sums by status of all live items of the Project, from one index in the order of their statuses. */
function standing({ organization, project, asOf }: Reported, onlyOpen: boolean): string {
  const liveCondition = `item.deleted_at is null and item.archived_at is null ${onlyOpen ? IS_OPEN : ''}`;
  return `
      select item.status, count(*) as items, sum(item.story_points) as points from work_items item
      where item.organization_id = ${organization} and item.project_id = ${project} and ${liveCondition}
      group by item.status
      union all
      -- The few that were created after the instant of the report do not count.
      select item.status, -count(*), -sum(item.story_points) from item_flow flow
      join work_items item on item.organization_id = ${organization} and item.id = flow.work_item_id and ${liveCondition}
      where flow.organization_id = ${organization} and flow.project_id = ${project} and flow.created_at > ${asOf}
      group by item.status`;
}

function byStatus(of: Reported, onlyOpen: boolean): Asked {
  const text = `
    with standing as (${standing(of, onlyOpen)}), parts as (
      select status, sum(items)::bigint as items, coalesce(sum(points), 0)::bigint as points
      from standing group by grouping sets ((status), ())
    )
    select case when status is null then 'total' else 'group' end as part, status as key, status as label,
      coalesce(items, 0) as "itemCount", points, false as "tooOld"
    from parts where status is null or items > 0`;
  return { text, parameters: of.parameters };
}

/**
 * Joins the items with their labels once, and the names only with the groups. An item without a label is in the group `null`. The labels of
 * the Project lead to their items by an index: a scan of all assigned labels grows with every other Project.
 */
function byLabel(of: Reported, onlyOpen: boolean): Asked {
  const { parameters, organization, project, asOf } = of;
  const text = `
    with labelled as (
      select attached.label_id, count(*) as items, coalesce(sum(item.story_points), 0)::bigint as points
      from work_items item
      left join (
        labels own join work_item_labels attached on attached.organization_id = ${organization} and attached.label_id = own.id
          and own.organization_id = ${organization} and own.project_id = ${project}
      ) on attached.work_item_id = item.id
      where item.organization_id = ${organization} and item.project_id = ${project} and item.deleted_at is null
        and item.archived_at is null and item.created_at <= ${asOf} ${onlyOpen ? IS_OPEN : ''}
      group by attached.label_id
    )
    select case when labelled.label_id is null then 'none' else 'group' end as part, labelled.label_id::text as key,
      label.name as label, labelled.items as "itemCount", labelled.points, false as "tooOld"
    from labelled
    left join labels label on label.organization_id = ${organization} and label.id = labelled.label_id
    union all
    select 'total', null, null, coalesce(sum(items), 0)::bigint, coalesce(sum(points), 0)::bigint, false
    from (${standing(of, onlyOpen)}) standing`;
  return { text, parameters };
}
