import type { LabelId, UserId, WorkItemId } from '../identity/ids.js';
import { WORK_ITEM_STATUSES, type WorkItemStatus } from '../work-item/status.js';
import type { AgeingAssignee, AgeingWipFacts } from './ageing-wip.js';
import { idColumnOf } from './columns.js';
import type { DistributionFacts, DistributionGroup, DistributionScope, GroupedWork } from './distribution.js';
import type { EpicOrder, EpicProgressFacts, EpicSort, ShownEpic, ShownEpicOf } from './epic-progress.js';
import { countedPasts, entriesOf, pastsOf, type ItemHistory, type ItemPast } from './item-history.js';
import type { MetricCount } from './metric-count.js';
import type { FaceOf } from './work-item-face.js';
import { assertKinds } from '../shared/wrong-use.js';

/** Returns the members of Work Items that the rows of a control chart and of an ageing report show. */
export function facesFrom(history: readonly ItemHistory[], asOf: Date): FaceOf {
  const faces = new Map(
    pastsOf(history, asOf).map(({ record: { id, projectKey, number }, present: { title, type, priority } }) => {
      return [id, { projectKey, number, title, type, priority }] as const;
    }),
  );
  return (id) => faces.get(id);
}

/**
 * Returns the facts of an ageing report.
 * @param statuses the statuses to report: work in progress by default
 * @param personOf an assignee as a row shows it
 */
export function ageingWipFrom(
  history: readonly ItemHistory[],
  options: {
    readonly asOf: Date;
    readonly statuses?: readonly WorkItemStatus[];
    readonly personOf?: (assignee: UserId) => AgeingAssignee | undefined;
  },
): AgeingWipFacts {
  assertKinds('ageingWipFrom', options, { asOf: 'instant' });
  const { asOf, statuses = ['in_progress', 'in_review'], personOf = () => undefined } = options;
  const pasts = countedPasts(history, asOf).filter(({ present }) => statuses.includes(present.status));
  const ids = [...new Set(pasts.flatMap(({ present: { assignee } }) => (assignee === null ? [] : [assignee])))];
  const known = ids.flatMap((id) => {
    const person = personOf(id);
    return person ? [{ id, person }] : [];
  });
  return {
    items: {
      ids: idColumnOf(pasts.map(({ record }) => record.id)),
      numbers: pasts.map(({ record }) => record.number),
      statuses: pasts.map(({ present }) => WORK_ITEM_STATUSES.indexOf(present.status)),
      assignees: pasts.map(({ present }) => known.findIndex(({ id }) => id === present.assignee)),
      people: known.map(({ person }) => person),
      since: pasts.map((past) => entriesOf(past).at(-1)?.at.getTime() ?? NaN),
    },
    capped: false,
  };
}

/**
 * Returns the facts of a distribution.
 * @param nameOf the key and the name of an assignee or a label as a row shows it: the id by default. Without a name it does not count
 */
export function distributionFrom(
  history: readonly ItemHistory[],
  options: {
    readonly asOf: Date;
    readonly groupBy: DistributionGroup;
    readonly scope: DistributionScope;
    readonly nameOf?: (id: UserId | LabelId) => GroupName | undefined;
  },
): DistributionFacts {
  assertKinds('distributionFrom', options, { asOf: 'instant', groupBy: 'text', scope: ['open', 'all'] });
  const { asOf, groupBy, scope, nameOf = (id) => ({ key: id, label: id }) } = options;
  const pasts = countedPasts(history, asOf).filter(({ present }) => scope === 'all' || present.status !== 'done');
  const groups = new Map<string, GroupName & { readonly pasts: ItemPast[] }>();
  const none: ItemPast[] = [];
  for (const past of pasts) {
    const names = groupsOf(past, groupBy, nameOf);
    if (names.length === 0) none.push(past);
    for (const name of names) {
      const group = groups.get(name.key) ?? { ...name, pasts: [] };
      group.pasts.push(past);
      groups.set(name.key, group);
    }
  }
  return {
    groups: Array.from(groups.values(), ({ key, label, pasts: some }) => ({ key, label, ...sumOf(some) })),
    none: sumOf(none),
    total: sumOf(pasts),
    capped: false,
  };
}

type GroupName = Pick<GroupedWork, 'key' | 'label'>;

/** Lists the groups of an item: none without an assignee or label that has a name. */
function groupsOf(
  { present }: ItemPast,
  groupBy: DistributionGroup,
  nameOf: (id: UserId | LabelId) => GroupName | undefined,
): readonly GroupName[] {
  const named = (ids: readonly (UserId | LabelId)[]) => ids.flatMap((id) => nameOf(id) ?? []);
  switch (groupBy) {
    case 'assignee':
      return present.assignee === null ? [] : named([present.assignee]);
    case 'label':
      return named([...present.labels]);
    default:
      return [{ key: present[groupBy], label: present[groupBy] }];
  }
}

/** Returns the facts of an epic progress report, and the epics that its rows show. */
export function epicProgressFrom(
  history: readonly ItemHistory[],
  options: { readonly asOf: Date; readonly sort: EpicSort },
): { readonly facts: EpicProgressFacts; readonly epicOf: ShownEpicOf } {
  assertKinds('epicProgressFrom', options, { asOf: 'instant', sort: ['name', 'progress', 'targetDate'] });
  const { asOf, sort } = options;
  const pasts = countedPasts(history, asOf);
  const children = new Map<WorkItemId, ItemPast[]>();
  for (const past of pasts) {
    const { parent } = past.present;
    if (parent !== null) children.set(parent, [...(children.get(parent) ?? []), past]);
  }
  const epics = pasts
    .filter(({ present }) => present.type === 'epic')
    .map((epic) => ({ ...epic, children: children.get(epic.record.id) ?? [] }));
  const isDone = ({ present }: ItemPast) => present.status === 'done';
  const all = sumOf(epics.flatMap((epic) => epic.children));
  const completed = sumOf(epics.flatMap((epic) => epic.children.filter(isDone)));
  const shown = new Map(epics.map((epic) => [epic.record.number, shownEpic(epic, epic.children)]));
  return {
    facts: {
      epics: { numbers: epics.map(({ record }) => record.number), by: orderOf(sort, epics, isDone) },
      sums: {
        completedEpicCount: epics.filter(isDone).length,
        childCount: all.itemCount,
        completedCount: completed.itemCount,
        points: all.points,
        completedPoints: completed.points,
      },
      capped: false,
    },
    epicOf: (number) => shown.get(number),
  };
}

function orderOf(
  sort: EpicSort,
  epics: readonly (ItemPast & { readonly children: readonly ItemPast[] })[],
  isDone: (child: ItemPast) => boolean,
): EpicOrder {
  switch (sort) {
    case 'name':
      return { sort, titles: epics.map(({ present }) => present.title) };
    case 'progress':
      return {
        sort,
        childCounts: epics.map((epic) => epic.children.length),
        completedCounts: epics.map((epic) => epic.children.filter(isDone).length),
      };
    case 'targetDate':
      return { sort, targetDates: epics.map(({ present }) => present.dueDate?.getTime() ?? NaN) };
  }
}

function shownEpic(
  { record, present: { title, status, dueDate } }: ItemPast,
  children: readonly ItemPast[],
): ShownEpic {
  return {
    epic: { id: record.id, projectKey: record.projectKey, number: record.number, title, status },
    targetDate: dueDate,
    children: Object.fromEntries(
      WORK_ITEM_STATUSES.map((each) => [each, sumOf(children.filter(({ present }) => present.status === each))]),
    ),
  };
}

function sumOf(pasts: readonly ItemPast[]): MetricCount {
  return {
    itemCount: pasts.length,
    points: pasts.reduce((sum, { present }) => sum + (present.storyPoints ?? 0), 0),
  };
}
