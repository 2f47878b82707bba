import type { PrecomputedFlow, RebuiltFlow } from '@worktrack/application';
import { WORK_ITEM_STATUSES, type WorkItemId } from '@worktrack/domain';
import { LEAST_ID } from '../engine/keyset.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { firstEntryColumn, ItemFlowTable, StatusSpanTable } from '../recording/flow.table.js';
import type { RecordedIn } from '../recording/recorded-changes.js';

const AT_ONCE = 1_000;

/**
 * Discourages sequential scans. Right after a large write the tables have no statistics: the planner estimates that a thousand items are
 * the whole table, and each statement would read all of it.
 */
const BY_INDEX = statement('precomputed-flow.by-index', 'set local enable_seqscan = off');

const NEXT = statement(
  'precomputed-flow.next',
  `select id from work_items where organization_id = $1 and project_id = $2 and id > $3 order by id limit $4`,
);

/**
 * Derives spans and flow from the history of the items $2. A value that a change does not set is carried forward from the last change
 * that did; rows before the creation are ignored.
 */
const DERIVED = `
  change as (
    select work_item_id, at, row_number() over past as sequence,
      case action when 'created' then detail -> 'initial' ->> 'status' when 'status_changed' then detail ->> 'to' end as status,
      (case action when 'created' then detail -> 'initial' ->> 'storyPoints'
        when 'story_points_changed' then detail ->> 'to' end)::integer as story_points,
      count(*) filter (where action <> 'story_points_changed') over past as statuses,
      count(*) filter (where action <> 'status_changed') over past as estimates,
      count(*) filter (where action = 'created') over past as creations
    from work_item_history
    where organization_id = $1 and work_item_id = any($2::uuid[])
      and action in ('created', 'status_changed', 'story_points_changed')
    window past as (partition by work_item_id order by sequence)
  ), standing as (
    select work_item_id, at, sequence,
      first_value(status) over (partition by work_item_id, statuses order by sequence) as status,
      first_value(story_points) over (partition by work_item_id, estimates order by sequence) as story_points
    from change where creations > 0
  ), derived_span as (
    select work_item_id, sequence::integer, at as began_at, status, lag(status) over spans as previous_status, story_points,
      lag(story_points) over spans as previous_story_points
    from standing
    window spans as (partition by work_item_id order by sequence)
  ), derived_flow as (
    select work_item_id, min(began_at) as created_at,
      ${WORK_ITEM_STATUSES.map(
        (status) => `min(began_at) filter (where status = '${status}') as ${firstEntryColumn(status)}`,
      ).join(',\n      ')},
      max(began_at) filter (where status = 'done') as resolved_at,
      case when (array_agg(status order by sequence desc))[1] <> 'done'
        then max(began_at) filter (where previous_status = 'done') end as reopened_at,
      max(began_at) as since
    from derived_span where status is distinct from previous_status
    group by work_item_id
  )`;

const SPAN = StatusSpanTable.namesBut('organizationId', 'projectId');
const FLOW = ItemFlowTable.namesBut('organizationId', 'projectId');

/** Leaves out the Project on purpose: a plan for a whole Project is wrong for a few items. */
const KEPT = `where organization_id = $1 and work_item_id = any($2::uuid[])`;

/** Compares in one statement, so in one snapshot. History and its precomputed rows are committed together, so it has both or neither. */
export const COMPARE_FLOW = statement(
  'precomputed-flow.compare',
  `with ${DERIVED}, difference as (
     (select ${SPAN} from derived_span except select ${SPAN} from status_spans ${KEPT})
     union all
     (select ${SPAN} from status_spans ${KEPT} except select ${SPAN} from derived_span)
   ), flow_difference as (
     (select ${FLOW} from derived_flow except select ${FLOW} from item_flow ${KEPT})
     union all
     (select ${FLOW} from item_flow ${KEPT} except select ${FLOW} from derived_flow)
   )
   select (select count(*) from derived_span) + (select count(*) from derived_flow) as rows,
     array(select work_item_id from difference union select work_item_id from flow_difference)::text[] as differing`,
);

/** The lock that writers of an item's history take. It does not block foreign-key checks. */
const LOCK = statement(
  'precomputed-flow.lock',
  `select id from work_items where organization_id = $1 and id = any($2::uuid[]) order by id for no key update`,
);

const FORGET_SPANS = statement('precomputed-flow.forget-spans', `delete from status_spans ${KEPT}`);
const FORGET_FLOW = statement('precomputed-flow.forget-flow', `delete from item_flow ${KEPT}`);

const DERIVE_SPANS = statement(
  'precomputed-flow.derive-spans',
  `insert into status_spans (${StatusSpanTable.names})
   with ${DERIVED}
   select $1, $3, ${SPAN} from derived_span`,
);
const DERIVE_FLOW = statement(
  'precomputed-flow.derive-flow',
  `insert into item_flow (${ItemFlowTable.names})
   with ${DERIVED}
   select $1, $3, ${FLOW} from derived_flow`,
);

interface Comparison {
  readonly rows: number;
  readonly differing: readonly WorkItemId[];
}

export class PostgresPrecomputedFlow implements PrecomputedFlow {
  constructor(private readonly transaction: SqlTransaction) {}

  async rebuildNext({ organizationId, projectId }: RecordedIn, after: string = LEAST_ID): Promise<RebuiltFlow> {
    this.transaction.write(BY_INDEX, []);
    const found = await this.transaction.rows<{ id: WorkItemId }>(NEXT, [organizationId, projectId, after, AT_ONCE]);
    const ids = found.map(({ id }) => id);
    if (ids.length === 0) return { rows: 0, differed: 0, last: undefined };
    const [compared] = await this.transaction.rows<Comparison>(COMPARE_FLOW, [organizationId, ids]);
    const { rows = 0, differing = [] } = compared ?? {};
    if (differing.length > 0) await this.correct({ organizationId, projectId }, differing);
    return { rows, differed: differing.length, last: ids.at(-1) };
  }

  /** Locks the items first, so that no other transaction adds to their history, as one could have done since the comparison. */
  private async correct({ organizationId, projectId }: RecordedIn, items: readonly WorkItemId[]): Promise<void> {
    await this.transaction.rows(LOCK, [organizationId, items]);
    for (const forget of [FORGET_SPANS, FORGET_FLOW]) this.transaction.write(forget, [organizationId, items]);
    for (const derive of [DERIVE_SPANS, DERIVE_FLOW])
      this.transaction.write(derive, [organizationId, items, projectId]);
  }
}
