import { WORK_ITEM_STATUSES, type WorkItemStatus } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import { firstEntryColumn, ItemFlowTable, StatusSpanTable, type StatusSpanRow } from './flow.table.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';

const BEGIN_SPANS = StatusSpanTable.insertManyAs('status-spans.begin');

const SPAN_COLUMNS = StatusSpanTable.namesBut('organizationId', 'sequence');

/** Builds the text that adds spans to items that already have spans, and continues their sequence. */
const addingSpans = (rows: string) => `insert into status_spans (organization_id, sequence, ${SPAN_COLUMNS})
   select $1, span.sequence + coalesce((
       select max(past.sequence) from status_spans past
       where past.organization_id = $1 and past.work_item_id = span.work_item_id), 0), ${SPAN_COLUMNS}
   from ${rows}(null::status_spans, $2::jsonb) as span`;

/** Adds one span. PostgreSQL expects a hundred rows of a list, and its plan for a list looks dearer as the table grows. */
const ADD_SPAN = statement('status-spans.add', addingSpans('jsonb_populate_record'));
const ADD_SPANS = statement('status-spans.add-many', addingSpans('jsonb_populate_recordset'));

const BEGIN_FLOW = ItemFlowTable.insertManyAs('item-flow.begin');

/** Updates the flow of items. First entries never change; a new resolution clears the reopening of the previous one. */
const MOVE_ON = statement(
  'item-flow.move-on',
  `update item_flow known
   set ${WORK_ITEM_STATUSES.map(firstEntryColumn)
     .map((entry) => `${entry} = coalesce(known.${entry}, flow.${entry})`)
     .join(',\n     ')},
     resolved_at = coalesce(flow.resolved_at, known.resolved_at),
     reopened_at = case when flow.resolved_at is null then coalesce(flow.reopened_at, known.reopened_at)
       else flow.reopened_at end,
     since = flow.since
   from jsonb_populate_recordset(null::item_flow, $3::jsonb) as flow
   where known.organization_id = $1 and known.project_id = $2 and known.work_item_id = flow.work_item_id`,
);

/** A span without its Project, item and sequence. */
type Span = Omit<StatusSpanRow, 'organizationId' | 'projectId' | 'workItemId' | 'sequence'>;

/**
 * Registers the status spans and the flow that follow from the history of one Project's items. Both are derived from history only, so no
 * change can be forgotten. Changes of neither status nor points register nothing.
 */
export function writeFlow(
  transaction: SqlTransaction,
  { organizationId, projectId }: RecordedIn,
  changes: readonly RecordedChanges[],
): void {
  const firstSpans: object[] = [];
  const moreSpans: object[] = [];
  const begun: object[] = [];
  const moved: object[] = [];
  for (const change of changes) {
    const ofItem = spansOf(change);
    const owner = { organizationId, projectId, workItemId: change.item.id };
    const isNew = ofItem[0]?.previousStatus === null;
    const rows = ofItem.map((span, index) => StatusSpanTable.plain({ ...owner, sequence: index + 1, ...span }));
    // A new item has no spans, so none are looked up: imports add thousands of items, perhaps with a plan for an empty table.
    (isNew ? firstSpans : moreSpans).push(...rows);
    const [first, ...others] = ofItem.filter(({ status, previousStatus }) => status !== previousStatus);
    if (first) (isNew ? begun : moved).push(ItemFlowTable.plain({ ...owner, ...flowOf([first, ...others]) }));
  }
  transaction.writeRows(BEGIN_SPANS, firstSpans, organizationId);
  if (moreSpans.length === 1) transaction.write(ADD_SPAN, [organizationId, JSON.stringify(moreSpans[0])]);
  else transaction.writeRows(ADD_SPANS, moreSpans, organizationId);
  transaction.writeRows(BEGIN_FLOW, begun, organizationId);
  transaction.writeRows(MOVE_ON, moved, organizationId, projectId);
}

/** Lists the spans in the order they began. Reads the events backwards, because only the state after all of them is known. */
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

/** Builds the flow of an item from its entries to statuses. */
function flowOf(entries: readonly [Span, ...Span[]]) {
  const firstTo = (status: WorkItemStatus) => entries.find((entry) => entry.status === status)?.beganAt ?? null;
  const last = entries.at(-1) ?? entries[0];
  const exit = last.status === 'done' ? undefined : entries.findLast((entry) => entry.previousStatus === 'done');
  return {
    createdAt: entries[0].beganAt,
    backlogAt: firstTo('backlog'),
    todoAt: firstTo('todo'),
    inProgressAt: firstTo('in_progress'),
    inReviewAt: firstTo('in_review'),
    doneAt: firstTo('done'),
    resolvedAt: entries.findLast(({ status }) => status === 'done')?.beganAt ?? null,
    reopenedAt: exit?.beganAt ?? null,
    since: last.beganAt,
  };
}
