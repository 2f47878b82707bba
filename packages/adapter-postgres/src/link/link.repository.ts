import type { LinkRepository, OrganizationScope } from '@worktrack/application';
import { WorkItemLink, type LinkId, type LinkRecord, type WorkItemId } from '@worktrack/domain';
import type { Session } from '../engine/session.js';
import { statement } from '../engine/statement.js';

const SELECT = `
  select id, organization_id as "organizationId", relation, source_project_id as "sourceProjectId", source_id as "sourceId",
    target_project_id as "targetProjectId", target_id as "targetId", created_by as "createdBy", created_at as "createdAt",
    deleted_at as "deletedAt"
  from work_item_links where organization_id = $1`;

const FIND = statement('links.find', `${SELECT} and id = $2`);

/** A union rather than an `or`: each half is one look-up in an index. */
const BETWEEN = statement(
  'links.between',
  `${SELECT} and source_id = $2 and target_id = $3 and deleted_at is null
   union all ${SELECT} and source_id = $3 and target_id = $2 and deleted_at is null`,
);

const ADD = statement(
  'links.add',
  `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id,
     created_by, created_at, deleted_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
);

/** Any number of rows: a JSON list of records. */
export const ADD_LINKS = statement(
  'links.add-many',
  `insert into work_item_links (organization_id, id, relation, source_project_id, source_id, target_project_id, target_id,
     created_by, created_at, deleted_at)
   select "organizationId", id, relation, "sourceProjectId", "sourceId", "targetProjectId", "targetId", "createdBy",
     "createdAt", "deletedAt"
   from jsonb_to_recordset($1::jsonb) as link
     ("organizationId" uuid, id uuid, relation text, "sourceProjectId" uuid, "sourceId" uuid, "targetProjectId" uuid,
      "targetId" uuid, "createdBy" uuid, "createdAt" timestamptz(3), "deletedAt" timestamptz(3))`,
);

const DELETE = statement(
  'links.delete',
  `update work_item_links set deleted_at = $3 where organization_id = $1 and id = $2`,
);

type InOrganization = Pick<OrganizationScope, 'organizationId'>;

export class PostgresLinkRepository implements LinkRepository {
  constructor(private readonly session: Session) {}

  async between({ organizationId }: InOrganization, one: WorkItemId, other: WorkItemId): Promise<WorkItemLink[]> {
    const records = await this.session.rows<LinkRecord>(BETWEEN, [organizationId, one, other]);
    return records.map((record) => WorkItemLink.restore(record));
  }

  async find({ organizationId }: InOrganization, id: LinkId): Promise<WorkItemLink | undefined> {
    const [record] = await this.session.rows<LinkRecord>(FIND, [organizationId, id]);
    return record && WorkItemLink.restore(record);
  }

  add({ record }: WorkItemLink): void {
    const { organizationId, id, relation, createdBy, createdAt, deletedAt } = record;
    const ends = [record.sourceProjectId, record.sourceId, record.targetProjectId, record.targetId];
    this.session.write(ADD, [organizationId, id, relation, ...ends, createdBy, createdAt, deletedAt]);
  }

  /** A plain write: the locks on both Work Items keep it from meeting another. */
  delete({ record: { organizationId, id, deletedAt } }: WorkItemLink): void {
    this.session.write(DELETE, [organizationId, id, deletedAt]);
  }
}
