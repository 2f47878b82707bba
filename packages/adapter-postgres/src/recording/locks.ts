import type { OrganizationId, SprintId, WorkItemId } from '@worktrack/domain';
import type { SentStatement } from '../engine/connections.js';
import type { Session } from '../engine/session.js';
import { statement, type Statement } from '../engine/statement.js';
import type { Value } from '../engine/values.js';
import { LOCKED_SETS, membersOf, statementsBySet, type LockedSet } from './work-item-sets.js';

/**
 * Builds the latest that has been recorded of the Work Items that are locked, and of the Sprints they are in: what a finished item goes
 * through after its Sprint is later than that Sprint's end. A few index look-ups an item: `offset 0` keeps the planner from looking
 * for it among all items that are in a Sprint, where it knows of none.
 */
const latestOf = (items: string) => `(select max(latest.at) + interval '1 millisecond'
      from ${items}
      cross join lateral (
        (select at from work_item_history
         where organization_id = item.organization_id and work_item_id = item.id order by at desc limit 1)
        union all
        select sprint.updated_at
        from (
          select sprint_id from work_items where organization_id = item.organization_id and id = item.id offset 0
        ) held
        join sprints sprint on sprint.organization_id = item.organization_id and sprint.id = held.sprint_id
      ) as latest (at))`;

/** Items by two lists of values, from that parameter on. */
const latestOfItems = (first: number) =>
  latestOf(`unnest($${first}::uuid[], $${first + 1}::uuid[]) as item (organization_id, id)`);

/** Items of the common table `member`. */
const LATEST_OF_MEMBERS = latestOf(`(select $1::uuid as organization_id, id from member) as item`);

/**
 * Builds the latest that has happened to the Sprints that are locked or held, and the latest entry and exit there: what came in or went
 * out before a start or an end is earlier than it. Sprints by two lists of values, from that parameter on.
 */
const latestOfSprints = (first: number) => `(select max(latest.at) + interval '1 millisecond'
      from unnest($${first}::uuid[], $${first + 1}::uuid[]) as held (organization_id, id)
      cross join lateral (
        (select updated_at from sprints where organization_id = held.organization_id and id = held.id)
        union all
        (select at from sprint_entries
         where organization_id = held.organization_id and sprint_id = held.id order by at desc limit 1)
        union all
        (select at from sprint_exits
         where organization_id = held.organization_id and sprint_id = held.id order by at desc limit 1)
      ) as latest (at))`;

/** A cast to `timestamptz(3)` would round up, hence `date_trunc`. */
const CLOCK = `date_trunc('milliseconds', clock_timestamp())`;

/** The clock, or the millisecond after all that has been recorded of what is locked: whichever is later. */
const INSTANT = statement('instant', `select greatest(${CLOCK}, ${latestOfItems(1)}) as instant`);
const INSTANT_WITH_SPRINTS = statement(
  'instant.with-sprints',
  `select greatest(${CLOCK}, ${latestOfItems(1)}, ${latestOfSprints(3)}) as instant`,
);

/** Behind a set that is locked: $1, $2 and $3 are those of the set. */
const INSTANT_WITH_SET = statementsBySet(
  LOCKED_SETS,
  'instant.with-set',
  (set) =>
    `${membersOf(set)} select greatest(${CLOCK}, ${LATEST_OF_MEMBERS}, ${latestOfItems(4)}, ${latestOfSprints(6)}) as instant`,
);

interface InstantRow {
  readonly instant: Date;
}

/**
 * The locks of one transaction and the instant behind the last of them. A lock that is likely the last one brings the instant
 * along in the same exchange; another lock after it makes that one worthless, and it is read anew.
 */
export class Locks {
  private readonly items = new Map<WorkItemId, OrganizationId>();
  private readonly sprints = new Map<SprintId, OrganizationId>();
  private set: { readonly of: LockedSet; readonly values: readonly Value[] } | undefined;
  /** Rows that the locks of this transaction found, by name and values of the statement. */
  private readonly found = new Map<string, readonly object[]>();
  private latest: Date | undefined;
  private given: Date | undefined;

  constructor(private readonly session: Session) {}

  /** A lock after which others may follow. */
  async take<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    this.assertOpen();
    this.latest = undefined;
    const rows = await this.session.rows<Row>(statement, values);
    this.found.set(nameOf(statement, values), rows);
    return rows;
  }

  /** A lock whose answer nobody needs: registered like a write, it travels just ahead of whatever is read next. */
  takeWithNext(statement: Statement, values: readonly Value[]): void {
    this.assertOpen();
    this.latest = undefined;
    this.session.write(statement, values);
    this.found.set(nameOf(statement, values), []);
  }

  /** Rows that the same lock found earlier; `undefined` when it was not taken. */
  foundBy(statement: Statement, values: readonly Value[]): readonly object[] | undefined {
    return this.found.get(nameOf(statement, values));
  }

  /** A lock that is likely the last one of its request. */
  async takeLast<Row extends object>(
    organizationId: OrganizationId,
    statement: Statement,
    values: readonly Value[],
    items: readonly WorkItemId[] = [],
  ): Promise<Row[]> {
    this.assertOpen();
    for (const id of items) this.items.set(id, organizationId);
    const [rows, [instant]] = await this.session.read<[Row, InstantRow]>({ statement, values }, this.request());
    this.latest = instant?.instant;
    return rows;
  }

  /** Work Items that a statement given to `take` has locked: the instant will be later than their history. */
  hold(items: readonly { readonly id: WorkItemId; readonly organizationId: OrganizationId }[]): void {
    for (const { id, organizationId } of items) this.items.set(id, organizationId);
  }

  /**
   * Whole set of Work Items that a statement given to `take` has locked, however many they are: the instant will be later than their history. At
   * most one set a transaction. Throws for a second one.
   */
  holdSet(of: LockedSet, values: readonly Value[]): void {
    if (this.set) throw new Error('A transaction holds one set of Work Items.');
    this.set = { of, values };
  }

  /** Sprints that a statement given to `take` has locked: the instant will be later than all that happened to them. */
  holdSprints(organizationId: OrganizationId, sprints: readonly SprintId[]): void {
    for (const id of sprints) this.sprints.set(id, organizationId);
  }

  /** One request, one instant: every call answers the same. No lock may follow. */
  async instant(): Promise<Date> {
    if (this.given) return this.given;
    if (!this.latest) {
      const { statement, values } = this.request();
      const [row] = await this.session.rows<InstantRow>(statement, values);
      this.latest = row?.instant;
    }
    if (!this.latest) throw new Error('The database returned no time.');
    this.given = this.latest;
    return this.given;
  }

  private request(): SentStatement {
    const items = [[...this.items.values()], [...this.items.keys()]];
    const sprints = [[...this.sprints.values()], [...this.sprints.keys()]];
    if (this.set) {
      const { of, values } = this.set;
      return { statement: INSTANT_WITH_SET[of], values: [...values, ...items, ...sprints] };
    }
    if (this.sprints.size === 0) return { statement: INSTANT, values: items };
    return { statement: INSTANT_WITH_SPRINTS, values: [...items, ...sprints] };
  }

  /** Behind a lock that is taken later, somebody else may already have written a later instant. */
  private assertOpen(): void {
    if (this.given) throw new Error('A lock was asked for after the instant was read.');
  }
}

function nameOf({ name }: Statement, values: readonly Value[]): string {
  return JSON.stringify([name, values]);
}

/**
 * The locks within a savepoint, where everything is locked already. What the very same lock found before is found again without
 * asking: nobody else can have changed it. The instant is the transaction's.
 */
export class SavepointLocks extends Locks {
  constructor(
    private readonly inner: Session,
    private readonly outer: Locks,
  ) {
    super(inner);
  }

  override async take<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    const found = this.outer.foundBy(statement, values) as Row[] | undefined;
    return found ?? this.inner.rows<Row>(statement, values);
  }

  override takeWithNext(statement: Statement, values: readonly Value[]): void {
    if (!this.outer.foundBy(statement, values)) this.inner.write(statement, values);
  }

  override takeLast<Row extends object>(
    _organizationId: OrganizationId,
    statement: Statement,
    values: readonly Value[],
  ): Promise<Row[]> {
    return this.inner.rows<Row>(statement, values);
  }

  override instant(): Promise<Date> {
    return this.outer.instant();
  }
}
