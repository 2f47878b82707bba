import type { WorkItemImports } from '@worktrack/application';
import type { Comment, SprintId, SprintRecord, WorkItem, WorkItemLink, WorkItemRecord } from '@worktrack/domain';
import { ADD_COMMENTS, textOf } from '../comment/comment.repository.js';
import { CommentTable } from '../comment/comment.table.js';
import type { SqlTransaction } from '../engine/transaction.js';
import type { Statement } from '../engine/statement.js';
import { ADD_LINKS } from '../link/link.repository.js';
import { LinkTable } from '../link/link.table.js';
import { writeSprintBoundaries } from '../recording/boundaries.js';
import { HistoryWriter } from '../recording/history.js';
import { writeLabelAssignments } from '../recording/label-assignments.js';
import { descriptionOf, mentionedIn, writeMentions } from '../recording/mentions.js';
import { searchTextFor, writeSearchTexts } from '../recording/search-texts.js';
import { takeNumbers, type OfProject } from './number-source.js';
import { WorkItemTable } from './work-item.table.js';

/**
 * The number of items in one statement. Their history, about a thousand rows, and the rows derived from it are sent in one round trip,
 * which has to end before the timeout of the client, on a busy machine too.
 */
const BATCH = 100;

export class PostgresWorkItemImports implements WorkItemImports {
  private readonly history: HistoryWriter;

  constructor(private readonly transaction: SqlTransaction) {
    this.history = new HistoryWriter(transaction);
  }

  async reserveNumbers(scope: OfProject, count: number): Promise<number> {
    // In this transaction, which might have created the Project.
    return (await takeNumbers(this.transaction, scope, count)).first;
  }

  async add(items: readonly WorkItem[], sprints: ReadonlyMap<SprintId, SprintRecord> = new Map()): Promise<void> {
    // An item that leaves a Sprint at exactly the instant of its completion leaves by the completion.
    const causeOf = (from: SprintId | null, at: Date) =>
      from !== null && sprints.get(from)?.completedAt?.getTime() === at.getTime() ? 'completion' : 'update';
    for (const batch of batchesOf(items)) {
      const [first] = batch;
      if (!first) return;
      const rows = batch.map(({ record }) => WorkItemTable.plain(record));
      // Await the insert instead of only registering it: the rows are sent now and do not collect in memory until the end.
      await this.transaction.rows(WorkItemTable.insertMany, [first.record.organizationId, JSON.stringify(rows)]);
      writeSearchTexts(this.transaction, first.record.organizationId, batch.map(searchTextFor));
      writeMentions(
        this.transaction,
        first.record.organizationId,
        mentionedIn(batch.map(({ record }) => descriptionOf(record))),
      );
      const events = batch.flatMap((item) => item.events);
      writeLabelAssignments(this.transaction, first.record, events);
      const changes = batch.map(({ record, events: past }) => ({ item: record, events: past }));
      this.history.record(first.record, changes, causeOf);
      writeSprintBoundaries(this.transaction, first.record, batch, sprints);
    }
  }

  async addComments(comments: readonly Comment[]): Promise<void> {
    await this.addRows(
      ADD_COMMENTS,
      comments.map(({ record }) => record),
      CommentTable.plain,
    );
    for (const batch of batchesOf(comments)) {
      const [first] = batch;
      const texts = mentionedIn(batch.flatMap(({ record, isLive }) => (isLive ? [textOf(record)] : [])));
      if (first) writeMentions(this.transaction, first.record.organizationId, texts);
    }
  }

  addLinks(links: readonly WorkItemLink[]): Promise<void> {
    return this.addRows(
      ADD_LINKS,
      links.map(({ record }) => record),
      LinkTable.plain,
    );
  }

  private async addRows<Row extends Pick<WorkItemRecord, 'organizationId'>>(
    toSend: Statement,
    records: readonly Row[],
    plain: (record: Row) => object,
  ): Promise<void> {
    for (const organizationId of new Set(records.map((record) => record.organizationId))) {
      const own = records.filter((record) => record.organizationId === organizationId);
      for (const batch of batchesOf(own)) {
        await this.transaction.rows(toSend, [organizationId, JSON.stringify(batch.map(plain))]);
      }
    }
  }
}

function batchesOf<Row>(rows: readonly Row[]): Row[][] {
  const starts = Array.from({ length: Math.ceil(rows.length / BATCH) }, (_, index) => index * BATCH);
  return starts.map((start) => rows.slice(start, start + BATCH));
}
