import { randomBytes } from 'node:crypto';
import { writeFlow } from '../reports/flow.js';
import { statement } from '../sql/statement.js';
import { writeSprintLedger, type CauseOfMoving } from '../sprint/ledger.js';
import type { Session } from '../unit-of-work/session.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';

/** One statement for any number of events. The sequence follows the order of the array. */
const RECORD = statement(
  'work-item-history.record',
  `insert into work_item_history
     (organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail)
   select $1, event.id, $2, event.work_item_id, event.revision, event.at, event.actor_id, event.action, event.detail
   from jsonb_to_recordset($3::jsonb) as event
     (id uuid, work_item_id uuid, revision integer, at timestamptz(3), actor_id uuid, action text, detail jsonb)`,
);

/**
 * Writes down what happens to Work Items in one transaction: history, and all that is derived from it. There is no other way to
 * record anything, so nobody can forget the one or the other.
 */
export class HistoryWriter {
  private recorded = 0;

  constructor(private readonly session: Session) {}

  record(recordedIn: RecordedIn, changes: readonly RecordedChanges[], causeOf: CauseOfMoving = () => 'update'): void {
    const events = changes.flatMap((change) => change.events);
    if (events.length === 0) return;
    const { organizationId, projectId } = recordedIn;
    const rows = events.map(({ workItemId, revision, at, actor, change: { action, ...detail } }) => ({
      id: this.nextId(at),
      work_item_id: workItemId,
      revision,
      at,
      actor_id: actor,
      action,
      // All that a change tells beside its name; `null` where the name says it all.
      detail: Object.keys(detail).length === 0 ? null : detail,
    }));
    this.session.write(RECORD, [organizationId, projectId, JSON.stringify(rows)]);
    writeSprintLedger(this.session, recordedIn, changes, causeOf);
    writeFlow(this.session, recordedIn, changes);
  }

  /**
   * A UUIDv7 whose first random bits count up: lists order by instant and id, and what one request does has one instant.
   */
  private nextId(at: Date): string {
    const count = this.recorded;
    this.recorded += 1;
    const bytes = randomBytes(16);
    bytes.writeUIntBE(at.getTime(), 0, 6);
    // 12 bits of the count beside the version, 14 more beside the variant: sixty-seven million in one request.
    bytes.writeUInt16BE(0x7000 | (count >>> 14), 6);
    bytes.writeUInt16BE(0x8000 | (count & 0x3fff), 8);
    return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  }
}
