import type { ProjectScope, WorkItemImports } from '@worktrack/application';
import type { WorkItem } from '@worktrack/domain';
import type { Session } from '../unit-of-work/session.js';
import { HistoryWriter } from './history.js';
import { writeLabelAssignments } from './label-assignments.js';
import { writeSearchTexts } from './search-texts.js';
import { takeNumbers } from './work-item-numbers.js';
import { WorkItemTable } from './work-item.table.js';

/** Items a statement: well below what a statement may take, and few enough to keep their text small. */
const BATCH = 500;

export class PostgresWorkItemImports implements WorkItemImports {
  private readonly history: HistoryWriter;

  constructor(private readonly session: Session) {
    this.history = new HistoryWriter(session);
  }

  reserveNumbers(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>, count: number): Promise<number> {
    return takeNumbers((sent, values) => this.session.rows(sent, values), scope, count);
  }

  async add(items: readonly WorkItem[]): Promise<void> {
    for (let start = 0; start < items.length; start += BATCH) {
      const batch = items.slice(start, start + BATCH);
      const [first] = batch;
      if (!first) return;
      const rows = batch.map(({ record }) => WorkItemTable.plain(record));
      // Waited for, not only registered: the rows leave now, and do not gather in memory until the end.
      await this.session.rows(WorkItemTable.insertMany, [JSON.stringify(rows)]);
      writeSearchTexts(this.session, batch);
      const events = batch.flatMap((item) => item.events);
      writeLabelAssignments(this.session, first.record, events);
      const changes = batch.map(({ record, events: past }) => ({ item: record, events: past }));
      this.history.record(first.record, changes);
    }
  }
}
