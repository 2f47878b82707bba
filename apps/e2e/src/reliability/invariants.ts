/** A rule that the database must keep at every moment, checked by a statement that returns the rows that break it. */
export interface Invariant {
  readonly says: string;
  /** A statement that breaks the rule, to prove that `violations` finds it. */
  readonly fault: string;
  /** Work Items are of a Project by `organization_id` and `id`; those without history were put there by a test, not by a request. */
  readonly violations: string;
}

/** SQL condition for changes that raise the revision. Comments, links and attachments raise none (contract §2.4). */
const RAISES_A_REVISION = `action !~ '^(comment|link|attachment)_'`;

/** SQL for the current value of a member according to history: from the last change, or else from the creation. */
const lastOf = (member: string, change: string): string => `(
  select case action when 'created' then detail -> 'initial' ->> '${member}' else detail ->> 'to' end
  from work_item_history past
  where past.organization_id = item.organization_id and past.work_item_id = item.id and action in ('created', '${change}')
  order by sequence desc limit 1)`;

const TOLD = `exists (
  select from work_item_history past
  where past.organization_id = item.organization_id and past.work_item_id = item.id and past.action = 'created')`;

/** Any Work Item that is there. */
const ONE = `(
  select id from work_items item where ${TOLD} and deleted_at is null and archived_at is null order by number limit 1)`;

const VALUES: readonly (readonly [column: string, member: string, change: string, other: string])[] = [
  ['title', 'title', 'title_changed', "'Other'"],
  ['type', 'type', 'type_changed', "case type when 'bug' then 'task' else 'bug' end"],
  ['status', 'status', 'status_changed', "case status when 'done' then 'todo' else 'done' end"],
  ['priority', 'priority', 'priority_changed', "case priority when 'low' then 'high' else 'low' end"],
  ['assignee_id', 'assignee', 'assigned', 'gen_random_uuid()'],
  ['sprint_id', 'sprint', 'sprint_changed', 'gen_random_uuid()'],
  ['parent_id', 'parent', 'parent_changed', 'gen_random_uuid()'],
  ['story_points', 'storyPoints', 'story_points_changed', 'coalesce(story_points, 0) + 1'],
];

/** Sprint episodes derived from history: each change into a Sprint, and the change that ended it. */
const EPISODES = `
  select organization_id, work_item_id, sprint_id, at, ended_at
  from (
    select organization_id, work_item_id, at,
      case action when 'created' then detail -> 'initial' ->> 'sprint' when 'sprint_changed' then detail ->> 'to' end::uuid
        as sprint_id,
      lead(at) over (partition by organization_id, work_item_id order by sequence) as ended_at
    from work_item_history
    where action in ('created', 'sprint_changed', 'work_item_deleted')
  ) as move
  where sprint_id is not null`;

const LEDGER = `
  select entry.organization_id, entry.work_item_id, entry.sprint_id, entry.at, exit.at as ended_at
  from sprint_entries entry
  left join sprint_exits exit on exit.organization_id = entry.organization_id and exit.episode_id = entry.id`;

export const INVARIANTS: readonly Invariant[] = [
  {
    says: 'a Work Item has a revision for every change of its history, and none besides',
    fault: `update work_items set revision = revision + 1 where id = ${ONE}`,
    violations: `
      select item.id, item.revision, changes.*
      from work_items item
      join lateral (
        select count(distinct revision)::int as counted, min(revision) as first, max(revision) as last
        from work_item_history past
        where past.organization_id = item.organization_id and past.work_item_id = item.id and ${RAISES_A_REVISION}
      ) as changes on true
      where ${TOLD} and (counted, first, last) is distinct from (item.revision, 1, item.revision)`,
  },
  ...VALUES.map(([column, member, change, other]) => ({
    says: `the ${member} of a Work Item is the last one in its history`,
    fault: `update work_items set ${column} = ${other} where id = ${ONE}`,
    violations: `
      select item.id, item.${column}, ${lastOf(member, change)} as recorded
      from work_items item
      where ${TOLD} and item.${column}::text is distinct from ${lastOf(member, change)}`,
  })),
  {
    says: 'history agrees about which items are deleted and archived',
    fault: `update work_items set archived_at = now() where id = ${ONE}`,
    violations: `
      select item.id, item.archived_at, item.deleted_at, recorded.*
      from work_items item
      join lateral (
        select max(at) filter (where action = 'work_item_deleted') as deleted,
          (array_agg(action order by sequence desc) filter (where action in ('archived', 'unarchived')))[1] as turned
        from work_item_history past
        where past.organization_id = item.organization_id and past.work_item_id = item.id
      ) as recorded on true
      where ${TOLD}
        and (item.deleted_at is distinct from recorded.deleted
          or (item.archived_at is not null) <> (coalesce(recorded.turned, 'unarchived') = 'archived'))`,
  },
  {
    says: 'history never runs backwards, and two requests never share an instant of one Work Item',
    fault: `update work_item_history set at = at + interval '1 day' where work_item_id = ${ONE} and action = 'created'`,
    violations: `
      select work_item_id, sequence, at, earlier
      from (
        select work_item_id, sequence, at, transaction_id,
          lag(at) over recorded as earlier, lag(transaction_id) over recorded as earlier_transaction
        from work_item_history
        window recorded as (partition by organization_id, work_item_id order by sequence)
      ) as recorded
      where at < earlier or (at = earlier and transaction_id <> earlier_transaction)`,
  },
  {
    says: 'nothing happens to a Work Item behind its deletion',
    fault: `update work_items set deleted_at = created_at - interval '1 second' where id = ${ONE}`,
    violations: `
      select past.work_item_id, past.action, past.at
      from work_item_history past
      join work_items item on item.organization_id = past.organization_id and item.id = past.work_item_id
      where past.at > item.deleted_at`,
  },
  {
    // Others link to it, its Sprint completes, its assignee's account is removed, and it goes along with an ancestor.
    says: 'nothing that is addressed to an archived Work Item happens until it is unarchived',
    fault: `update work_items set archived_at = created_at - interval '1 second' where id = ${ONE}`,
    violations: `
      select past.work_item_id, past.action, past.at
      from work_item_history past
      join work_items item on item.organization_id = past.organization_id and item.id = past.work_item_id
      where past.at > item.archived_at
        and past.action not in ('link_added', 'link_removed', 'sprint_changed', 'assigned', 'work_item_deleted')`,
  },
  {
    says: 'no Work Item is its own ancestor, and no chain is longer than ten',
    fault: `update work_items parent set parent_id = child.id from work_items child where child.parent_id = parent.id and child.deleted_at is null`,
    violations: `
      with recursive chain as (
        select organization_id, id as bottom, id, parent_id, 1 as length from work_items where deleted_at is null
        union all
        select item.organization_id, chain.bottom, item.id, item.parent_id, chain.length + 1
        from chain
        join work_items item on item.organization_id = chain.organization_id and item.id = chain.parent_id
        where chain.length <= 10
      )
      select bottom, length from chain where length > 10`,
  },
  {
    says: 'no Work Item is left under a parent that is deleted',
    fault: `update work_items parent set deleted_at = now() from work_items child where child.parent_id = parent.id and child.deleted_at is null`,
    violations: `
      select item.id, parent.id as parent
      from work_items item
      join work_items parent on parent.organization_id = item.organization_id and parent.id = item.parent_id
      where item.deleted_at is null and parent.deleted_at is not null`,
  },
  {
    says: 'numbers are below the counter of their Project',
    fault: `update project_counters set last_number = 0`,
    violations: `
      select item.project_id, max(item.number) as highest, counter.last_number
      from work_items item
      left join project_counters counter
        on counter.organization_id = item.organization_id and counter.project_id = item.project_id
      where ${TOLD}
      group by item.project_id, counter.last_number
      having max(item.number) > coalesce(counter.last_number, 0)`,
  },
  {
    says: 'a label is on what history says it is on',
    fault: `delete from work_item_labels`,
    violations: `
      select turned.work_item_id, turned.label_id, turned.action
      from (
        select distinct on (organization_id, work_item_id, detail ->> 'label')
          organization_id, work_item_id, (detail ->> 'label')::uuid as label_id, action
        from work_item_history
        where action in ('label_added', 'label_removed')
        order by organization_id, work_item_id, detail ->> 'label', sequence desc
      ) as turned
      where (turned.action = 'label_added') <> exists (
        select from work_item_labels attached
        where attached.organization_id = turned.organization_id and attached.work_item_id = turned.work_item_id
          and attached.label_id = turned.label_id)`,
  },
  {
    says: 'nobody replied to a comment that was deleted',
    fault: `update comments parent set deleted_at = '2001-01-01', body = null from comments reply where reply.parent_comment_id = parent.id`,
    violations: `
      select reply.id, reply.created_at, parent.deleted_at
      from comments reply
      join comments parent on parent.organization_id = reply.organization_id and parent.id = reply.parent_comment_id
      where reply.created_at > parent.deleted_at`,
  },
  {
    says: 'nothing is linked to what is deleted',
    fault: `update work_items item set deleted_at = '2001-01-01' from work_item_links link where link.deleted_at is null and item.id = link.target_id`,
    violations: `
      select link.id
      from work_item_links link
      join work_items item on item.organization_id = link.organization_id and item.id in (link.source_id, link.target_id)
      where link.deleted_at is null and item.deleted_at < link.created_at`,
  },
  {
    says: 'the ledger of Sprints holds every entry and every exit of history, and no others',
    fault: `delete from sprint_exits`,
    violations: `
      (select 'only history' as found, * from (${EPISODES} except ${LEDGER}) as missing)
      union all
      (select 'only the ledger', * from (${LEDGER} except ${EPISODES}) as invented)`,
  },
  {
    says: 'a Sprint that completed left nothing unfinished in it but what came later',
    fault: `delete from sprint_exits where reason = 'completion'`,
    violations: `
      select entry.work_item_id, entry.sprint_id
      from sprint_entries entry
      join sprints sprint on sprint.organization_id = entry.organization_id and sprint.id = entry.sprint_id
      join sprint_outcomes outcome on outcome.organization_id = entry.organization_id
        and outcome.sprint_id = entry.sprint_id and outcome.work_item_id = entry.work_item_id
      where sprint.state = 'done' and outcome.status <> 'done' and entry.at <= sprint.completed_at
        and not exists (
          select from sprint_exits exit
          where exit.organization_id = entry.organization_id and exit.episode_id = entry.id
            and exit.at <= sprint.completed_at)`,
  },
  {
    says: 'what is searched is what is written',
    fault: `delete from work_item_texts where work_item_id = ${ONE}`,
    violations: `
      select item.id
      from work_items item
      where item.deleted_at is null and not exists (
        select from work_item_texts searched
        where searched.organization_id = item.organization_id and searched.work_item_id = item.id)`,
  },
  {
    says: 'the bytes of the live attachments of an Organization are as many as are counted',
    fault: `
      insert into attachment_usage as counted (organization_id, bytes)
      select organization_id, 1 from work_items where id = ${ONE}
      on conflict (organization_id) do update set bytes = counted.bytes + 1`,
    violations: `
      select coalesce(counted.organization_id, there.organization_id), counted.bytes as counted, there.bytes as there
      from attachment_usage counted
      full join (
        select organization_id, sum(size) as bytes from attachments where deleted_at is null group by organization_id
      ) there on there.organization_id = counted.organization_id
      where coalesce(counted.bytes, 0) <> coalesce(there.bytes, 0)`,
  },
];
