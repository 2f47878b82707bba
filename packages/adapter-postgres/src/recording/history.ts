import { randomBytes } from 'node:crypto';
import type { ChangeOfMany, ProjectId, WorkItemId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';
import { writeFlow } from './flow.js';
import { writeSprintLedger, writeSprintLedgerOfMany, type CauseOfMoving } from './ledger.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';
import { CHANGED_SETS, MEMBER_ITEMS, membersOf, statementsBySet, type ChangedSet } from './work-item-sets.js';

/** The database itself adds the sequence and the transaction. */
const COLUMNS = 'organization_id, id, project_id, work_item_id, revision, at, actor_id, action, detail';

/** One statement for any number of events. The sequence follows the order of the array. */
const RECORD = statement(
  'work-item-history.record',
  `insert into work_item_history (${COLUMNS})
   select $1, event.id, $2, event.work_item_id, event.revision, event.at, event.actor_id, event.action, event.detail
   from jsonb_to_recordset($3::jsonb) as event
     (id uuid, work_item_id uuid, revision integer, at timestamptz(3), actor_id uuid, action text, detail jsonb)`,
);

/**
 * One event for each item of a set, in id order, at the revision that the change leads to. The sequence follows that order. Builds the
 * identifiers that `nextId` makes. $4 instant, $5 actor, $6 action, $7 detail, $8 the instant in milliseconds, $9 how many events
 * were recorded before.
 */
const RECORD_MANY = statementsBySet(
  CHANGED_SETS,
  'work-item-history.record-many',
  (set) => `insert into work_item_history (${COLUMNS})
   ${membersOf(set)}
   select $1::uuid,
     (lpad(to_hex($8::bigint), 12, '0') || lpad(to_hex(28672 | (event.count >> 14)), 4, '0')
       || lpad(to_hex(32768 | (event.count & 16383)), 4, '0') || right(gen_random_uuid()::text, 12))::uuid,
     $2::uuid, event.id, event.revision, $4::timestamptz, $5::uuid, $6::text, $7::jsonb
   from (
     select item.id, item.revision + 1 as revision,
       $9::integer + (row_number() over (order by item.id))::integer - 1 as count
     from ${MEMBER_ITEMS}
   ) as event
   order by event.count`,
);

const BY_UPDATE: CauseOfMoving = () => 'update';

/** Changes of the Work Items of one Project that one step of a request recorded. */
interface Step {
  readonly recordedIn: RecordedIn;
  readonly changes: readonly RecordedChanges[];
}

/**
 * Writes down what happens to Work Items in one transaction: history, and all that is derived from it. There is no other way to
 * record anything, so nobody can forget the one or the other.
 */
export class HistoryWriter {
  private recorded = 0;
  /** While the steps of one request are under way. */
  private steps: Step[] | undefined;

  constructor(private readonly session: Session) {}

  record(recordedIn: RecordedIn, changes: readonly RecordedChanges[], causeOf: CauseOfMoving = BY_UPDATE): void {
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
    this.session.writeRows(RECORD, rows, organizationId, projectId);
    if (this.steps) {
      if (causeOf !== BY_UPDATE) throw new Error('A step of a request completes no Sprint.');
      this.steps.push({ recordedIn, changes });
    } else writeSprintLedger(this.session, recordedIn, changes, causeOf);
    writeFlow(this.session, recordedIn, changes);
  }

  /**
   * Records one change of all `count` items of a set, which must not have been written yet. It changes neither status nor points, so
   * that no report of flow is concerned.
   */
  recordMany(
    recordedIn: RecordedIn,
    set: ChangedSet,
    anchor: string,
    changeOfMany: ChangeOfMany<'sprint_changed'> | ChangeOfMany<'work_item_deleted'>,
    count: number,
  ): void {
    if (this.steps) throw new Error('A step of a request changes no set of Work Items.');
    const { organizationId, projectId } = recordedIn;
    const {
      at,
      actor,
      change: { action, ...detail },
    } = changeOfMany;
    const detailText = Object.keys(detail).length === 0 ? null : JSON.stringify(detail);
    const values = [organizationId, projectId, anchor, at, actor, action, detailText, at.getTime(), this.recorded];
    this.session.writeAll(RECORD_MANY[set], values, count);
    this.recorded += count;
    writeSprintLedgerOfMany(this.session, recordedIn, set, anchor, changeOfMany);
  }

  /**
   * Runs the steps of one request, none of which completes a Sprint. The ledger of the Sprints is written after the last one: it
   * tells how a Work Item is right after the request, whatever steps led there (docs/reports/sprint.md).
   */
  async stepByStep<Result>(steps: () => Promise<Result>): Promise<Result> {
    const taken = (this.steps = []);
    try {
      const result = await steps();
      for (const { recordedIn, changes } of byProject(taken)) {
        writeSprintLedger(this.session, recordedIn, changes, BY_UPDATE);
      }
      return result;
    } finally {
      this.steps = undefined;
    }
  }

  /** Answers how to forget the steps that follow, for whoever undoes them. */
  mark(): () => void {
    const { steps } = this;
    const marked = steps?.length;
    return () => {
      steps?.splice(marked ?? 0);
    };
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

/** Groups the steps by Project, and their changes by Work Item. */
function byProject(steps: readonly Step[]): Step[] {
  const projects = new Map<ProjectId, { recordedIn: RecordedIn; items: Map<WorkItemId, RecordedChanges> }>();
  for (const { recordedIn, changes } of steps) {
    const project = projects.get(recordedIn.projectId) ?? { recordedIn, items: new Map<WorkItemId, RecordedChanges>() };
    projects.set(recordedIn.projectId, project);
    for (const { item, events } of changes) {
      project.items.set(item.id, { item, events: [...(project.items.get(item.id)?.events ?? []), ...events] });
    }
  }
  return [...projects.values()].map(({ recordedIn, items }) => ({ recordedIn, changes: [...items.values()] }));
}
