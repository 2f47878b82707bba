import type { Client } from 'pg';

/** One step of a plan, from the output of `explain (format json)`. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Step[];
}

/** A comparison with a parameter, or with a constant. */
const COMPARED = /\borganization_id = (?:\$\d+|'[0-9a-f-]{36}'::uuid)/;

/** The comparison that a policy adds: with a value that is computed once. PostgreSQL 15 and 16 show it as $0. */
const OF_A_POLICY = /\borganization_id = (?:\$0\b|\(InitPlan \d+\))/;

/** The first words of statements that have a plan. */
const WITH_A_PLAN = /^\s*(?:select|insert|update|delete|with)\b/i;

/** Explains statements with the plans that serve any values. */
export class GenericPlans {
  private constructor(
    private readonly client: Client,
    private readonly owned: ReadonlySet<string>,
  ) {}

  /** Plans are made as in the sessions of the server, without statistics of any rows. */
  static async on(client: Client, owned: Iterable<string>): Promise<GenericPlans> {
    await client.query(`set plan_cache_mode = force_generic_plan; set jit = off; set max_parallel_workers_per_gather = 0;
      set random_page_cost = 1.1`);
    return new GenericPlans(client, new Set(owned));
  }

  /**
   * Returns the scans of tables of an Organization whose conditions compare no parameter or constant with the Organization.
   * @param first the type of the first parameter, where the text does not say it
   */
  async looseScans(text: string, first = 'unknown'): Promise<readonly string[]> {
    return (await this.plansOf(text, first)).flatMap((plan) => this.looseIn(plan));
  }

  /** Returns the scans that compare each row with the Organization of a policy, instead of finding the rows in an index by it. */
  async scansByRow(text: string): Promise<readonly string[]> {
    const steps = (await this.plansOf(text, 'unknown')).flatMap((plan) => allOf([plan]));
    return steps.flatMap(({ Filter: filter = '', ...step }) =>
      OF_A_POLICY.test(filter) ? [`${step['Node Type']} of ${step['Relation Name'] ?? ''}: ${filter}`] : [],
    );
  }

  private async plansOf(text: string, first: string): Promise<readonly Step[]> {
    // The others begin and end transactions.
    if (!WITH_A_PLAN.test(text)) return [];
    const numbers = [...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number));
    const count = Math.max(0, ...numbers);
    const types = Array.from({ length: count }, (_, index) => (index === 0 ? first : 'unknown')).join(', ');
    const values = Array.from({ length: count }, () => 'null').join(', ');
    await this.client.query(`prepare explained ${count > 0 ? `(${types})` : ''} as ${text}`);
    try {
      const { rows } = await this.client.query<{ 'QUERY PLAN': readonly { readonly Plan: Step }[] }>(
        `explain (format json) execute explained ${count > 0 ? `(${values})` : ''}`,
      );
      return rows.flatMap((row) => row['QUERY PLAN'].map(({ Plan: plan }) => plan));
    } finally {
      await this.client.query('deallocate explained');
    }
  }

  private looseIn(step: Step): string[] {
    const { Plans: inner = [], 'Relation Name': table = '', 'Node Type': type } = step;
    const isScan = type.endsWith('Scan') && this.owned.has(table);
    // The conditions of a bitmap are those of the indexes that make it.
    const conditions = [step, ...(type === 'Bitmap Heap Scan' ? allOf(inner) : [])].flatMap((one) => [
      one['Index Cond'] ?? '',
      one['Recheck Cond'] ?? '',
      one.Filter ?? '',
    ]);
    const isLoose = isScan && !conditions.some((condition) => COMPARED.test(condition));
    return [
      ...(isLoose ? [`${type} of ${table} ${step.Alias ?? ''}`] : []),
      ...inner.flatMap((one) => this.looseIn(one)),
    ];
  }
}

function allOf(steps: readonly Step[]): Step[] {
  return steps.flatMap((step) => [step, ...allOf(step.Plans ?? [])]);
}
