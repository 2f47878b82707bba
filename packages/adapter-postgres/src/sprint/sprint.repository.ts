import type { ProjectScope, SprintRepository } from '@worktrack/application';
import {
  Sprint,
  fold,
  type Carryover,
  type Commitment,
  type SprintId,
  type SprintOutcome,
  type SprintRecord,
  type SprintUse,
} from '@worktrack/domain';
import type { SqlTransaction } from '../engine/transaction.js';
import { statement, statementOfMany } from '../engine/statement.js';
import type { FeedWriter } from '../recording/feed-writer.js';
import type { HistoryWriter } from '../recording/history.js';
import type { Locks } from '../recording/locks.js';
import { SprintCommitmentTable, SprintDepartureTable, SprintOutcomeTable } from '../recording/sprint-ledger.table.js';
import {
  CHANGED_SETS,
  LOCKED_MEMBER_ITEMS,
  LOCKED_SETS,
  RAISED_LIMIT,
  membersOf,
  replanSets,
} from '../recording/work-item-sets.js';
import { SprintTable } from './sprint.table.js';

const HOLD = statement(
  'sprint.hold',
  `select id from sprints where organization_id = $1 and project_id = $2 and id = $3 for share`,
);

/**
 * `for no key update` blocks `hold` (`for share`) but not foreign-key checks: a transaction that makes such a check without holding the
 * Sprint can own locks on Work Items that this transaction waits for next, which would be a deadlock.
 */
const FIND_SPRINTS = statement(
  'sprint.find',
  `select ${SprintTable.columns} from sprints
   where organization_id = $1 and project_id = $2 and id = any($3::uuid[]) order by id for no key update`,
);

const FIND_ACTIVE = statement(
  'sprint.find-active',
  `select ${SprintTable.columns} from sprints where organization_id = $1 and project_id = $2 and state = 'active'`,
);

/** Writes the folded name, for queries. */
const FOLD_NAME = statement(
  'sprint.fold-name',
  `update sprints set folded_name = $4 where organization_id = $1 and project_id = $2 and id = $3`,
);

const USE = statement(
  'sprint.use',
  `select exists (
     select from sprint_entries where organization_id = $1 and sprint_id = $3
   ) as "wasPlanned", exists (
     select from saved_sprint_reports where organization_id = $1 and project_id = $2 and sprint_id = $3
   ) as "isShown"`,
);

const DELETE_SPRINT = statement('sprint.delete', `delete from sprints where organization_id = $1 and id = $2`);

const LOCK_ITEMS = statementOfMany(
  'sprint.lock-items',
  `${membersOf(LOCKED_SETS.sprint)}
   select count(*) filter (
     where item.sprint_id = $3 and item.deleted_at is null and item.status <> 'done'
   )::integer as unfinished, ${RAISED_LIMIT}
   from ${LOCKED_MEMBER_ITEMS}`,
);

/** Applies the rule of `Commitment`; all items are locked. */
const INSERT_COMMITMENTS = statement(
  'sprint-ledger.commit',
  `insert into sprint_commitments (${SprintCommitmentTable.names})
   select $1, sprint_id, id, project_id, $4, status, story_points
   from work_items where organization_id = $1 and project_id = $2 and sprint_id = $3 and deleted_at is null`,
);

const LAST_DONE = `(
  select max(past.at) from work_item_history past
  where past.organization_id = $1 and past.work_item_id = item.id
    and (past.action = 'status_changed' and past.detail ->> 'to' = 'done'
      or past.action = 'created' and past.detail -> 'initial' ->> 'status' = 'done')
)`;

/** Applies the rule of `SprintOutcome` to the items that are in the Sprint; all of them are locked. */
const INSERT_OUTCOMES = statementOfMany(
  'sprint-ledger.conclude',
  `insert into sprint_outcomes (${SprintOutcomeTable.names})
   select $1, item.sprint_id, item.id, item.project_id, $4, item.project_key, item.number, item.title,
     item.status, item.story_points,
     case item.status when 'done' then ${LAST_DONE} end
   from work_items item
   where item.organization_id = $1 and item.project_id = $2 and item.sprint_id = $3 and item.deleted_at is null`,
);

/** Applies the rule of `SprintOutcome` to the items that left the Sprint; all of them are locked. */
const INSERT_DEPARTURES = statementOfMany(
  'sprint-ledger.conclude-departed',
  `insert into sprint_departures (${SprintDepartureTable.names})
   select $1, $3, item.id, item.project_id, $4, item.title, item.status, item.story_points, ${LAST_DONE}
   from work_items item
   where item.organization_id = $1 and item.project_id = $2 and item.id = any(array(
       select work_item_id from sprint_exits where organization_id = $1 and sprint_id = $3 and at > $5
     ))
     and (item.sprint_id is distinct from $3 or item.deleted_at is not null)`,
);

const CARRY_OVER = statementOfMany(
  'sprint.carry-over',
  `${membersOf(CHANGED_SETS.unfinished)}
   update work_items item set revision = item.revision + 1, updated_at = $4, sprint_id = $5
   from member where item.organization_id = $1 and item.id = member.id`,
);

export class PostgresSprintRepository implements SprintRepository {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
    private readonly history: HistoryWriter,
    private readonly feed: FeedWriter,
  ) {}

  async hold({ organizationId, projectId }: ProjectScope, id: SprintId): Promise<boolean> {
    const found = await this.locks.take(HOLD, [organizationId, projectId, id]);
    if (found.length === 0) return false;
    this.locks.holdSprints(organizationId, [id]);
    return true;
  }

  async find(
    { organizationId, projectId }: ProjectScope,
    ids: readonly SprintId[],
  ): Promise<ReadonlyMap<SprintId, Sprint>> {
    const records = await this.locks.take<SprintRecord>(FIND_SPRINTS, [organizationId, projectId, ids]);
    const sprints = new Map(records.map((record) => [record.id, Sprint.restore(record)]));
    this.locks.holdSprints(organizationId, [...sprints.keys()]);
    return sprints;
  }

  async lockItems({ organizationId, projectId }: ProjectScope, id: SprintId): Promise<number> {
    const values = [organizationId, projectId, id] as const;
    replanSets(this.transaction);
    const [locked] = await this.locks.take<{ unfinished: number }>(LOCK_ITEMS, values);
    if (!locked) throw new Error('The items of the Sprint were not counted.');
    this.locks.holdSet('sprint', values);
    return locked.unfinished;
  }

  async findActive({ organizationId, projectId }: ProjectScope): Promise<Sprint | undefined> {
    const [record] = await this.transaction.rows<SprintRecord>(FIND_ACTIVE, [organizationId, projectId]);
    return record && Sprint.restore(record);
  }

  add(sprint: Sprint): void {
    this.transaction.write(SprintTable.insert, SprintTable.insertValues(sprint.record));
    this.foldName(sprint);
    const { organizationId, projectId, id, createdAt } = sprint.record;
    this.feed.tell({ type: 'sprint.created', organizationId, at: createdAt, projectId, subject: id });
  }

  replan(sprint: Sprint): void {
    this.save(sprint);
    this.foldName(sprint);
  }

  async useOf({ record: { organizationId, projectId, id } }: Sprint): Promise<SprintUse> {
    const [use] = await this.transaction.rows<SprintUse>(USE, [organizationId, projectId, id]);
    if (!use) throw new Error('The use of the Sprint was not read.');
    return use;
  }

  delete({ record: { organizationId, id } }: Sprint): void {
    this.transaction.write(DELETE_SPRINT, [organizationId, id]);
  }

  save(sprint: Sprint): void {
    this.transaction.writeRevised(SprintTable, sprint.record, sprint.loadedRevision);
  }

  recordCommitment({ organizationId, projectId, sprintId, at }: Commitment): void {
    this.transaction.write(INSERT_COMMITMENTS, [organizationId, projectId, sprintId, at]);
    this.feed.tell({ type: 'sprint.started', organizationId, at, projectId, subject: sprintId });
  }

  recordOutcome({ organizationId, projectId, sprintId, startedAt, completedAt }: SprintOutcome): void {
    this.transaction.write(INSERT_OUTCOMES, [organizationId, projectId, sprintId, completedAt]);
    this.transaction.write(INSERT_DEPARTURES, [organizationId, projectId, sprintId, completedAt, startedAt]);
    this.feed.tell({ type: 'sprint.completed', organizationId, at: completedAt, projectId, subject: sprintId });
  }

  carryOver(carryover: Carryover): void {
    const { organizationId, projectId, from, to, at, items } = carryover;
    // Record the history first: it is derived from the items before they leave.
    this.history.recordMany({ organizationId, projectId }, 'unfinished', from, carryover, items);
    this.transaction.writeAll(CARRY_OVER, [organizationId, projectId, from, at, to], items);
  }

  private foldName({ record: { organizationId, projectId, id, name } }: Sprint): void {
    this.transaction.write(FOLD_NAME, [organizationId, projectId, id, fold(name)]);
  }
}
