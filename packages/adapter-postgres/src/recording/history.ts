import { randomBytes } from 'node:crypto';
import type { ChangeOfMany, HistoryEvent, ProjectId, WorkItemId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import type { FeedWriter } from './feed-writer.js';
import { writeFlow } from './flow.js';
import { HistoryTable, type HistoryRow } from './history.table.js';
import { writeSprintLedger, writeSprintLedgerOfMany, type CauseOfMoving } from './ledger.js';
import type { RecordedChanges, RecordedIn } from './recorded-changes.js';
import { CHANGED_SETS, MEMBER_ITEMS, membersOf, statementsBySet, type ChangedSet } from './work-item-sets.js';

/** Inserts any number of events. The sequence follows the order of the array. */
const RECORD = HistoryTable.insertManyAs('work-item-history.record');

/** Inserts one event, the most frequent case, without a list to read: `RECORD` takes half as long again. */
const RECORD_ONE = HistoryTable.insertAs('work-item-history.record-one');

/**
 * Inserts one event for each item of a set, with the revision after the change. The sequence follows the order of the item ids. The event
 * ids have the format of `nextId`. $4 instant, $5 actor, $6 action, $7 detail, $8 the instant in milliseconds, $9 the number of events
 * recorded before.
 */
const RECORD_MANY = statementsBySet(
  CHANGED_SETS,
  'work-item-history.record-many',
  (set) => `insert into work_item_history (${HistoryTable.names})
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

/** The changes of one Project's Work Items that one step of a request recorded. */
export interface Step {
  readonly recordedIn: RecordedIn;
  readonly changes: readonly RecordedChanges[];
}

/**
 * Records the changes of Work Items in one transaction: the history and the rows derived from it. All changes are recorded here, so that
 * neither part can be forgotten.
 */
export class HistoryWriter {
  private recorded = 0;
  /** The steps recorded so far while `stepByStep` runs; otherwise `undefined`. */
  private steps: Step[] | undefined;

  /** @param feed what is recorded is told there; imports tell nothing */
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly feed?: FeedWriter,
  ) {}

  record(recordedIn: RecordedIn, changes: readonly RecordedChanges[], causeOf: CauseOfMoving = BY_UPDATE): void {
    if (changes.every(({ events }) => events.length === 0)) return;
    const step = { recordedIn, changes };
    this.writeEvents([step]);
    if (this.steps) {
      if (causeOf !== BY_UPDATE) throw new Error('A step of a request completes no Sprint.');
      this.addStep(step);
    } else {
      writeSprintLedger(this.transaction, recordedIn, changes, causeOf);
      this.tell(step);
    }
    writeFlow(this.transaction, recordedIn, changes);
  }

  /** Remembers a step of `stepByStep`, so that the Sprint ledger follows from it. The caller writes its events and its flow. */
  addStep(step: Step): void {
    this.steps?.push(step);
    this.tell(step);
  }

  /** Registers the events of steps that `addStep` remembered, in their order, and the flow that follows from them. */
  writeSteps(steps: readonly Step[]): void {
    this.writeEvents(steps);
    for (const { recordedIn, changes } of byProject(steps)) writeFlow(this.transaction, recordedIn, changes);
  }

  /**
   * Records one change of all `count` items of a set. Must be called before the change itself is written. The change affects neither status
   * nor points, so no flow is recorded.
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
    this.transaction.writeAll(RECORD_MANY[set], values, count);
    this.recorded += count;
    writeSprintLedgerOfMany(this.transaction, recordedIn, set, anchor, changeOfMany);
    this.feed?.tellOfMany(recordedIn, set, anchor, changeOfMany);
  }

  /**
   * Runs the steps of one request, none of which completes a Sprint. The Sprint ledger is written after the last step, because it records
   * the state of a Work Item right after the request, not after each step (docs/reports/sprint.md).
   */
  async stepByStep<Result>(steps: () => Promise<Result>): Promise<Result> {
    const taken = (this.steps = []);
    try {
      const result = await steps();
      for (const { recordedIn, changes } of byProject(taken)) {
        writeSprintLedger(this.transaction, recordedIn, changes, BY_UPDATE);
      }
      return result;
    } finally {
      this.steps = undefined;
    }
  }

  /** Returns a function that discards the steps recorded after this call, for when they are rolled back. */
  mark(): () => void {
    const { steps } = this;
    const marked = steps?.length;
    const forget = this.feed?.mark();
    return () => {
      steps?.splice(marked ?? 0);
      forget?.();
    };
  }

  private tell({ recordedIn: { organizationId, projectId }, changes }: Step): void {
    const events = changes.flatMap((change) => change.events);
    this.feed?.tellOf(
      organizationId,
      events.map((event) => ({ projectId, event })),
    );
  }

  private writeEvents(steps: readonly Step[]): void {
    const [first] = steps;
    if (!first) return;
    const rows = steps.flatMap(({ recordedIn, changes }) =>
      changes.flatMap(({ events }) => events.map((event) => this.rowOf(recordedIn, event))),
    );
    const [only, ...others] = rows;
    if (only && others.length === 0) this.transaction.write(RECORD_ONE, HistoryTable.insertValues(only));
    else this.transaction.writeRows(RECORD, rows.map(HistoryTable.plain), first.recordedIn.organizationId);
  }

  private rowOf(
    { organizationId, projectId }: RecordedIn,
    { workItemId, revision, at, actor, change: { action, ...detail } }: HistoryEvent,
  ): HistoryRow {
    return {
      organizationId,
      id: this.nextId(at),
      projectId,
      workItemId,
      revision,
      at,
      actorId: actor,
      action,
      detail: Object.keys(detail).length === 0 ? null : detail,
    };
  }

  /**
   * Builds a UUIDv7 with a counter in its first random bits: lists sort by instant and id, and all events of a request have one instant.
   */
  private nextId(at: Date): string {
    const count = this.recorded;
    this.recorded += 1;
    const time = at.getTime().toString(16).padStart(12, '0');
    // 12 bits of the counter after the version, 14 more after the variant: up to 67 million events per request.
    const [high, low] = [(0x7000 | (count >>> 14)).toString(16), (0x8000 | (count & 0x3fff)).toString(16)];
    return `${time.slice(0, 8)}-${time.slice(8)}-${high}-${low}-${random.next()}`;
  }
}

/** Random digits for ids, made for many ids together: each call of the generator costs more than its bytes. */
class RandomDigits {
  private pool = '';
  private used = 0;

  /** Returns twelve random hexadecimal digits. */
  next(): string {
    if (this.used === this.pool.length) {
      this.pool = randomBytes((256 * DIGITS) / 2).toString('hex');
      this.used = 0;
    }
    const from = this.used;
    this.used += DIGITS;
    return this.pool.slice(from, this.used);
  }
}

const DIGITS = 12;
const random = new RandomDigits();

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
