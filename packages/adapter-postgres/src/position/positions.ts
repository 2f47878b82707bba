import type { FoundAround, FoundPosition, Positions, ProjectScope, WorkItemReference } from '@worktrack/application';
import { POSITION_STEP } from '@worktrack/application';
import { WorkItemKey, type ProjectKey, type WorkItemId } from '@worktrack/domain';
import { statement } from '../engine/statement.js';
import type { SqlTransaction } from '../engine/transaction.js';
import type { Locks } from '../recording/locks.js';
import { JOIN_POSITION, POSITION, partOfOrder, valuesAt } from './order.js';

/** Locks the order of a Project in a separate statement: the statements after it must read from a snapshot that is later than the lock. */
const HOLD = statement(
  'positions.hold',
  `select pg_advisory_xact_lock(hashtextextended('order of project:' || $1::text || ':' || $2::text, 0))`,
);

const FIND = statement(
  'positions.find',
  `select named.index, item.id, item.project_key as "projectKey", item.number, ${POSITION} as position,
     item.deleted_at is not null as "isDeleted"
   from jsonb_to_recordset($3::jsonb) as named (index integer, id uuid, number bigint)
   cross join lateral (
     select by_id.id, by_id.project_key, by_id.number, by_id.deleted_at from work_items by_id
     where by_id.organization_id = $1 and by_id.project_id = $2 and by_id.id = named.id
     union all
     select by_number.id, by_number.project_key, by_number.number, by_number.deleted_at from work_items by_number
     where by_number.organization_id = $1 and by_number.project_id = $2 and by_number.number = named.number
   ) item
   ${JOIN_POSITION}`,
);

const NOT_MOVED_NOW = `item.id not in (select now.id from jsonb_to_recordset($5::jsonb) as now (id uuid))`;

const partNear = (side: '<' | '>=') => partOfOrder({ side, condition: NOT_MOVED_NOW, limit: '$6' });

const AROUND = statement(
  'positions.around',
  `select part.id, part.position, part.side, counter.last_number as "lastNumber"
   from project_counters counter
   left join (
     select below.id, below.position, 'before' as side from (${partNear('<')}) below
     union all
     select above.id, above.position, 'after' as side from (${partNear('>=')}) above
   ) part on true
   where counter.organization_id = $1 and counter.project_id = $2`,
);

/** In the order of the ids, in which other changes lock Work Items too: each new row locks its Work Item against deletion. */
const SAVE = statement(
  'positions.save',
  `insert into work_item_positions (organization_id, project_id, work_item_id, position, moved_at)
   select $1::uuid, $2::uuid, placed.id, placed.position, statement_timestamp()
   from jsonb_to_recordset($3::jsonb) as placed (id uuid, position bigint)
   order by placed.id
   on conflict (organization_id, work_item_id) do update set position = excluded.position, moved_at = excluded.moved_at`,
);

interface FoundRow extends Omit<FoundPosition, 'key'> {
  readonly index: number;
  readonly projectKey: ProjectKey;
  readonly number: number;
}

interface AroundRow {
  readonly id: WorkItemId | null;
  readonly position: number;
  readonly side: 'before' | 'after';
  readonly lastNumber: number;
}

export class PostgresPositions implements Positions {
  constructor(
    private readonly transaction: SqlTransaction,
    private readonly locks: Locks,
  ) {}

  hold({ organizationId, projectId }: ProjectScope): void {
    this.locks.takeWithNext(HOLD, [organizationId, projectId]);
  }

  async find(
    { organizationId, projectId, projectKey }: ProjectScope,
    references: readonly WorkItemReference[],
  ): Promise<readonly (FoundPosition | undefined)[]> {
    const named = references.flatMap((reference, index) => {
      if (reference.kind === 'id') return { index, id: reference.id };
      // A key of another Project refers to no Work Item of this one.
      return reference.projectKey === projectKey ? { index, number: reference.number } : [];
    });
    const rows = await this.transaction.rows<FoundRow>(FIND, [organizationId, projectId, JSON.stringify(named)]);
    const found = new Map(rows.map((row) => [row.index, row]));
    return references.map((_, index) => {
      const row = found.get(index);
      if (!row) return undefined;
      const { id, position, isDeleted } = row;
      return { id, key: WorkItemKey.of(row.projectKey, row.number), position, isDeleted };
    });
  }

  async around(
    { organizationId, projectId }: ProjectScope,
    at: number,
    without: readonly WorkItemId[],
    most: number,
  ): Promise<FoundAround> {
    const ids = JSON.stringify(without.map((id) => ({ id })));
    const rows = await this.transaction.rows<AroundRow>(AROUND, [
      organizationId,
      projectId,
      ...valuesAt(at),
      ids,
      most,
    ]);
    const [first] = rows;
    if (!first) throw new Error('The Project has no counter of its numbers.');
    const found = rows.filter((row): row is AroundRow & { readonly id: WorkItemId } => row.id !== null);
    const before = found.filter(({ side }) => side === 'before').sort((a, b) => b.position - a.position);
    const after = found.filter(({ side }) => side === 'after').sort((a, b) => a.position - b.position);
    return {
      before: before.map(({ position }) => position),
      after: after.map(({ position }) => position),
      idsBefore: before.map(({ id }) => id),
      idsAfter: after.map(({ id }) => id),
      end: (first.lastNumber + 1) * POSITION_STEP,
    };
  }

  save({ organizationId, projectId }: ProjectScope, positions: ReadonlyMap<WorkItemId, number>): void {
    const rows = [...positions].map(([id, position]) => ({ id, position }));
    this.transaction.write(SAVE, [organizationId, projectId, JSON.stringify(rows)]);
  }
}
