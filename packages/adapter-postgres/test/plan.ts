import { escapeLiteral } from 'pg';
import type { Reader, ReaderOfSeveral, SentStatement, Statement, Value } from '../src/engine/statement.js';
import type { TestDatabase } from './test-database.js';

/** One step of an executed plan, from the output of `explain (analyze, buffers, format json)`. */
interface Step {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly Step[];
}

/** The executed plan of one statement. */
export interface ExecutedPlan {
  /** Number of pages read, cached or not. */
  readonly buffers: number;
  readonly indexes: readonly string[];
  readonly sequentialScans: readonly string[];
  /** Number of rows that the largest sort read. */
  readonly mostSorted: number;
  /** Number of rows that all scans of a table found together. */
  readonly rowsOf: (table: string) => number;
  /** Number of entries that all scans of an index found together. */
  readonly entriesOf: (index: string) => number;
}

/** A reader that keeps the last statement, or the last ones that were sent together, to explain them. */
export class Explaining implements ReaderOfSeveral {
  private asked: readonly SentStatement[] = [];

  constructor(
    private readonly reader: Reader,
    private readonly database: TestDatabase,
  ) {}

  rows<Row extends object>(statement: Statement, values: readonly Value[]): Promise<Row[]> {
    this.asked = [{ statement, values }];
    return this.reader.rows<Row>(statement, values);
  }

  rowsOfEach<Row extends object>(requests: readonly SentStatement[]): Promise<Row[][]> {
    this.asked = requests;
    return Promise.all(requests.map(({ statement, values }) => this.reader.rows<Row>(statement, values)));
  }

  /** Returns the plans of each statement: the one for its values and, if it is prepared, the generic one. */
  async plans(): Promise<ExecutedPlan[]> {
    if (this.asked.length === 0) throw new Error('Nothing was read.');
    const plans: ExecutedPlan[] = [];
    for (const { statement, values } of this.asked) {
      const modes = statement.once ? ['force_custom_plan'] : ['force_custom_plan', 'force_generic_plan'];
      for (const mode of modes) {
        const [row] = await this.database.explain(mode, statement.text, values.map(literalOf));
        const [{ Plan: plan } = { Plan: undefined }] = row?.['QUERY PLAN'] as { Plan: Step }[];
        if (!plan) throw new Error('PostgreSQL returned no plan.');
        plans.push(summaryOf(plan));
      }
    }
    return plans;
  }
}

function summaryOf(plan: Step): ExecutedPlan {
  const steps = stepsOf(plan);
  const sorts = steps.filter(({ 'Node Type': type }) => type === 'Sort' || type === 'Incremental Sort');
  return {
    buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    indexes: [...new Set(steps.flatMap((step) => step['Index Name'] ?? []))],
    sequentialScans: steps.flatMap((step) => (step['Node Type'] === 'Seq Scan' ? (step['Relation Name'] ?? '') : [])),
    mostSorted: Math.max(0, ...sorts.flatMap(({ Plans = [] }) => Plans.map((input) => input['Actual Rows']))),
    rowsOf: (table) => foundBy(steps.filter((step) => step['Relation Name'] === table)),
    entriesOf: (index) => foundBy(steps.filter((step) => step['Index Name'] === index)),
  };
}

function foundBy(steps: readonly Step[]): number {
  return steps.reduce((rows, step) => rows + Math.round(step['Actual Rows'] * step['Actual Loops']), 0);
}

function stepsOf(step: Step): Step[] {
  return [step, ...(step.Plans ?? []).flatMap(stepsOf)];
}

function literalOf(value: Value): string {
  if (value === null) return 'null';
  if (value instanceof Date) return escapeLiteral(value.toISOString());
  if (typeof value === 'object') {
    return escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : `{${value.join(',')}}`);
  }
  return escapeLiteral(String(value));
}
