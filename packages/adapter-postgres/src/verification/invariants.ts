import { WORK_ITEM_FIELDS, WORK_ITEM_FIELD_NAMES } from '@worktrack/domain';
import { TABLES_OF_ORGANIZATIONS } from '../deletion/tables.js';
import { snakeCase } from '../engine/table.js';
import { NO_ORGANIZATION } from '../mutation/audit-trail.js';

/** A rule that the stored records keep at every moment. */
export interface Invariant {
  /** The rule as a sentence without a full stop. */
  readonly says: string;
  /** Returns a statement that selects the records that break the rule. */
  readonly violations: (within: Within) => string;
}

/** Returns the SQL condition that a row belongs to the checked Organizations, for the alias of its table. */
export type Within = (alias: string) => string;

/** Matches changes that raise the revision. Comments, links and attachments raise none (contract §2.4). */
const RAISES_A_REVISION = `action !~ '^(comment|link|attachment)_'`;

/** Selects the current value of a member according to history: from the last change, else from the creation. */
const lastOf = (member: string, change: string): string => `(
  select case action when 'created' then detail -> 'initial' ->> '${member}' else detail ->> 'to' end
  from work_item_history past
  where past.organization_id = item.organization_id and past.work_item_id = item.id and action in ('created', '${change}')
  order by sequence desc limit 1)`;

/** Matches items with a creation in their history. Items without one break only the rule that says so. */
const CREATED = `exists (
  select from work_item_history past
  where past.organization_id = item.organization_id and past.work_item_id = item.id and past.action = 'created')`;

/** The fields whose values history has as they are: it has no descriptions, and writes instants otherwise than a cast to text. */
const RECORDED_FIELDS = WORK_ITEM_FIELD_NAMES.filter(
  (name) => !['text', 'instant'].includes(WORK_ITEM_FIELDS[name].kind),
);

/** Members of a Work Item: their column, their name in the history, and the change that sets them. */
const MEMBERS: readonly (readonly [column: string, member: string, change: string])[] = [
  ...RECORDED_FIELDS.map((name) => [snakeCase(name), name, WORK_ITEM_FIELDS[name].recordedAs] as const),
  ['status', 'status', 'status_changed'],
  ['assignee_id', 'assignee', 'assigned'],
  ['sprint_id', 'sprint', 'sprint_changed'],
  ['parent_id', 'parent', 'parent_changed'],
];

/** Selects the stays in Sprints by history: each change into a Sprint, and the change that ended it. */
const episodes = (within: Within): string => `
  select organization_id, work_item_id, sprint_id, at, ended_at
  from (
    select organization_id, work_item_id, at,
      case action when 'created' then detail -> 'initial' ->> 'sprint' when 'sprint_changed' then detail ->> 'to'
        when 'work_item_restored' then detail ->> 'sprint' end::uuid as sprint_id,
      lead(at) over (partition by organization_id, work_item_id order by sequence) as ended_at
    from work_item_history past
    where ${within('past')} and action in ('created', 'sprint_changed', 'work_item_deleted', 'work_item_restored')
  ) as move
  where sprint_id is not null`;

const ledger = (within: Within): string => `
  select entry.organization_id, entry.work_item_id, entry.sprint_id, entry.at, exit.at as ended_at
  from sprint_entries entry
  left join sprint_exits exit on exit.organization_id = entry.organization_id and exit.episode_id = entry.id
  where ${within('entry')}`;

/** The rules, each checked by one statement, so in one snapshot. */
export const INVARIANTS: readonly Invariant[] = [
  {
    says: 'every Work Item has the change that created it',
    violations: (within) => `
      select item.organization_id, item.id from work_items item where ${within('item')} and not ${CREATED}`,
  },
  {
    says: 'a Work Item has a revision for every change of its history, and none besides',
    violations: (within) => `
      select item.organization_id, item.id, item.revision, changes.*
      from work_items item
      join lateral (
        select count(distinct revision)::int as counted, min(revision) as first, max(revision) as last
        from work_item_history past
        where past.organization_id = item.organization_id and past.work_item_id = item.id and ${RAISES_A_REVISION}
      ) as changes on true
      where ${within('item')} and ${CREATED} and (counted, first, last) is distinct from (item.revision, 1, item.revision)`,
  },
  ...MEMBERS.map(([column, member, change]) => ({
    says: `the ${member} of a Work Item is the last one in its history`,
    violations: (within: Within) => `
      select item.organization_id, item.id, item.revision
      from work_items item
      where ${within('item')} and ${CREATED} and item.${column}::text is distinct from ${lastOf(member, change)}`,
  })),
  {
    says: 'the instant that a Work Item keeps of its last change of status is the one in its history',
    violations: (within) => `
      select item.organization_id, item.id, item.status_since
      from work_items item
      where ${within('item')} and ${CREATED} and item.status_since <> (
        select max(at) from work_item_history past
        where past.organization_id = item.organization_id and past.work_item_id = item.id
          and past.action in ('created', 'status_changed'))`,
  },
  {
    says: 'history agrees about which items are deleted and archived',
    violations: (within) => `
      select item.organization_id, item.id, item.archived_at, item.deleted_at, recorded.*
      from work_items item
      join lateral (
        select (array_agg(case action when 'work_item_deleted' then at end order by sequence desc)
            filter (where action in ('work_item_deleted', 'work_item_restored')))[1] as deleted,
          (array_agg(action order by sequence desc) filter (where action in ('archived', 'unarchived')))[1] as turned
        from work_item_history past
        where past.organization_id = item.organization_id and past.work_item_id = item.id
      ) as recorded on true
      where ${within('item')} and ${CREATED}
        and (item.deleted_at is distinct from recorded.deleted
          or (item.archived_at is not null) <> (coalesce(recorded.turned, 'unarchived') = 'archived'))`,
  },
  {
    says: 'history never runs backwards, and two requests never share an instant of one Work Item',
    violations: (within) => `
      select organization_id, work_item_id, sequence, at, earlier
      from (
        select organization_id, work_item_id, sequence, at, transaction_id,
          lag(at) over recorded as earlier, lag(transaction_id) over recorded as earlier_transaction
        from work_item_history past
        where ${within('past')}
        window recorded as (partition by organization_id, work_item_id order by sequence)
      ) as recorded
      where at < earlier or (at = earlier and transaction_id <> earlier_transaction)`,
  },
  {
    says: 'nothing happens to a Work Item after its deletion',
    violations: (within) => `
      select past.organization_id, past.work_item_id, past.action, past.at
      from work_item_history past
      join work_items item on item.organization_id = past.organization_id and item.id = past.work_item_id
      where ${within('item')} and past.at > item.deleted_at`,
  },
  {
    // Others link to it, its Sprint completes, its assignee's account is removed, it is deleted together with an ancestor, and it is restored
    // after that, perhaps without its parent.
    says: 'nothing that is addressed to an archived Work Item happens until it is unarchived',
    violations: (within) => `
      select past.organization_id, past.work_item_id, past.action, past.at
      from work_item_history past
      join work_items item on item.organization_id = past.organization_id and item.id = past.work_item_id
      where ${within('item')} and past.at > item.archived_at
        and past.action not in ('link_added', 'link_removed', 'sprint_changed', 'assigned', 'work_item_deleted',
          'work_item_restored')
        and not (past.action = 'parent_changed' and exists (
          select from work_item_history restored
          where restored.organization_id = past.organization_id and restored.work_item_id = past.work_item_id
            and restored.revision = past.revision and restored.action = 'work_item_restored'))`,
  },
  {
    says: 'no Work Item is its own ancestor, and no chain is longer than ten',
    violations: (within) => `
      with recursive chain as (
        select organization_id, id as bottom, id, parent_id, 1 as length
        from work_items item
        where ${within('item')} and deleted_at is null
        union all
        select item.organization_id, chain.bottom, item.id, item.parent_id, chain.length + 1
        from chain
        join work_items item on item.organization_id = chain.organization_id and item.id = chain.parent_id
        where chain.length <= 10
      )
      select organization_id, bottom, length from chain where length > 10`,
  },
  {
    says: 'no Work Item is left under a parent that is deleted',
    violations: (within) => `
      select item.organization_id, item.id, parent.id as parent
      from work_items item
      join work_items parent on parent.organization_id = item.organization_id and parent.id = item.parent_id
      where ${within('item')} and item.deleted_at is null and parent.deleted_at is not null`,
  },
  {
    says: 'numbers are at most the counter of their Project',
    violations: (within) => `
      select item.organization_id, item.project_id, max(item.number) as highest, counter.last_number
      from work_items item
      left join project_counters counter
        on counter.organization_id = item.organization_id and counter.project_id = item.project_id
      where ${within('item')} and ${CREATED}
      group by item.organization_id, item.project_id, counter.last_number
      having max(item.number) > coalesce(counter.last_number, 0)`,
  },
  {
    says: 'a label is on what history says it is on',
    violations: (within) => `
      select turned.organization_id, turned.work_item_id, turned.label_id, turned.action
      from (
        select distinct on (organization_id, work_item_id, detail ->> 'label')
          organization_id, work_item_id, (detail ->> 'label')::uuid as label_id, action
        from work_item_history past
        where ${within('past')} and action in ('label_added', 'label_removed')
        order by organization_id, work_item_id, detail ->> 'label', sequence desc
      ) as turned
      where (turned.action = 'label_added') <> exists (
        select from work_item_labels attached
        where attached.organization_id = turned.organization_id and attached.work_item_id = turned.work_item_id
          and attached.label_id = turned.label_id)`,
  },
  {
    says: 'nobody replied to a comment that was deleted',
    violations: (within) => `
      select reply.organization_id, reply.id, reply.created_at, parent.deleted_at
      from comments reply
      join comments parent on parent.organization_id = reply.organization_id and parent.id = reply.parent_comment_id
      where ${within('reply')} and reply.created_at > parent.deleted_at`,
  },
  {
    says: 'nothing was linked to what was deleted',
    violations: (within) => `
      select link.organization_id, link.id
      from work_item_links link
      join work_items item on item.organization_id = link.organization_id and item.id in (link.source_id, link.target_id)
      where ${within('link')} and link.deleted_at is null and item.deleted_at < link.created_at`,
  },
  {
    says: 'the ledger of Sprints holds every entry and every exit of history, and no others',
    violations: (within) => `
      (select 'only history' as found, * from (${episodes(within)} except ${ledger(within)}) as missing)
      union all
      (select 'only the ledger', * from (${ledger(within)} except ${episodes(within)}) as invented)`,
  },
  {
    says: 'a Sprint that completed left nothing unfinished in it but what came later',
    violations: (within) => `
      select entry.organization_id, entry.work_item_id, entry.sprint_id
      from sprint_entries entry
      join sprints sprint on sprint.organization_id = entry.organization_id and sprint.id = entry.sprint_id
      join sprint_outcomes outcome on outcome.organization_id = entry.organization_id
        and outcome.sprint_id = entry.sprint_id and outcome.work_item_id = entry.work_item_id
      where ${within('entry')} and sprint.state = 'done' and outcome.status <> 'done' and entry.at <= sprint.completed_at
        and not exists (
          select from sprint_exits exit
          where exit.organization_id = entry.organization_id and exit.episode_id = entry.id
            and exit.at <= sprint.completed_at)`,
  },
  {
    says: 'every Sprint that completed has its summary, and no other has one',
    violations: (within) => `
      select sprint.organization_id, sprint.id, sprint.state
      from sprints sprint
      left join sprint_summaries summary
        on summary.organization_id = sprint.organization_id and summary.sprint_id = sprint.id
      where ${within('sprint')}
        and (sprint.state = 'done' and sprint.started_at is not null) <> (summary.sprint_id is not null)`,
  },
  {
    says: 'every Work Item that is not deleted has a row for the search of texts',
    violations: (within) => `
      select item.organization_id, item.id
      from work_items item
      where ${within('item')} and item.deleted_at is null and not exists (
        select from work_item_texts searched
        where searched.organization_id = item.organization_id and searched.work_item_id = item.id)`,
  },
  {
    says: 'only what is deleted is erased, and nothing that it held is left',
    violations: (within) => `
      select item.organization_id, item.id, item.deleted_at, item.erased_at
      from work_items item
      where ${within('item')} and (
        (item.deleted_at is null and coalesce(item.erasure_due_at, item.erased_at) is not null)
        or (item.erased_at is not null and (
          item.description is not null
          or exists (select from comments kept where kept.organization_id = item.organization_id
            and kept.work_item_id = item.id and kept.deleted_at is null)
          or exists (select from attachments kept where kept.organization_id = item.organization_id
            and kept.work_item_id = item.id and kept.deleted_at is null))))`,
  },
  {
    says: 'every Project that a token is granted exists',
    violations: (within) => `
      select granted.organization_id, granted.token_id, granted.project_id
      from token_project_grants granted
      where ${within('granted')} and not exists (
        select from projects project
        where project.organization_id = granted.organization_id and project.id = granted.project_id)`,
  },
  {
    says: 'the bytes of the attachments of an Organization are as many as are counted',
    violations: (within) => `
      select coalesce(counted.organization_id, there.organization_id) as organization_id,
        counted.bytes as counted, there.bytes as there
      from (select * from attachment_usage usage where ${within('usage')}) counted
      full join (
        select organization_id, sum(size) as bytes
        from attachments attachment
        where ${within('attachment')} and deleted_at is null
        group by organization_id
      ) there on there.organization_id = counted.organization_id
      where coalesce(counted.bytes, 0) <> coalesce(there.bytes, 0)`,
  },
  {
    // After a deletion, nothing of an Organization is left.
    says: 'every record of an Organization belongs to one that is there',
    violations: (within) =>
      TABLES_OF_ORGANIZATIONS.map(
        (table) => `
      select distinct '${table}' as table, organization_id
      from ${table} kept
      where ${within('kept')} and organization_id <> '${NO_ORGANIZATION}' and not exists (
        select from organizations where id = kept.organization_id)`,
      ).join(' union all '),
  },
];
