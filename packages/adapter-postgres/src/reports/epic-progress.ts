import type { EpicProgressRequest, ProjectScope } from '@worktrack/application';
import type { EpicProgressFacts, EpicWithChildren, MetricCount, WorkItemStatus } from '@worktrack/domain';
import type { Reader } from '../engine/connections.js';
import { shapedStatement } from '../engine/statement.js';
import type { Joined } from '../work-item/item-row.js';
import { IS_CAPPED, IS_READ, REPORT_BOUNDS } from './bounds.js';
import { counted, type Counted } from './counted.js';

type Epic = EpicWithChildren['epic'] & { readonly targetDate: Date | null };

/** An epic with its children of one status. The child columns are `null` without children; all but `tooOld` are `null` without epics. */
type EpicRow = Joined<Epic> &
  Joined<{ readonly childStatus: WorkItemStatus; readonly childCount: number; readonly childPoints: number }> & {
    readonly tooOld: boolean;
  };

/** Reads all facts with one statement, so from one snapshot. */
export async function readEpicProgress(
  reader: Reader,
  scope: ProjectScope,
  { population }: EpicProgressRequest,
  bounds = REPORT_BOUNDS,
): Promise<EpicProgressFacts> {
  const of = counted(scope, population, bounds);
  const rows = await reader.rows<EpicRow>(shapedStatement('report.epic-progress', textOf(of)), of.parameters.values);
  const epics = new Map<
    string,
    EpicWithChildren & { readonly children: Partial<Record<WorkItemStatus, MetricCount>> }
  >();
  for (const row of rows) {
    if (row.id === null) continue;
    const { id, projectKey, number, title, status, targetDate } = row;
    const epic = epics.get(id) ?? { epic: { id, projectKey, number, title, status }, targetDate, children: {} };
    epics.set(id, epic);
    if (row.childStatus !== null) {
      epic.children[row.childStatus] = { itemCount: row.childCount, points: row.childPoints };
    }
  }
  return { epics: [...epics.values()], capped: rows[0]?.tooOld ?? false };
}

/** Applies the filters of the report to the children, not to the epics. */
function textOf({ bound, organization, project, asOf, items }: Counted): string {
  return `
    with ${bound}, epics as (
      select item.id, item.project_key, item.number, item.title, item.status, item.due_date
      from work_items item
      where item.organization_id = ${organization} and item.project_id = ${project} and item.type = 'epic'
        and item.deleted_at is null and item.archived_at is null and item.created_at <= ${asOf}
        and ${IS_READ}
    ), children as (
      select item.parent_id, item.status, count(*) as child_count, coalesce(sum(item.story_points), 0)::bigint as points
      from work_items item
      where ${items} and item.parent_id in (select id from epics)
      group by item.parent_id, item.status
    )
    select epic.id, epic.project_key as "projectKey", epic.number, epic.title, epic.status, epic.due_date as "targetDate",
      child.status as "childStatus", child.child_count as "childCount", child.points as "childPoints",
      ${IS_CAPPED} as "tooOld"
    from (select) always
    left join epics epic on true
    left join children child on child.parent_id = epic.id`;
}
