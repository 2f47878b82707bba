import type { OrganizationId, WorkItemId } from '@worktrack/domain';
import type { Connections } from '../engine/connections.js';
import { LEAST_ID } from '../engine/keyset.js';
import { type Value, statement } from '../engine/statement.js';
import { COMPARE_FLOW } from '../reports/precomputed-flow.js';
import { INVARIANTS, type Within } from './invariants.js';

/** A rule that stored records break. */
export interface Violation {
  /** The rule as a sentence without a full stop. */
  readonly says: string;
  /** The number of records that break it. */
  readonly count: number;
  /** At most five of these records: ids and what differs, without texts of users. */
  readonly examples: readonly object[];
}

/** The result of a verification. */
export interface Verification {
  /** The number of rules that were checked. */
  readonly checked: number;
  readonly violations: readonly Violation[];
}

/** The result of a comparison of precomputed flow with history. */
interface Compared {
  readonly differing: readonly WorkItemId[];
}

const EXAMPLES = 5;

/** Work Items whose precomputed flow is compared by one statement. */
const ITEMS_AT_ONCE = 1_000;

const FLOW_RULE = 'what reports keep precomputed of a Work Item is what its history says';
const SEQUENCE_RULE = 'the next number of each sequence is above all numbers that are in use';

/** Checks the rules that stored records keep, each by statements of its own. */
export class Verifier {
  private readonly violations: Violation[] = [];
  private checked = 0;

  /** @param only the Organization whose records are checked; `undefined`: all Organizations */
  constructor(
    private readonly connections: Connections,
    private readonly only: OrganizationId | undefined,
  ) {}

  async run(): Promise<Verification> {
    for (const [index, { says, violations }] of INVARIANTS.entries()) {
      this.add(says, await this.broken(`verification.invariant-${index}`, violations(this.within)));
    }
    this.add(FLOW_RULE, await this.differingFlow());
    if (this.only === undefined) this.add(SEQUENCE_RULE, await this.lateSequences());
    return { checked: this.checked, violations: this.violations };
  }

  private select<Row extends object>(name: string, text: string, values: readonly Value[]): Promise<Row[]> {
    return this.connections.once<Row>(statement(name, text), values);
  }

  /** Without an Organization whose deletion has begun: a part of it is gone. */
  private readonly within: Within = (alias) =>
    this.only === undefined
      ? `${alias}.organization_id not in (select id from organizations where deletion_began_at is not null)`
      : `${alias}.organization_id = $1`;

  private add(says: string, { count, examples }: Omit<Violation, 'says'>): void {
    this.checked += 1;
    if (count > 0) this.violations.push({ says, count, examples });
  }

  /** Counts what a statement selects. */
  private async broken(name: string, selection: string): Promise<Omit<Violation, 'says'>> {
    const [found] = await this.select<{ count: number; examples: object[] }>(
      this.only === undefined ? name : `${name}-of`,
      `with violation as materialized (${selection})
       select (select count(*)::integer from violation) as count,
         coalesce((select json_agg(example) from (select * from violation limit ${EXAMPLES}) as example), '[]') as examples`,
      this.only === undefined ? [] : [this.only],
    );
    return found ?? { count: 0, examples: [] };
  }

  private async differingFlow(): Promise<Omit<Violation, 'says'>> {
    let count = 0;
    const examples: object[] = [];
    for (const organizationId of await this.organizations()) {
      for await (const ids of this.workItems(organizationId)) {
        const [compared] = await this.connections.once<Compared>(COMPARE_FLOW, [organizationId, ids]);
        const differing = compared?.differing ?? [];
        count += differing.length;
        const shown = differing.slice(0, EXAMPLES - examples.length);
        examples.push(...shown.map((id) => ({ organization_id: organizationId, id })));
      }
    }
    return { count, examples };
  }

  private async organizations(): Promise<readonly string[]> {
    if (this.only !== undefined) return [this.only];
    const text = 'select id from organizations where deletion_began_at is null order by id';
    const rows = await this.select<{ id: string }>('verification.organizations', text, []);
    return rows.map(({ id }) => id);
  }

  private async *workItems(organizationId: string): AsyncGenerator<WorkItemId[]> {
    let after: string = LEAST_ID;
    for (;;) {
      const rows = await this.select<{ id: WorkItemId }>(
        'verification.work-items',
        `select id from work_items where organization_id = $1 and id > $2 order by id limit ${ITEMS_AT_ONCE}`,
        [organizationId, after],
      );
      const last = rows.at(-1);
      if (!last) return;
      yield rows.map(({ id }) => id);
      after = last.id;
    }
  }

  /** Numbers that a sequence gave can be above those in use: a transaction that failed used them up. */
  private async lateSequences(): Promise<Omit<Violation, 'says'>> {
    const late: object[] = [];
    for (const { table, column, sequence } of await this.sequences()) {
      const [found] = await this.select<{ highest: string | null; last: string; isLate: boolean }>(
        `verification.sequence-${sequence}`,
        `select highest::text, last_value::text as last, coalesce(highest > last_value, false) as "isLate"
         from ${sequence}, (select max(${column}) as highest from ${table}) as used`,
        [],
      );
      if (found?.isLate === true) late.push({ table, column, highest: found.highest, last: found.last });
    }
    return { count: late.length, examples: late.slice(0, EXAMPLES) };
  }

  private async sequences(): Promise<readonly { table: string; column: string; sequence: string }[]> {
    return this.select(
      'verification.sequences',
      `select quote_ident(relname) as table, quote_ident(attname) as column,
         pg_get_serial_sequence(quote_ident(relname), attname) as sequence
       from pg_class join pg_namespace schema on schema.oid = relnamespace join pg_attribute on attrelid = pg_class.oid
       where nspname = current_schema() and relkind in ('r', 'p') and attnum > 0 and not attisdropped
         and pg_get_serial_sequence(quote_ident(relname), attname) is not null
       order by 1, 2`,
      [],
    );
  }
}
