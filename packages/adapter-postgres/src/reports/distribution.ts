import type { DistributionRequest, ProjectScope } from '@worktrack/application';
import type { DistributionFacts, DistributionGroup, GroupedWork, MetricCount } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { Parameters } from '../engine/parameters.js';
import { shapedStatement } from '../engine/statement.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS, tooOld } from './bounds.js';
import { countedItems } from './population.js';

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
  const parameters = new Parameters();
  const bound = tooOld(scope, bounds, parameters);
  const items = `${countedItems(scope, population, parameters)} and ${IS_READ} ${onlyOpen ? `and item.status <> 'done'` : ''}`;
  const parts = partsOf(groupBy, scope, parameters);
  const statement = shapedStatement('report.distribution', textOf(bound, items, parts));
  const rows = await reader.rows<DistributionRow>(statement, parameters.values);
  const groups = rows.flatMap(({ part, key, label, itemCount, points }): GroupedWork[] =>
    part === 'group' && key !== null && label !== null ? [{ key, label, itemCount, points }] : [],
  );
  const sumOf = (wanted: DistributionRow['part']): MetricCount => {
    const { itemCount = 0, points = 0 } = rows.find(({ part }) => part === wanted) ?? {};
    return { itemCount, points };
  };
  return { groups, none: sumOf('none'), total: sumOf('total'), capped: rows[0]?.tooOld ?? false };
}

const SUMS = `count(*) as "itemCount", coalesce(sum(story_points), 0)::bigint as points`;

/** Computes the total from the items, not from the groups: an item may be in several groups, or in none. */
function textOf(bound: string, items: string, { groups, none }: Parts): string {
  return `
    with ${bound}, counted as materialized (
      select item.id, item.status, item.type, item.priority, item.assignee_id, item.story_points
      from work_items item where ${items}
    ), parts (part, key, label, "itemCount", points) as (
      select 'total', null::text, null::text, ${SUMS} from counted
      union all ${groups}
      ${none === undefined ? '' : `union all select 'none', null, null, ${SUMS} from counted where ${none}`}
    )
    select part, key, label, "itemCount", points, ${IS_CAPPED} as "tooOld" from parts`;
}

/** The query of the groups, and the condition of the items in none of them. */
interface Parts {
  readonly groups: string;
  readonly none?: string;
}

function partsOf(groupBy: DistributionGroup, { organizationId }: ProjectScope, parameters: Parameters): Parts {
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
      const isOfItem = `attached.organization_id = ${parameters.add(organizationId, 'uuid')} and attached.work_item_id = counted.id`;
      return {
        groups: `
          select 'group', label.id::text, label.name, ${SUMS} from counted
          join ${attached} on ${isOfItem}
          join labels label on label.organization_id = attached.organization_id and label.id = attached.label_id
          group by label.organization_id, label.id`,
        none: `not exists (select from ${attached} where ${isOfItem})`,
      };
    }
  }
}
