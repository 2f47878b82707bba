import { WORK_ITEM_PRIORITIES, WORK_ITEM_STATUSES, WORK_ITEM_TYPES } from '../work-item/status.js';
import type { FlowUnit } from './cumulative-flow.js';
import type { MetricCount } from './metric-count.js';
import { percentOf } from './percent.js';
import { cappedRows, comparePlaces, orderedRows, type Place, type Report } from './report-rows.js';
import { assertKinds } from '../shared/wrong-use.js';

/** The properties that a distribution can group by. */
export type DistributionGroup = (typeof GROUPS)[number];

const GROUPS = ['status', 'type', 'priority', 'assignee', 'label'] as const;

/** A group that has items: at most one for each word of an enumeration, each assignee, or each label of the Project. */
export interface GroupedWork extends MetricCount {
  /** The word of the enumeration, the public id of the assignee, or the id of the label. */
  readonly key: string;
  /** The word of the enumeration, or the name of the assignee or label. */
  readonly label: string;
}

/** The facts of a distribution. */
export interface DistributionFacts {
  /** In any order. An item counts in each of its labels. */
  readonly groups: readonly GroupedWork[];
  /** The items without an assignee, or without a label; zero for other groupings. */
  readonly none: MetricCount;
  /** All items; each counts once. */
  readonly total: MetricCount;
  /** True when there were more items than a report reads. */
  readonly capped: boolean;
}

/** A row: one group. */
export interface DistributionRow {
  /** `null` for the items without an assignee or label; `other` for all groups beyond the cap together. */
  readonly key: string | null;
  readonly label: string;
  /** Equal to `count` or `points`, depending on the unit. */
  readonly value: number;
  readonly count: number;
  readonly points: number;
  /** The share of `total` in whole per cent; `null` when `total` is 0. */
  readonly percent: number | null;
}

/** The figures over all items. */
export interface DistributionFigures {
  readonly groupBy: DistributionGroup;
  readonly unit: FlowUnit;
  readonly scope: DistributionScope;
  /** The sum over all items in the unit; each item counts once. */
  readonly total: number;
  /** The number of groups with at least one item. Groups inside Other count, None does not. */
  readonly groupCount: number;
  /** True when an item can be in several groups. */
  readonly groupsOverlap: boolean;
}

/** The items that count, by their status: `open` excludes `done`. */
export type DistributionScope = 'open' | 'all';

/** The maximum number of groups shown separately. */
const GROUP_CAP = 50;

/**
 * status, type, priority: every member in canonical order (status with scope open: without done), zeros included. assignee, label: by value
 * descending, then name, then key, at most 50 groups, the rest together as Other; items without an assignee or label as None, always
 * present, after the groups and before Other.
 */
export function distribution(
  facts: DistributionFacts,
  requested: { readonly groupBy: DistributionGroup; readonly unit: FlowUnit; readonly scope: DistributionScope },
): Report<DistributionRow, DistributionFigures> {
  assertKinds('distribution', facts, { groups: 'list', none: 'object', total: 'object' });
  assertKinds('distribution', requested, { groupBy: GROUPS, unit: ['count', 'points'], scope: ['open', 'all'] });
  const { groupBy, unit, scope } = requested;
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

/** Returns the words of the enumeration; `undefined` for groupings by assignee or label. */
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
