import {
  BEFORE_ALL_POSITIONS,
  PositionViews,
  type Cursors,
  type Page,
  type PageRequest,
  type PositionView,
  type ProjectScope,
} from '@worktrack/application';
import { WorkItemKey, type ProjectKey, type WorkItemId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { partOfOrder, valuesAt } from './order.js';

const PAGE = viewStatement(
  'position-view.page',
  `select part.id, part.project_key as "projectKey", part.number, part.position
   from (${partOfOrder({ side: '>=', condition: 'item.deleted_at is null and item.archived_at is null', limit: '$5' })}) part
   order by part.position`,
);

interface PositionRow {
  readonly id: WorkItemId;
  readonly projectKey: ProjectKey;
  readonly number: number;
  readonly position: number;
}

export class PostgresPositionViews extends PositionViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async page({ organizationId, projectId }: ProjectScope, request: PageRequest): Promise<Page<PositionView>> {
    const collection = `positions of ${projectId}`;
    const last = this.cursors.open(collection, request)?.[0];
    const from = last === undefined ? BEFORE_ALL_POSITIONS : Number(last) + 1;
    const rows = await this.reader.rows<PositionRow>(PAGE, [
      organizationId,
      projectId,
      ...valuesAt(from),
      request.limit + 1,
    ]);
    const viewOf = ({ id, projectKey, number, position }: PositionRow): PositionView => ({
      id,
      key: WorkItemKey.of(projectKey, number),
      position,
    });
    return this.cursors.page(collection, request, rows, viewOf, ({ position }) => [position]);
  }
}
