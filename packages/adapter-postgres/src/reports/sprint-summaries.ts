import type { SprintSummaries } from '@worktrack/application';
import type { EndedSprint, FigureFacts, SprintSummary, WorkItemId } from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { commitmentOf, episodesOf, hasHoles } from './sprint-report-rows.js';
import {
  COMMITMENTS,
  ENTRIES,
  EXITS,
  GAPS,
  ITEMS,
  OUTCOMES,
  REPORTED_ITEMS,
  type AllRows,
  type CommitmentRow,
  type EntryRow,
  type ExitRow,
  type GapsRow,
  type ItemRow,
  type OutcomeRow,
} from './sprint-report-statements.js';
import { rowOf, SprintSummaryTable } from './sprint-summary.table.js';

/** The number of Work Items in one part of the facts. A part is one round trip, and a few milliseconds of the process (ADR 26). */
export const PART_ITEMS = 500;

const INSERT_SUMMARY = SprintSummaryTable.insertAs('sprint-summary.insert');

/** The limits of all parts. */
type Limits = Pick<FigureFacts, 'capped' | 'incomplete'>;

export class PostgresSprintSummaries implements SprintSummaries {
  constructor(private readonly transaction: SqlTransaction) {}

  /** Reads with the statements of the Sprint report, except those that only its lists and its burndown need. */
  async *facts(ended: EndedSprint): AsyncGenerator<FigureFacts> {
    const { organizationId, sprintId, startedAt, completedAt } = ended;
    const [[found], [gaps]] = await this.transaction.read<[AllRows<ItemRow>, GapsRow]>(
      { statement: ITEMS, values: [organizationId, sprintId, startedAt, completedAt, true] },
      { statement: GAPS, values: [organizationId, sprintId, startedAt, completedAt] },
    );
    const items = found?.rows ?? [];
    const limits = { capped: items.length > REPORTED_ITEMS, incomplete: gaps?.missing !== false };
    const last = Math.min(items.length, REPORTED_ITEMS);
    for (let first = 0; first === 0 || first < last; first += PART_ITEMS) {
      const part = items.slice(first, Math.min(first + PART_ITEMS, last));
      yield await this.part(
        ended,
        part.map(([id]) => id),
        limits,
      );
    }
  }

  add(summary: SprintSummary): void {
    this.transaction.write(INSERT_SUMMARY, SprintSummaryTable.insertValues(rowOf(summary)));
  }

  private async part(
    { organizationId, sprintId, startedAt, completedAt }: EndedSprint,
    ids: readonly WorkItemId[],
    { capped, incomplete }: Limits,
  ): Promise<FigureFacts> {
    const ofSprint = [organizationId, sprintId, ids];
    const [[entries], [exits], [commitments], [outcomes]] = await this.transaction.read<
      [AllRows<EntryRow>, AllRows<ExitRow>, AllRows<CommitmentRow>, AllRows<OutcomeRow>]
    >(
      { statement: ENTRIES, values: [...ofSprint, completedAt] },
      { statement: EXITS, values: [...ofSprint, completedAt] },
      { statement: COMMITMENTS, values: ofSprint },
      { statement: OUTCOMES, values: ofSprint },
    );
    const sprint = { state: 'done', startedAt, completedAt } as const;
    const episodes = episodesOf(sprint, entries?.rows ?? [], exits?.rows ?? []);
    const committed = commitments?.rows ?? [];
    const concluded = new Map((outcomes?.rows ?? []).map((outcome) => [outcome[0], outcome]));
    return {
      sprint,
      now: completedAt,
      commitment: commitmentOf(sprint, committed, episodes),
      episodes,
      items: ids.map((id) => itemOf(id, concluded.get(id))),
      capped,
      incomplete: incomplete || hasHoles(sprint, episodes, committed, new Set(concluded.keys())),
    };
  }
}

/** An item that left before the end has no outcome: its values at the end are in no figure. */
function itemOf(id: WorkItemId, outcome: OutcomeRow | undefined): FigureFacts['items'][number] {
  const [, , status, storyPoints, doneAt] = outcome ?? [id, null, null, null, null];
  return { id, status: status ?? 'backlog', storyPoints, doneAt: doneAt === null ? null : new Date(doneAt) };
}
