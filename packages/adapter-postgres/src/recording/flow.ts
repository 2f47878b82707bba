import type { WorkItemId, WorkItemStatus } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { ItemFlowTable, StatusSpanTable } from './flow.table.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';

/**
 * Spans of one item go on counting where those that it has end. A new item has none, and is not looked for: imports bring thousands,
 * while the plan of this statement may be one that was made for an empty table.
 */
const BEGIN_SPANS = statement(
  'status-spans.begin',
  `insert into status_spans (${StatusSpanTable.names})
   select $1, $2, span.work_item_id,
     span.place + case when span.of_new_item then 0 else coalesce((
       select max(past.sequence) from status_spans past
       where past.organization_id = $1 and past.work_item_id = span.work_item_id), 0) end,
     span.began_at, span.status, span.previous_status, span.story_points, span.previous_story_points
   from jsonb_to_recordset($3::jsonb) as span
     (work_item_id uuid, of_new_item boolean, place integer, began_at timestamptz(3), status text, previous_status text, story_points integer,
      previous_story_points integer)`,
);

const FLOWS = `jsonb_to_recordset($3::jsonb) as flow
     (work_item_id uuid, created_at timestamptz(3), backlog_at timestamptz(3), todo_at timestamptz(3), in_progress_at timestamptz(3),
      in_review_at timestamptz(3), done_at timestamptz(3), resolved_at timestamptz(3), reopened_at timestamptz(3),
      since timestamptz(3))`;

const BEGIN_FLOW = statement(
  'item-flow.begin',
  `insert into item_flow (${ItemFlowTable.names})
   select $1, $2, flow.work_item_id, flow.created_at, flow.backlog_at, flow.todo_at, flow.in_progress_at, flow.in_review_at,
     flow.done_at, flow.resolved_at, flow.reopened_at, flow.since
   from ${FLOWS}`,
);

/** First entries stay what they are; a new resolution ends the reopening of the one before. */
const MOVE_ON = statement(
  'item-flow.move-on',
  `update item_flow known
   set backlog_at = coalesce(known.backlog_at, flow.backlog_at),
     todo_at = coalesce(known.todo_at, flow.todo_at),
     in_progress_at = coalesce(known.in_progress_at, flow.in_progress_at),
     in_review_at = coalesce(known.in_review_at, flow.in_review_at),
     done_at = coalesce(known.done_at, flow.done_at),
     resolved_at = coalesce(flow.resolved_at, known.resolved_at),
     reopened_at = case when flow.resolved_at is null then coalesce(flow.reopened_at, known.reopened_at)
       else flow.reopened_at end,
     since = flow.since
   from ${FLOWS}
   where known.organization_id = $1 and known.project_id = $2 and known.work_item_id = flow.work_item_id`,
);

/** From a change of status or points to the next one. The first span of an item is its creation: nothing was before. */
interface Span {
  readonly beganAt: Date;
  readonly status: WorkItemStatus;
  readonly previousStatus: WorkItemStatus | null;
  readonly storyPoints: number | null;
  readonly previousStoryPoints: number | null;
}

type FlowRow = Readonly<Record<string, WorkItemId | string | number | boolean | Date | null>>;

/**
 * Registers what the history of one Project's items says of their status and points, written from nothing else, so that nobody can
 * forget a change. Whatever touches neither writes nothing.
 */
export function writeFlow(
  session: Session,
  { organizationId, projectId }: RecordedIn,
  changes: readonly RecordedChanges[],
): void {
  const spans: FlowRow[] = [];
  const begun: FlowRow[] = [];
  const moved: FlowRow[] = [];
  for (const change of changes) {
    const ofItem = spansOf(change);
    const { id } = change.item;
    const isNew = ofItem[0]?.previousStatus === null;
    spans.push(...ofItem.map((span, index) => ({ ...spanRowOf(id, index + 1, span), of_new_item: isNew })));
    const entries = ofItem.filter(({ status, previousStatus }) => status !== previousStatus);
    const [first] = entries;
    if (first) (first.previousStatus === null ? begun : moved).push(flowRowOf(id, entries));
  }
  const write = (to: typeof BEGIN_SPANS, rows: readonly FlowRow[]) => {
    if (rows.length > 0) session.write(to, [organizationId, projectId, JSON.stringify(rows)]);
  };
  write(BEGIN_SPANS, spans);
  write(BEGIN_FLOW, begun);
  write(MOVE_ON, moved);
}

/** In the order they began. Read backwards, because what is known is how the item is after all of them. */
function spansOf({ item, events }: RecordedChanges): readonly Span[] {
  const spans: Span[] = [];
  let { status, storyPoints } = item;
  for (const { at: beganAt, change } of [...events].reverse()) {
    const same = { beganAt, status, previousStatus: status, storyPoints, previousStoryPoints: storyPoints };
    if (change.action === 'status_changed') {
      status = change.from;
      spans.push({ ...same, previousStatus: status });
    } else if (change.action === 'story_points_changed') {
      storyPoints = change.from;
      spans.push({ ...same, previousStoryPoints: storyPoints });
    } else if (change.action === 'created') {
      spans.push({ ...same, previousStatus: null, previousStoryPoints: null });
    }
  }
  return spans.reverse();
}

function spanRowOf(id: WorkItemId, place: number, span: Span): FlowRow {
  return {
    work_item_id: id,
    place,
    began_at: span.beganAt,
    status: span.status,
    previous_status: span.previousStatus,
    story_points: span.storyPoints,
    previous_story_points: span.previousStoryPoints,
  };
}

/** Builds the flow of an item from its entries to statuses. */
function flowRowOf(id: WorkItemId, entries: readonly Span[]): FlowRow {
  const firstTo = (status: WorkItemStatus) => entries.find((entry) => entry.status === status)?.beganAt ?? null;
  const last = entries.at(-1);
  const wayOut = last?.status === 'done' ? undefined : entries.findLast((entry) => entry.previousStatus === 'done');
  return {
    work_item_id: id,
    created_at: entries[0]?.beganAt ?? null,
    backlog_at: firstTo('backlog'),
    todo_at: firstTo('todo'),
    in_progress_at: firstTo('in_progress'),
    in_review_at: firstTo('in_review'),
    done_at: firstTo('done'),
    resolved_at: entries.findLast(({ status }) => status === 'done')?.beganAt ?? null,
    reopened_at: wayOut?.beganAt ?? null,
    since: last?.beganAt ?? null,
  };
}
