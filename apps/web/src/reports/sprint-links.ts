import { WORK_ITEM_STATUSES } from '@worktrack/domain';
import type { ProjectPlace } from '../api/project-place.js';
import { STATUS_NAMES } from '../work-item/words.js';
import { MOST_VALUES, searchPage, type PartLink } from './report-links.js';
import type { FeedRow, WholeSprintReport } from './report-data.js';

type Row = Pick<FeedRow, 'kind' | 'workItemId' | 'key' | 'status'>;

/** The members of a Sprint report that say which Work Items its figures count. */
interface CountedSprint {
  readonly sprint: Pick<WholeSprintReport['sprint'], 'id' | 'state'>;
  readonly commitment: { readonly available: boolean };
  readonly completion: {
    readonly itemIds: { readonly originalCommitment: readonly string[]; readonly finalScope: readonly string[] };
  };
  readonly items: readonly Row[];
  readonly limitations: readonly string[];
}

type SprintLink = PartLink | undefined;

/** The links of the figures of a Sprint report. */
export interface SprintLinks {
  readonly planned: SprintLink;
  readonly committed: SprintLink;
  readonly finalScope: SprintLink;
  readonly completed: SprintLink;
  readonly statuses: Readonly<Record<Row['status'], SprintLink>>;
}

/**
 * Returns the links from the figures of a Sprint report to their Work Items. What a completed Sprint carried over is in other Sprints
 * since, and what was added and removed is known by the feed: the queries name those keys. A figure has no link where the feed is
 * not complete, or has more keys than a query takes.
 */
export function sprintLinks(place: ProjectPlace, report: CountedSprint): SprintLinks {
  const { sprint, items, completion, commitment } = report;
  const isComplete = !report.limitations.includes('rows_capped');
  const inSprint = `sprint = '${sprint.id}'`;
  const link = (condition: string | undefined, text: string): SprintLink =>
    condition === undefined ? undefined : { href: searchPage(place, [condition]), text };

  const carried = items.filter(({ kind }) => kind === 'carryover');
  const keysOf = (rows: readonly Row[]): string | undefined => {
    const keys = new Set(rows.map(({ key }) => key));
    return isComplete && keys.size <= MOST_VALUES ? [...keys].join(', ') : undefined;
  };
  const either = (condition: string, keys: string | undefined): string | undefined =>
    keys === undefined ? undefined : keys === '' ? condition : `(${condition} OR key IN (${keys}))`;
  const finalScope = either(inSprint, keysOf(carried));

  const [first, last] = [completion.itemIds.originalCommitment, completion.itemIds.finalScope].map(
    (ids) => new Set(ids),
  );
  const added = items.filter(({ workItemId: id }) => last?.has(id) === true && first?.has(id) !== true);
  const removed = items.filter(({ workItemId: id }) => last?.has(id) !== true && first?.has(id) === true);
  const without = (condition: string, keys: string): string =>
    keys === '' ? condition : `${condition} AND key NOT IN (${keys})`;
  const addedKeys = keysOf(added);
  const committed =
    commitment.available && finalScope !== undefined && addedKeys !== undefined
      ? either(without(finalScope, addedKeys), keysOf(removed))
      : undefined;

  const ofStatus = (status: Row['status']): string | undefined => {
    if (sprint.state !== 'done' || status === 'done') return `${inSprint} AND status = ${status}`;
    const keys = keysOf(carried.filter((row) => row.status === status));
    return keys === undefined || keys === '' ? undefined : `key IN (${keys})`;
  };
  const commitmentLink = link(committed, 'Show the Work Items of the commitment');
  return {
    planned: sprint.state === 'future' ? link(inSprint, 'Show the Work Items of the Sprint') : commitmentLink,
    committed: commitmentLink,
    finalScope: link(finalScope, 'Show the Work Items of the final scope'),
    completed: link(`${inSprint} AND status = done`, 'Show the Work Items of the Sprint that are done'),
    statuses: Object.fromEntries(
      WORK_ITEM_STATUSES.map((status) => [
        status,
        link(ofStatus(status), `Show those in status ${STATUS_NAMES[status]}`),
      ]),
    ) as SprintLinks['statuses'],
  };
}
