import type { Answer as Expected } from '../model/model.js';
import type { Rank } from '../model/lists.js';
import { type Row, Rows } from '../model/reads.js';
import type { Refusal, State, Unknown } from '../model/state.js';
import { Bytes } from '../model/views.js';
import { INSTANT, UUID } from '../kit/words.js';

/** An answer of the server; of a collection, the rows of all its pages. */
export interface Actual {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  readonly body: any;
}

/** The strictness for keys of Work Items: those of requests that overlap come in any order. */
export interface Rules {
  readonly areNumbersRising: boolean;
}

/**
 * Compares an answer of the server with that of the model. Unknown ids, keys and instants take the value that the answer shows, if it
 * is a possible one. Returns a sentence for each difference.
 */
export class Comparison {
  readonly differences: string[] = [];

  constructor(
    private readonly state: State,
    private readonly rules: Rules,
  ) {}

  /** Compares the whole answer. */
  answer(expected: Expected, actual: Actual): this {
    if (expected.status !== actual.status) {
      const code = 'refusal' in expected ? ` ${expected.refusal.code}` : '';
      return this.differ('status', `${expected.status}${code}`, `${actual.status} ${actual.text.slice(0, 300)}`);
    }
    if ('refusal' in expected) return this.refusal(expected.refusal, actual.body?.error, 'error');
    this.same('ETag', expected.etag, actual.headers.etag);
    this.same('Idempotency-Replayed', expected.isReplayed ? 'true' : undefined, actual.headers['idempotency-replayed']);
    const { body } = expected;
    if (body instanceof Bytes) {
      this.same('content', body.content, actual.text);
      return this.same('Content-Type', body.contentType, actual.headers['content-type']);
    }
    if (body instanceof Rows) return this.rows(body, actual.body.items as any[]);
    return this.value(body, actual.body, 'body');
  }

  private refusal({ code, more }: Pick<Refusal, 'code' | 'more'>, error: any, at: string): this {
    this.same(`${at}.code`, code, error?.code);
    if (more.details !== undefined) this.value(more.details, error?.details, `${at}.details`);
    if (more.fields === undefined) return this;
    const named = Object.keys((error?.fieldErrors ?? {}) as object);
    const isRight = named.length > 0 && named.every((field) => more.fields!.some((known) => known === field));
    return isRight ? this : this.differ(`${at}.fieldErrors`, more.fields, named);
  }

  private value(expected: unknown, actual: any, at: string): this {
    if (isUnknown(expected)) return this.unknown(expected, actual, at);
    if (typeof expected !== 'object' || expected === null) return this.same(at, expected, actual);
    if (typeof actual !== 'object' || actual === null) return this.differ(at, expected, actual);
    if ('refusal' in expected) {
      const { refusal, ...rest } = expected;
      const { error, ...others } = actual;
      return this.refusal(refusal as Refusal, error, `${at}.error`).value(rest, others, at);
    }
    this.same(
      `members of ${at}`,
      Object.keys(expected).sort().join(),
      Object.keys(actual as object)
        .sort()
        .join(),
    );
    for (const [name, value] of Object.entries(expected)) this.value(value, actual[name], `${at}.${name}`);
    return this;
  }

  private unknown(expected: Unknown, actual: unknown, at: string): this {
    if (expected.value !== undefined) return this.same(at, expected.value, actual);
    if (typeof actual !== 'string' || !this.isPossible(expected, actual)) return this.differ(at, expected, actual);
    expected.value = actual;
    return this;
  }

  private isPossible({ unknown }: Unknown, value: string): boolean {
    if (unknown === 'id') return UUID.test(value);
    if (unknown === 'instant') return INSTANT.test(value);
    const [project, number] = value.split('-');
    const numbers = this.state.items
      .filter((item) => item.project.key === project && item.key.value !== undefined)
      .map(({ key }) => Number(key.value!.split('-')[1]));
    const isFresh = !numbers.includes(Number(number));
    return isFresh && (!this.rules.areNumbersRising || Number(number) > Math.max(0, ...numbers));
  }

  /** Finds for each row of the answer that of the model, and checks the order. */
  private rows({ rows }: Rows, actual: readonly any[]): this {
    const waiting = [...rows];
    const found: Row[] = [];
    for (const [at, row] of actual.entries()) {
      const id: unknown = row.id ?? row.publicId;
      const isIt = (one: Row): boolean => valueOf(one.id) === id;
      const isPossible = (one: Row): boolean =>
        valueOf(one.id) === undefined && (one.group === undefined || one.group.value === row.workItem?.id);
      const match = waiting.find(isIt) ?? waiting.find(isPossible);
      if (match === undefined) return this.differ(`row ${at}`, 'no such row', row);
      waiting.splice(waiting.indexOf(match), 1);
      if (isUnknown(match.id)) this.unknown(match.id, id, `id of row ${at}`);
      this.value(match.body, row, `row ${at}`);
      found.push(match);
    }
    if (waiting.length > 0)
      this.differ(
        'missing rows',
        waiting.map(({ body }) => body),
        `${actual.length} others`,
      );
    const swapped = found.findIndex((row, at) => at > 0 && isBefore(row.ranks, found[at - 1]!.ranks));
    if (swapped > 0)
      this.differ('order', found[swapped]!.body, `row ${swapped}, behind ${text(found[swapped - 1]!.body)}`);
    return this;
  }

  private same(at: string, expected: unknown, actual: unknown): this {
    return expected === actual ? this : this.differ(at, expected, actual);
  }

  private differ(at: string, expected: unknown, actual: unknown): this {
    this.differences.push(`${at}: the model has ${text(expected)}, the server ${text(actual)}`);
    return this;
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify({ value })).slice(0, 600);

const isUnknown = (value: unknown): value is Unknown =>
  typeof value === 'object' && value !== null && 'unknown' in value && typeof value.unknown === 'string';

const valueOf = (id: Unknown | string): string | undefined => (typeof id === 'string' ? id : id.value);

/** True when the ranks say that a row stands before another one. Ranks that are not known yet say nothing. */
function isBefore(ranks: readonly Rank[], others: readonly Rank[]): boolean {
  for (const [at, { by, isDescending = false }] of ranks.entries()) {
    const [one, other] = [by, others[at]!.by].map((value) => (typeof value === 'object' ? value.value : value));
    if (one === undefined || other === undefined) return false;
    if (one !== other) return one < other !== isDescending;
  }
  return false;
}
