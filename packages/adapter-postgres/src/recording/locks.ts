import type { OrganizationId, SprintId, WorkItemId } from '@worktrack/domain';
import { DATABASE_CLOCK, type SentStatement, type Statement, type Value, statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import { LOCKED_SETS, membersOf, statementsBySet, type LockedSet } from './work-item-sets.js';

/**
 * Builds the first millisecond after the history of the locked Work Items of the Organization $1 and after the last change of their Sprints: a later change of an
 * item in a completed Sprint must have an instant after that Sprint's end. This costs a few index lookups for each item: `offset 0` keeps
 * the planner, when its statistics know no item in a Sprint, from scanning all items that are in one.
 */
const latestOf = (items: string) => `(select max(latest.at) + interval '1 millisecond'
      from ${items}
      cross join lateral (
        (select at from work_item_history where organization_id = $1 and work_item_id = item.id order by at desc limit 1)
        union all
        select sprint.updated_at
        from (select sprint_id from work_items where organization_id = $1 and id = item.id offset 0) held
        join sprints sprint on sprint.organization_id = $1 and sprint.id = held.sprint_id
      ) as latest (at))`;

/**
 * Builds the rows of a JSON list of ids. PostgreSQL expects a fixed number of rows of it, so it keeps the plan; it would
 * plan a statement with an array at each execution, for the length of the array.
 */
const listed = (parameter: number, alias: string) => `jsonb_to_recordset($${parameter}::jsonb) as ${alias} (id uuid)`;

/** Builds `latestOf` for items given as a JSON list. */
const latestOfItems = (parameter: number) => latestOf(listed(parameter, 'item'));

/** `latestOf` for the items of the common table `member`. */
const LATEST_OF_MEMBERS = latestOf('member as item');

/**
 * Builds the first millisecond after the last change, entry and exit of the locked Sprints: an entry or exit before a start or an end has
 * an earlier instant. The Sprints are a JSON list.
 */
const latestOfSprints = (parameter: number) => `(select max(latest.at) + interval '1 millisecond'
      from ${listed(parameter, 'held')}
      cross join lateral (
        (select updated_at from sprints where organization_id = $1 and id = held.id)
        union all
        (select at from sprint_entries where organization_id = $1 and sprint_id = held.id order by at desc limit 1)
        union all
        (select at from sprint_exits where organization_id = $1 and sprint_id = held.id order by at desc limit 1)
      ) as latest (at))`;

/** `latestOf` for one item: $1 Organization, $2 item. `SELECT_NAMES` of `work-item.views.ts` has the same rule. */
const LATEST_OF_ITEM = `(select max(latest.at) + interval '1 millisecond'
      from (
        (select at from work_item_history where organization_id = $1 and work_item_id = $2 order by at desc limit 1)
        union all
        select sprint.updated_at
        from (select sprint_id from work_items where organization_id = $1 and id = $2 offset 0) held
        join sprints sprint on sprint.organization_id = $1 and sprint.id = held.sprint_id
      ) as latest (at))`;

/** `latestOfSprints` for one Sprint: $1 Organization, and the parameter of the Sprint. */
const latestOfSprint = (sprint: string) => `(select max(latest.at) + interval '1 millisecond'
      from (
        (select updated_at from sprints where organization_id = $1 and id = ${sprint})
        union all
        (select at from sprint_entries where organization_id = $1 and sprint_id = ${sprint} order by at desc limit 1)
        union all
        (select at from sprint_exits where organization_id = $1 and sprint_id = ${sprint} order by at desc limit 1)
      ) as latest (at))`;

/** Selects the clock: nothing is locked yet. */
const INSTANT = statement('instant', `select ${DATABASE_CLOCK} as instant`);
/** Statements for one item, for one Sprint, and for one of each: most requests lock no more. */
const INSTANT_OF_ITEM = statement(
  'instant.of-item',
  `select greatest(${DATABASE_CLOCK}, ${LATEST_OF_ITEM}) as instant`,
);
const INSTANT_OF_SPRINT = statement(
  'instant.of-sprint',
  `select greatest(${DATABASE_CLOCK}, ${latestOfSprint('$2')}) as instant`,
);
const INSTANT_OF_ITEM_AND_SPRINT = statement(
  'instant.of-item-and-sprint',
  `select greatest(${DATABASE_CLOCK}, ${LATEST_OF_ITEM}, ${latestOfSprint('$3')}) as instant`,
);
/** Statements for lists of items, and of Sprints, of one Organization. */
const INSTANT_OF_ITEMS = statement(
  'instant.of-items',
  `select greatest(${DATABASE_CLOCK}, ${latestOfItems(2)}) as instant`,
);
const INSTANT_OF_ITEMS_AND_SPRINTS = statement(
  'instant.of-items-and-sprints',
  `select greatest(${DATABASE_CLOCK}, ${latestOfItems(2)}, ${latestOfSprints(3)}) as instant`,
);

/** Selects the instant when a set is locked. $1, $2 and $3 are the parameters of the set. */
const INSTANT_WITH_SET = statementsBySet(
  LOCKED_SETS,
  'instant.with-set',
  (set) =>
    `${membersOf(set)} select greatest(${DATABASE_CLOCK}, ${LATEST_OF_MEMBERS}, ${latestOfItems(4)}, ${latestOfSprints(5)}) as instant`,
);

interface InstantRow {
  readonly instant: Date;
}

/**
 * The locks of one transaction, and the instant after the last of them. A lock that is probably the last one reads the instant in the same
 * round trip. A further lock invalidates this instant, and it is read again.
 */
export class Locks {
  private readonly items = new Map<WorkItemId, OrganizationId>();
  private readonly sprints = new Map<SprintId, OrganizationId>();
  private set: { readonly of: LockedSet; readonly values: readonly Value[] } | undefined;
  /** Rows that the locking statements of this transaction returned, by the name and the values of the statement. */
  private readonly found = new Map<string, readonly object[]>();
  private latest: Date | undefined;
  private given: Date | undefined;

  constructor(private readonly transaction: SqlTransaction) {}

  /** Takes a lock and returns its rows. Other locks can follow. */
  async take<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    this.assertOpen();
    this.latest = undefined;
    const rows = await this.transaction.rows<Row>(statement, values);
    this.found.set(nameOf(statement, values), rows);
    return rows;
  }

  /** Registers a lock whose rows are not needed. Like a write, it is sent together with the next read, before it. */
  takeWithNext(statement: Statement, values: readonly Value[]): void {
    this.assertOpen();
    this.latest = undefined;
    this.transaction.write(statement, values);
    this.found.set(nameOf(statement, values), []);
  }

  /** Returns the rows of a lock that was taken earlier with these values; `undefined` when it was not taken. */
  foundBy(statement: Statement, values: readonly Value[]): readonly object[] | undefined {
    return this.found.get(nameOf(statement, values));
  }

  /** Takes a lock that is probably the last one of the request, and reads the instant in the same round trip. */
  async takeLast<Row extends object>(
    organizationId: OrganizationId,
    statement: Statement,
    values: readonly Value[],
    items: readonly WorkItemId[] = [],
  ): Promise<Row[]> {
    this.assertOpen();
    for (const id of items) this.items.set(id, organizationId);
    const [rows, [instant]] = await this.transaction.read<[Row, InstantRow]>({ statement, values }, this.request());
    this.latest = instant?.instant;
    return rows;
  }

  /**
   * Takes the lock of one Work Item, probably the only lock of the request, and in the same round trip reads its row as it is under the lock,
   * with the instant after the records of this item. Returns the rows of both.
   */
  async takeOne<Row extends { readonly id: WorkItemId }, Read extends { readonly instant: string }>(
    organizationId: OrganizationId,
    lock: SentStatement,
    read: SentStatement,
  ): Promise<[Row[], Read[]]> {
    this.assertOpen();
    const isOnly = this.set === undefined && this.items.size === 0 && this.sprints.size === 0;
    const [rows, found] = await this.transaction.read<[Row, Read]>(lock, read);
    for (const { id } of rows) this.items.set(id, organizationId);
    const [row] = found;
    this.latest = isOnly && row ? new Date(row.instant) : undefined;
    return [rows, found];
  }

  /**
   * Awaits `taken`, the last of what the request needs, which another connection locked and released, and reads the instant meanwhile if
   * rows are locked whose records it must follow. The instant will not be before that of `taken`.
   */
  async follow<Taken extends { readonly instant: Date }>(taken: Promise<Taken>): Promise<Taken> {
    this.assertOpen();
    const followsRows = this.set !== undefined || this.items.size > 0 || this.sprints.size > 0;
    const [took, known] = await Promise.all([taken, this.latest ?? (followsRows ? this.read() : undefined)]);
    this.latest = known && known > took.instant ? known : took.instant;
    return took;
  }

  /** Adds Work Items that a statement given to `take` has locked: the instant will be later than their history. */
  hold(items: readonly { readonly id: WorkItemId; readonly organizationId: OrganizationId }[]): void {
    for (const { id, organizationId } of items) this.items.set(id, organizationId);
  }

  /**
   * Adds a set of Work Items that a statement given to `take` has locked: the instant will be later than their history. Throws when the
   * transaction already has a set.
   */
  holdSet(of: LockedSet, values: readonly Value[]): void {
    if (this.set) throw new Error('A transaction holds one set of Work Items.');
    this.set = { of, values };
  }

  /** Adds Sprints that a statement given to `take` has locked: the instant will be later than their changes, entries and exits. */
  holdSprints(organizationId: OrganizationId, sprints: readonly SprintId[]): void {
    for (const id of sprints) this.sprints.set(id, organizationId);
  }

  /** Returns the instant of the request. Every call returns the same one. No lock can follow. */
  async instant(): Promise<Date> {
    this.given ??= this.latest ?? (await this.read());
    return this.given;
  }

  private async read(): Promise<Date> {
    const found = await this.transaction.rowsOfEach<InstantRow>(this.requests());
    const instants = found.flat().map(({ instant }) => instant);
    const [first, ...others] = instants;
    if (!first || instants.length < found.length) throw new Error('The database returned no time.');
    return others.reduce((latest, instant) => (instant > latest ? instant : latest), first);
  }

  /** The request for the instant where all rows that are held belong to one Organization. */
  private request(): SentStatement {
    const [only, ...others] = this.requests();
    if (!only || others.length > 0) throw new Error('Rows of several Organizations are held.');
    return only;
  }

  /** One request for each Organization of the rows that are held, and at least one. */
  private requests(): SentStatement[] {
    const organizations = new Set([...this.items.values(), ...this.sprints.values()]);
    if (this.set) organizations.add(this.set.values[0] as OrganizationId);
    if (organizations.size === 0) return [{ statement: INSTANT, values: [] }];
    return [...organizations].map((organizationId) => this.requestIn(organizationId));
  }

  private requestIn(organizationId: OrganizationId): SentStatement {
    const [items, sprints] = [idsIn(this.items, organizationId), idsIn(this.sprints, organizationId)];
    if (this.set?.values[0] === organizationId) {
      const { of, values } = this.set;
      return { statement: INSTANT_WITH_SET[of], values: [...values, listOf(items), listOf(sprints)] };
    }
    if (items.length > 1 || sprints.length > 1) {
      if (sprints.length === 0) return { statement: INSTANT_OF_ITEMS, values: [organizationId, listOf(items)] };
      return { statement: INSTANT_OF_ITEMS_AND_SPRINTS, values: [organizationId, listOf(items), listOf(sprints)] };
    }
    if (sprints.length === 0) return { statement: INSTANT_OF_ITEM, values: [organizationId, ...items] };
    if (items.length === 0) return { statement: INSTANT_OF_SPRINT, values: [organizationId, ...sprints] };
    return { statement: INSTANT_OF_ITEM_AND_SPRINT, values: [organizationId, ...items, ...sprints] };
  }

  /** Throws once the instant was read: the rows of a further lock can already have a later instant from another transaction. */
  private assertOpen(): void {
    if (this.given) throw new Error('A lock was asked for after the instant was read.');
  }
}

function idsIn(held: ReadonlyMap<string, OrganizationId>, organizationId: OrganizationId): readonly string[] {
  return [...held].flatMap(([id, of]) => (of === organizationId ? id : []));
}

const listOf = (ids: readonly string[]): string => JSON.stringify(ids.map((id) => ({ id })));

function nameOf({ name }: Statement, values: readonly Value[]): string {
  return JSON.stringify([name, values]);
}

/**
 * The locks within a savepoint, where all rows are locked already. Rows of a lock that was taken before are returned without a query,
 * because no other transaction can have changed them. The instant is that of the transaction.
 */
export class SavepointLocks extends Locks {
  constructor(
    private readonly inner: SqlTransaction,
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
