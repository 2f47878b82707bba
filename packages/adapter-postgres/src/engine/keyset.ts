import type { Cursors, Page, PageRequest } from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import {
  viewStatement,
  type Reader,
  type ReaderOfSeveral,
  type SentStatement,
  type Statement,
  type Value,
} from './statement.js';

/** The id before all others: the position from which rows are read in the order of their ids. */
export const LEAST_ID = '00000000-0000-0000-0000-000000000000';

/** The id after all others. A page that starts after it contains no other row of the same instant. */
export const GREATEST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** One part of a total order: a column or expression, and its direction. */
export interface Ordering {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
}

/** Builds the text after `order by`. */
export function orderBy(orderings: readonly Ordering[]): string {
  return orderings.map(({ by, direction }) => `${by} ${direction}`).join(', ');
}

/**
 * Builds the condition that a row comes after a position. The values of the position are the parameters from `$first` on, cast to
 * `types`. Parts with the same direction are compared as rows, so that an index in this order is entered at the position.
 */
export function after(orderings: readonly Ordering[], types: readonly string[], first: number): string {
  const parameters = orderings.map((_, index) => `$${first + index}::${types[index] ?? 'text'}`);
  return compare(orderings, parameters);
}

function compare(orderings: readonly Ordering[], parameters: readonly string[]): string {
  const [leading] = orderings;
  if (!leading) return 'false';
  const change = orderings.findIndex(({ direction }) => direction !== leading.direction);
  const length = change === -1 ? orderings.length : change;
  const columns = `(${orderings
    .slice(0, length)
    .map(({ by }) => by)
    .join(', ')})`;
  const values = `(${parameters.slice(0, length).join(', ')})`;
  const beyond = leading.direction === 'asc' ? '>' : '<';
  if (change === -1) return `${columns} ${beyond} ${values}`;
  const rest = compare(orderings.slice(length), parameters.slice(length));
  return `${columns} ${beyond}= ${values} and (${columns} ${beyond} ${values} or ${rest})`;
}

/**
 * Sizes of a page whose limit is part of the statement's text: the default size and the largest one. With the limit as a parameter, the plan
 * that PostgreSQL keeps expects a tenth of all rows, looks too expensive, and so each execution is planned for its values. Other sizes are
 * parameters, because every text is prepared on every connection.
 */
const USUAL_SIZES: readonly number[] = [50, 100];

/** Returns the limit of a page as SQL: one row more than its size, to see whether there are more. */
export function pageLimit(size: number, parameter: (rows: number) => string): string {
  const rows = size + 1;
  return USUAL_SIZES.includes(size) ? String(rows) : parameter(rows);
}

/** A column of a total order, with the SQL type of its values and a function that reads the value from a row. */
export interface PageOrdering<Row> extends Ordering {
  readonly type: string;
  readonly valueOf: (row: Row) => string | number;
}

/** Source of a page: `select … from … where …`. The parameters of the select have the first numbers. */
export interface PageSource<Row> {
  readonly name: string;
  readonly select: string;
  readonly parameters: number;
  readonly orderings: readonly PageOrdering<Row>[];
}

interface Statements {
  readonly first: Statement;
  readonly next: Statement;
}

/**
 * The pages of one collection in one order. The first page and the following pages have separate statements: a statement with an optional
 * position could not use the index to start at it.
 */
export class KeysetPages<Row extends object> {
  private readonly ofUsualSize: ReadonlyMap<number, Statements>;
  /** Statements that take the limit as their last parameter. */
  private readonly ofAnySize: Statements;

  constructor(private readonly source: PageSource<Row>) {
    this.ofUsualSize = new Map(USUAL_SIZES.map((size) => [size, this.statementsOf(size)]));
    this.ofAnySize = this.statementsOf(undefined);
  }

  private statementsOf(size: number | undefined): Statements {
    const { name, select, parameters, orderings } = this.source;
    const suffix = size === undefined ? '' : `.${size}`;
    const end = (limit: number) =>
      `order by ${orderBy(orderings)} limit ${size === undefined ? `$${limit}` : size + 1}`;
    const types = orderings.map(({ type }) => type);
    const later = after(orderings, types, parameters + 1);
    return {
      first: viewStatement(`${name}.first${suffix}`, `${select} ${end(parameters + 1)}`),
      next: viewStatement(`${name}.next${suffix}`, `${select} and ${later} ${end(parameters + orderings.length + 1)}`),
    };
  }

  /**
   * Reads a page. `collection` names everything that its cursors are bound to. All pages come after the position `start`: it acts like a
   * condition on the leading column, but enters the index like a cursor. Throws `INVALID_CURSOR`.
   */
  async read<Item>(
    reader: Reader,
    cursors: Cursors,
    collection: string,
    request: PageRequest,
    values: readonly Value[],
    itemOf: (row: Row) => Item,
    start?: Position,
  ): Promise<Page<Item>> {
    const position = this.later(cursors.open(collection, request), start);
    const usual = this.ofUsualSize.get(request.limit);
    const { first, next } = usual ?? this.ofAnySize;
    const limit = usual ? [] : [request.limit + 1];
    const rows = await reader.rows<Row>(position ? next : first, [...values, ...(position ?? []), ...limit]);
    const positionOf = (row: Row) => this.source.orderings.map(({ valueOf }) => valueOf(row));
    return cursors.page(collection, request, rows, itemOf, positionOf);
  }

  /** Returns the later of two positions in this order. */
  private later(one: Position | undefined, other: Position | undefined): Position | undefined {
    if (!one || !other) return one ?? other;
    for (const [index, { direction }] of this.source.orderings.entries()) {
      // `valueOf` returned both values, so they have the same type.
      const [a, b] = [one[index] as string | number, other[index] as string | number];
      if (a !== b) return a > b === (direction === 'asc') ? one : other;
    }
    return one;
  }
}

/** Organizations that are read in one round trip. Each returns a whole page, of which few rows are kept. */
export const ORGANIZATIONS_TOGETHER = 20;

/** A negative number when the first row comes before the second one. */
export type Compare<Row> = (one: Row, other: Row) => number;

/** Reads the rows of several Organizations, each by a statement that returns its first ones in the order, and returns the first of all. */
export async function rowsByOrganization<Row extends object>(
  reader: ReaderOfSeveral,
  statements: readonly SentStatement[],
  compare: Compare<Row>,
  limit: number,
): Promise<Row[]> {
  let first: Row[] = [];
  for (let at = 0; at < statements.length; at += ORGANIZATIONS_TOGETHER) {
    const found = await reader.rowsOfEach<Row>(statements.slice(at, at + ORGANIZATIONS_TOGETHER));
    first = [...first, ...found.flat()].sort(compare).slice(0, limit);
  }
  return first;
}

/** Compares by the values of some members, in this order. Equal rows stay as they are. */
export function comparing<Row>(
  ...members: readonly { readonly of: keyof Row; readonly descending: boolean }[]
): Compare<Row> {
  return (one, other) => {
    for (const { of, descending } of members) {
      if (one[of] === other[of]) continue;
      return one[of] < other[of] === descending ? 1 : -1;
    }
    return 0;
  };
}
