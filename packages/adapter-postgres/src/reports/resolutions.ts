import type { Reported } from './counted.js';

/**
 * Builds, for an item of `later` that was resolved again after `asOf`, its last resolution (`resolved`) and reopening (`reopened`) up to
 * `asOf`, if any. Each is one lookup in the few spans of the item.
 */
export function earlierResolution({ organization, asOf }: Reported): string {
  return `
    left join lateral (
      select entry.began_at as at, entry.sequence from status_spans entry
      where entry.organization_id = ${organization} and entry.work_item_id = later.work_item_id and entry.began_at <= ${asOf}
        and entry.status = 'done' and entry.previous_status is distinct from 'done'
      order by entry.sequence desc limit 1
    ) resolved on true
    left join lateral (
      select way_out.began_at as at from status_spans way_out
      where way_out.organization_id = ${organization} and way_out.work_item_id = later.work_item_id
        and way_out.began_at <= ${asOf} and way_out.sequence > resolved.sequence
        and way_out.previous_status = 'done' and way_out.status <> 'done'
      order by way_out.sequence limit 1
    ) reopened on true`;
}

/**
 * Selects, for each item, its latest entry to done and the change out of done that followed it, if at least one of them is not before
 * `from`. Both are as of the instant of the report: later changes are ignored. Deleted items are included. `more` are further columns of
 * `item_flow`.
 */
export function resolutionsSince(from: string, reported: Reported, more: readonly string[] = []): string {
  const { organization, project, asOf } = reported;
  const of = (table: string) => `${table}.organization_id = ${organization} and ${table}.project_id = ${project}`;
  const and = (table: string) => more.map((column) => `, ${table}.${column}`).join('');
  return `
    select flow.work_item_id, flow.resolved_at, case when flow.reopened_at <= ${asOf} then flow.reopened_at end as reopened_at${and('flow')}
    from item_flow flow
    where ${of('flow')} and flow.resolved_at >= ${from} and flow.resolved_at <= ${asOf}
    union all
    select flow.work_item_id, flow.resolved_at, flow.reopened_at${and('flow')}
    from item_flow flow
    where ${of('flow')} and flow.resolved_at < ${from} and flow.reopened_at >= ${from} and flow.reopened_at <= ${asOf}
    union all
    select later.work_item_id, resolved.at, reopened.at${and('later')}
    from item_flow later ${earlierResolution(reported)}
    where ${of('later')} and later.resolved_at > ${asOf} and greatest(resolved.at, reopened.at) >= ${from}`;
}
