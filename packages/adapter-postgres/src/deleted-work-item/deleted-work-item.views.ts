import {
  DeletedWorkItemViews,
  type Cursors,
  type DeletedWorkItemView,
  type Page,
  type PageRequest,
  type ProjectScope,
} from '@worktrack/application';
import { RESTORABLE_DAYS, WorkItemKey, type ProjectKey } from '@worktrack/domain';
import { KeysetPages } from '../engine/keyset.js';
import type { Reader } from '../engine/statement.js';

const KEPT = `interval '${RESTORABLE_DAYS * 24} hours'`;

/** The last deletion in the history of each says who deleted it. */
const PAGES = new KeysetPages<DeletedRow>({
  name: 'deleted-work-item-view.page',
  select: `select item.id, item.project_key as "projectKey", item.number, item.title, item.type,
    item.deleted_at as "deletedAt", item.deleted_at + ${KEPT} as "erasureDueAt",
    (select json_build_object('publicId', actor.public_id, 'name', actor.name)
     from work_item_history past join users actor on actor.id = past.actor_id
     where past.organization_id = $1 and past.work_item_id = item.id and past.action = 'work_item_deleted'
       and past.at = item.deleted_at limit 1) as "deletedBy"
  from work_items item
  where item.organization_id = $1 and item.project_id = $2 and item.deleted_at is not null and item.erasure_due_at is null
    and item.deleted_at > clock_timestamp() - ${KEPT}`,
  parameters: 2,
  orderings: [
    { by: 'item.deleted_at', direction: 'desc', type: 'timestamptz', valueOf: ({ deletedAt }) => deletedAt },
    { by: 'item.id', direction: 'desc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

interface DeletedRow extends Omit<DeletedWorkItemView, 'key'> {
  readonly projectKey: ProjectKey;
  readonly number: number;
}

export class PostgresDeletedWorkItemViews extends DeletedWorkItemViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  page({ organizationId, projectId }: ProjectScope, request: PageRequest): Promise<Page<DeletedWorkItemView>> {
    const collection = `deleted Work Items of ${projectId}`;
    return PAGES.read(this.reader, this.cursors, collection, request, [organizationId, projectId], viewOf);
  }
}

const viewOf = ({ id, projectKey, number, title, type, deletedBy, ...instants }: DeletedRow): DeletedWorkItemView => ({
  ...{ id, key: WorkItemKey.of(projectKey, number), title, type, deletedBy },
  ...{ deletedAt: instants.deletedAt, erasureDueAt: instants.erasureDueAt },
});
