import { WORK_ITEM_PRIORITIES, WORK_ITEM_STATUSES, WORK_ITEM_TYPES } from '../work-item/status.js';
import type { FlowUnit } from './cumulative-flow.js';
import type { MetricCount } from './metric-count.js';
import { percentOf } from './percent.js';
import { cappedRows, comparePlaces, orderedRows, type Place, type Report } from './report-rows.js';

/** What the items of a Project can be grouped by. */
export type DistributionGroup = 'status' | 'type' | 'priority' | 'assignee' | 'label';

/** A group that has items: at most one a word of an enumeration, an assignee, or a label of the Project. */
export interface GroupedWork extends MetricCount {
  /** The word, the public id of the assignee, or the id of the label. */
  readonly key: string;
  /** The word, or the name. */
  readonly label: string;
}

/** What a distribution is made of. */
export interface DistributionFacts {
  /** In any order. An item is in each of its labels. */
  readonly groups: readonly GroupedWork[];
  /** The items without an assignee, or without a label; of the other groups nothing. */
  readonly none: MetricCount;
  /** Each item once. */
  readonly total: MetricCount;
  /** There was more than a report reads. */
  readonly capped: boolean;
}

/** A row: one group. */
export interface DistributionRow {
  /** `null`: the items without one; `other`: all groups beyond the cap together. */
  readonly key: string | null;
  readonly label: string;
  /** `count` or `points`, by the unit. */
  readonly value: number;
  readonly count: number;
  readonly points: number;
  /** Of `total`, in whole per cent; `null` of nothing. */
  readonly percent: number | null;
}

/** Over all items. */
export interface DistributionFigures {
  readonly groupBy: DistributionGroup;
  readonly unit: FlowUnit;
  readonly scope: DistributionScope;
  /** Each item once, in the unit. */
  readonly total: number;
  /** Groups with at least one item: those in Other included, None not. */
  readonly groupCount: number;
  /** An item may be in several groups. */
  readonly groupsOverlap: boolean;
}

/** Which items by their status: `open` is not `done`. */
export type DistributionScope = 'open' | 'all';

/** The most groups of their own. */
const GROUP_CAP = 50;

/**
 * status, type, priority: every member in canonical order (status under scope open: without done), zeros included. assignee, label:
 * by value descending, then name, then key, at most 50 groups, the rest together as Other; items without one as None, always
 * present, after the groups, before Other.
 */
export function distribution(
  facts: DistributionFacts,
  asked: { readonly groupBy: DistributionGroup; readonly unit: FlowUnit; readonly scope: DistributionScope },
): Report<DistributionRow, DistributionFigures> {
  const { groupBy, unit, scope } = asked;
  const valueOf = ({ itemCount, points }: MetricCount) => (unit === 'count' ? itemCount : points);
  const total = valueOf(facts.total);
  const placed = (place: Place, key: string | null, label: string, group: MetricCount) => {
    const value = valueOf(group);
    const { itemCount: count, points } = group;
    return { place, row: { key, label, value, count, points, percent: percentOf(value, total) } };
  };
  const words = wordsOf(groupBy, scope);
  const named = words
    ? []
    : facts.groups.map((group) => ({ ...group, place: [0, -valueOf(group), group.label, group.key] }));
  const [shown, beyond] = cutAt(
    GROUP_CAP,
    named.toSorted((a, b) => comparePlaces(a.place, b.place)),
  );
  const rows = words
    ? words.map((word, index) => placed([index], word, word, facts.groups.find(({ key }) => key === word) ?? NOTHING))
    : [
        ...shown.map((group) => placed(group.place, group.key, group.label, group)),
        placed([1], null, 'None', facts.none),
        ...(beyond.length > 0 ? [placed([2], 'other', 'Other', sumOf(beyond))] : []),
      ];
  return {
    figures: {
      groupBy,
      unit,
      scope,
      total,
      groupCount: facts.groups.filter(({ itemCount }) => itemCount > 0).length,
      groupsOverlap: groupBy === 'label',
    },
    rows: orderedRows(
      rows,
      ({ place }) => place,
      ({ row }) => row,
    ),
    limitations: [...cappedRows(facts), ...(beyond.length > 0 ? (['group_cap_applied'] as const) : [])],
  };
}

function cutAt<Item>(index: number, items: readonly Item[]): readonly [readonly Item[], readonly Item[]] {
  return [items.slice(0, index), items.slice(index)];
}

const NOTHING: MetricCount = { itemCount: 0, points: 0 };

function sumOf(groups: readonly MetricCount[]): MetricCount {
  return {
    itemCount: groups.reduce((sum, { itemCount }) => sum + itemCount, 0),
    points: groups.reduce((sum, { points }) => sum + points, 0),
  };
}

/** `undefined` where groups have names. */
function wordsOf(groupBy: DistributionGroup, scope: DistributionScope): readonly string[] | undefined {
  switch (groupBy) {
    case 'status':
      return WORK_ITEM_STATUSES.filter((status) => scope === 'all' || status !== 'done');
    case 'type':
      return WORK_ITEM_TYPES;
    case 'priority':
      return WORK_ITEM_PRIORITIES;
    case 'assignee':
    case 'label':
      return undefined;
  }
}
