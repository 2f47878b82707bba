import type { LabelReference, LabelRepository, ProjectScope } from '@worktrack/application';
import type { LabelFacts, LabelRecord, WorkItemId } from '@worktrack/domain';
import { statement } from '../sql/statement.js';
import type { Session } from '../unit-of-work/session.js';

const FIND = statement(
  'label.find',
  `select label.id, exists (
     select from work_item_labels attached
     where attached.organization_id = label.organization_id and attached.work_item_id = $3 and attached.label_id = label.id
   ) as attached
   from labels label
   where label.organization_id = $1 and label.project_id = $2 and (label.id = $4 or label.name = $5)
   order by label.id = $4 desc nulls last limit 1`,
);

const INSERT = statement(
  'label.insert',
  `insert into labels (organization_id, id, project_id, name, color, created_at) values ($1, $2, $3, $4, $5, $6)`,
);

export class PostgresLabelRepository implements LabelRepository {
  constructor(private readonly session: Session) {}

  async find(
    { organizationId, projectId }: ProjectScope,
    { id, name }: LabelReference,
    on: WorkItemId,
  ): Promise<LabelFacts | undefined> {
    const values = [organizationId, projectId, on, id ?? null, name ?? null];
    const [found] = await this.session.rows<LabelFacts>(FIND, values);
    return found;
  }

  add({ organizationId, id, projectId, name, color, createdAt }: LabelRecord): void {
    this.session.write(INSERT, [organizationId, id, projectId, name, color, createdAt]);
  }
}
