import type { SqueakQLField, SqueakQLQuery } from '@worktrack/application';
import { WORK_ITEM_FIELDS, WORK_ITEM_STATUSES, isWordField, type ViewGrouping } from '@worktrack/domain';
import type { Position } from '@worktrack/keyset';
import { type Ordering, after, orderBy } from '../../engine/keyset.js';
import type { StatementParameters } from '../../engine/statement.js';
import { snakeCase } from '../../engine/table.js';
import type { ContextRow } from './context-row.js';
import { groupPlaceOf } from './table-row.js';

type Direction = Ordering['direction'];

/** A row that is sorted, with its group where rows are grouped. */
type SortedRow = ContextRow & { readonly groupPlace?: string };

/** One part of the order. No row has `null` in it. */
interface Part extends Ordering {
  readonly type: string;
  readonly valueOf: (row: SortedRow) => string | number;
}

/** The total order of the results of a search: by group, then that of the query, then last updated first, then by key, the last one first. */
export class SearchOrder {
  private readonly parts: readonly Part[];

  constructor({ orderBy: keys }: SqueakQLQuery, groupBy: ViewGrouping | null = null) {
    const parts = [
      ...(groupBy === null ? [] : [ofGroup(groupBy)]),
      ...keys.flatMap(({ field, direction }) => partsOf(field, direction)),
      ...partsOf('updated', 'desc'),
      ...partsOf('key', 'desc'),
    ];
    // A repeated part has no effect.
    this.parts = parts.filter(({ by }, at) => parts.findIndex((part) => part.by === by) === at);
  }

  /** The text after `order by`. */
  get sql(): string {
    return orderBy(this.parts);
  }

  /** Builds the condition that a row comes after the position, a result of `positionOf`. */
  afterCondition(position: Position, parameters: StatementParameters): string {
    const first = parameters.values.length + 1;
    for (const [at, { type }] of this.parts.entries()) parameters.add(position[at] ?? null, type);
    return after(
      this.parts,
      this.parts.map(({ type }) => type),
      first,
    );
  }

  /**
   * True when all open items of one priority are sorted to find a page. An index has the columns of such an order, so that the page is
   * picked before any row of it is read.
   */
  get isPickedByKeys(): boolean {
    const [first, second] = this.parts;
    const isSorted = first?.by === PRIORITY && first.direction === 'desc' && second?.by !== UPDATED;
    return isSorted && this.parts.every(({ by }) => KEYS.includes(by));
  }

  positionOf(row: SortedRow): Position {
    return this.parts.map(({ valueOf }) => valueOf(row));
  }
}

const PRIORITY = 'item.priority_order';
const UPDATED = 'item.updated_at';

/** The columns of the index `open_work_items_most_urgent_first`. */
const KEYS = [PRIORITY, UPDATED, 'item.created_at', 'item.project_key', 'item.number'];

/** The places of rows without points: more points than a Work Item can have, or fewer. */
const MORE_POINTS = 2_147_483_647;
const FEWER_POINTS = -1;

/** Urgent work comes first, all other groups in the order of their values. */
const ofGroup = (groupBy: ViewGrouping): Part => ({
  by: groupPlaceOf(groupBy),
  direction: 'asc',
  type: 'text',
  valueOf: ({ groupPlace = '' }) => groupPlace,
});

/** Returns the parts of an order by one field. Nulls are last in both directions: they count as more than every value, or as less. */
function partsOf(field: SqueakQLField, direction: Direction): readonly Part[] {
  if (field === 'priority') return [{ by: PRIORITY, direction, type: 'smallint', valueOf: (row) => row.priorityOrder }];
  if (isWordField(field)) {
    return [byWord(`item.${snakeCase(field)}`, WORK_ITEM_FIELDS[field].words, direction, (row) => row[field])];
  }
  switch (field) {
    case 'key':
      return [
        { by: 'item.project_key', direction, type: 'text', valueOf: (row) => row.projectKey },
        { by: 'item.number', direction, type: 'bigint', valueOf: (row) => row.number },
      ];
    case 'title':
      return [{ by: 'item.title', direction, type: 'text', valueOf: (row) => row.title }];
    case 'status':
      return [byWord('item.status', WORK_ITEM_STATUSES, direction, (row) => row.status)];
    case 'points': {
      const none = direction === 'asc' ? MORE_POINTS : FEWER_POINTS;
      const by = `coalesce(item.story_points, ${none})`;
      return [{ by, direction, type: 'integer', valueOf: (row) => row.storyPoints ?? none }];
    }
    case 'due':
      return [
        direction === 'asc'
          ? // `due_order` is greater for an earlier due date, least without one, and indexed.
            { by: 'item.due_order', direction: 'desc', type: 'bigint', valueOf: (row) => row.dueOrder }
          : {
              by: `coalesce(item.due_date, '-infinity')`,
              direction,
              type: 'timestamptz',
              valueOf: (row) => row.dueDate ?? '-infinity',
            },
      ];
    case 'created':
      return [{ by: 'item.created_at', direction, type: 'timestamptz', valueOf: (row) => row.createdAt }];
    case 'updated':
      return [{ by: UPDATED, direction, type: 'timestamptz', valueOf: (row) => row.updatedAt }];
    case 'description':
    case 'text':
    case 'assignee':
    case 'reporter':
    case 'sprint':
    case 'sprint.state':
    case 'parent':
    case 'label':
    case 'project':
    case 'overdue':
    case 'archived':
      throw new TypeError(`A resolved query is not ordered by ${field}.`);
    default:
      return field satisfies never;
  }
}

/** Orders by the canonical order of the words. */
function byWord<Word extends string>(
  column: string,
  words: readonly Word[],
  direction: Direction,
  wordOf: (row: ContextRow) => Word,
): Part {
  const cases = words.map((word, place) => `when '${word}' then ${place}`).join(' ');
  return {
    by: `case ${column} ${cases} end`,
    direction,
    type: 'integer',
    valueOf: (row) => words.indexOf(wordOf(row)),
  };
}
