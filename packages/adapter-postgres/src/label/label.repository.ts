import type { LabelReference, LabelRepository, ProjectScope } from '@worktrack/application';
import {
  Label,
  MOST_LABELS,
  LabelName,
  type LabelFacts,
  type LabelId,
  type LabelRecord,
  type WorkItemId,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement } from '../engine/statement.js';
import type { FeedWriter } from '../recording/feed-writer.js';
import type { Locks } from '../recording/locks.js';
import { LabelTable, rowOf } from './label.table.js';

const FIND_LABEL = statement(
  'label.find',
  `select label.id, exists (
     select from work_item_labels attached
     where attached.organization_id = $1 and attached.work_item_id = $3 and attached.label_id = label.id
   ) as attached, (
     select count(*)::integer from (
       select from work_item_labels held
       where held.organization_id = $1 and held.work_item_id = $3 limit ${MOST_LABELS.onWorkItem}
     ) counted
   ) as "labelsOnItem"
   from labels label
   where label.organization_id = $1 and label.project_id = $2 and (label.id = $4 or label.folded_name = $5)
   order by label.id = $4 desc nulls last limit 1`,
);

/** Locks the labels of a Project in a separate statement: they must be counted in a snapshot that is later than the lock. */
const HOLD = statement(
  'label.hold-project',
  `select pg_advisory_xact_lock(hashtextextended('labels of project:' || $1::text || ':' || $2::text, 0))`,
);

const COUNT = statement(
  'label.count',
  `select count(*)::integer as labels from (
     select from labels where organization_id = $1 and project_id = $2 limit ${MOST_LABELS.inProject}
   ) counted`,
);

/** Blocks the foreign-key check of a transaction that attaches the label. */
const FIND_TO_CHANGE = statement(
  'label.find-to-change',
  `select ${LabelTable.columns} from labels where organization_id = $1 and project_id = $2 and id = $3 for update`,
);

const WAS_ATTACHED = statement(
  'label.was-attached',
  `select exists (
     select from work_item_history
     where organization_id = $1 and action = 'label_added' and detail ->> 'label' = $2::text
   ) as attached`,
);

const DELETE_LABEL = statement('label.delete', `delete from labels where organization_id = $1 and id = $2`);

export class PostgresLabelRepository implements LabelRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly feed: FeedWriter,
  ) {}

  async find(
    { organizationId, projectId }: ProjectScope,
    { id, name }: LabelReference,
    on: WorkItemId,
  ): Promise<LabelFacts | undefined> {
    const values = [organizationId, projectId, on, id ?? null, name === undefined ? null : LabelName.fold(name)];
    const [found] = await this.transaction.rows<LabelFacts>(FIND_LABEL, values);
    return found;
  }

  async countToAdd({ organizationId, projectId }: ProjectScope): Promise<number> {
    const values = [organizationId, projectId];
    this.locks.takeWithNext(HOLD, values);
    const [counted] = await this.locks.takeLast<{ labels: number }>(organizationId, COUNT, values);
    if (!counted) throw new Error('The labels of the Project were not counted.');
    return counted.labels;
  }

  add(label: LabelRecord): void {
    this.transaction.write(LabelTable.insert, LabelTable.insertValues(rowOf(label)));
    const { organizationId, projectId, id, createdAt } = label;
    this.feed.tell({ type: 'label.created', organizationId, at: createdAt, projectId, subject: id });
  }

  async findToChange({ organizationId, projectId }: ProjectScope, id: LabelId): Promise<Label | undefined> {
    const [record] = await this.locks.take<LabelRecord>(FIND_TO_CHANGE, [organizationId, projectId, id]);
    return record && Label.restore(record);
  }

  async wasAttached({ record: { organizationId, id } }: Label): Promise<boolean> {
    const [found] = await this.transaction.rows<{ attached: boolean }>(WAS_ATTACHED, [organizationId, id]);
    return found?.attached === true;
  }

  save(label: Label): void {
    if (label.hasChanged) this.transaction.writeRevised(LabelTable, rowOf(label.record), label.loadedRevision);
  }

  delete({ record: { organizationId, id } }: Label): void {
    this.transaction.write(DELETE_LABEL, [organizationId, id]);
  }
}
