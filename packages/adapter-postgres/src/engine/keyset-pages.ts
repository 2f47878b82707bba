import type { Cursors, Page, PageRequest } from '@worktrack/application';
import type { Position } from '@worktrack/keyset';
import type { Reader } from './connections.js';
import { after, orderBy, type Ordering } from './keyset.js';
import { USUAL_SIZES } from './page-limit.js';
import { viewStatement, type Statement } from './statement.js';
import type { Value } from './values.js';

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
    const behind = after(orderings, types, parameters + 1);
    return {
      first: viewStatement(`${name}.first${suffix}`, `${select} ${end(parameters + 1)}`),
      next: viewStatement(`${name}.next${suffix}`, `${select} and ${behind} ${end(parameters + orderings.length + 1)}`),
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
