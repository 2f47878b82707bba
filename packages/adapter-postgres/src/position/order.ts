import { POSITION_STEP } from '@worktrack/application';

/** Builds the position of `item`, a row of `work_items`, that nobody has moved. */
const UNMOVED = `item.number * ${POSITION_STEP}`;

/** Joins the position of `item`, a row of `work_items` of the Organization $1, if it was moved. */
export const JOIN_POSITION =
  'left join work_item_positions moved on moved.organization_id = $1 and moved.work_item_id = item.id';

/** The position of `item` after `JOIN_POSITION`. */
export const POSITION = `coalesce(moved.position, ${UNMOVED})`;

/** A part of the order of a Project: the rows on one side of a position, the nearest first. */
interface Part {
  /** The comparison with the position $3, and with the number $4, which is that of the first Work Item at or after the position. */
  readonly side: '<' | '>=';
  /** A further condition for `item`. */
  readonly condition: string;
  readonly limit: string;
}

/**
 * Selects `id`, `project_key`, `number` and `position` of a part of the order of the Project $2 by two indexes: that of the positions, and
 * that of the numbers for what was not moved. Neither is read further than the limit needs.
 */
export function partOfOrder({ side, condition, limit }: Part): string {
  const direction = side === '<' ? 'desc' : 'asc';
  return `select near.* from (
      (select item.id, item.project_key, item.number, moved.position
       from work_item_positions moved
       join work_items item on item.organization_id = $1 and item.id = moved.work_item_id
       where moved.organization_id = $1 and moved.project_id = $2 and moved.position ${side} $3::bigint and ${condition}
       order by moved.position ${direction} limit ${limit})
      union all
      (select item.id, item.project_key, item.number, ${UNMOVED} as position
       from work_items item
       where item.organization_id = $1 and item.project_id = $2 and item.number ${side} $4::bigint and ${condition}
         and not exists (select from work_item_positions moved where moved.organization_id = $1 and moved.work_item_id = item.id)
       order by item.number ${direction} limit ${limit})
    ) near order by near.position ${direction} limit ${limit}`;
}

/** The values $3 and $4 of a part that begins at a position. */
export const valuesAt = (position: number): readonly [number, number] => [
  position,
  Math.ceil(position / POSITION_STEP),
];
