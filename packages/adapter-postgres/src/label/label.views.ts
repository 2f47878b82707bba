import {
  LabelViews,
  refuse,
  type Cursors,
  type Page,
  type PageRequest,
  type ProjectLabelView,
  type ProjectScope,
  type RevisedLabelView,
} from '@worktrack/application';
import type { LabelId } from '@worktrack/domain';
import { type Reader, viewStatement } from '../engine/statement.js';
import { KeysetPages } from '../engine/keyset.js';

const SELECT = `select id, name, color, created_at as "createdAt" from labels where organization_id = $1 and project_id = $2`;

const SELECT_LABEL = viewStatement('label-view.one', `${SELECT} and id = $3`);

const SELECT_REVISED = viewStatement(
  'label-view.revised',
  `select id, name, color, created_at as "createdAt", revision from labels
   where organization_id = $1 and project_id = $2 and id = $3`,
);

const BY_NAME = new KeysetPages<ProjectLabelView>({
  name: 'label-view.by-name',
  select: SELECT,
  parameters: 2,
  orderings: [
    { by: 'name', direction: 'asc', type: 'text', valueOf: ({ name }) => name },
    { by: 'id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
  ],
});

export class PostgresLabelViews extends LabelViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one({ organizationId, projectId }: ProjectScope, id: LabelId): Promise<ProjectLabelView> {
    const [label] = await this.reader.rows<ProjectLabelView>(SELECT_LABEL, [organizationId, projectId, id]);
    return label ?? refuse('NOT_FOUND');
  }

  async revised({ organizationId, projectId }: ProjectScope, id: LabelId): Promise<RevisedLabelView> {
    const [label] = await this.reader.rows<RevisedLabelView>(SELECT_REVISED, [organizationId, projectId, id]);
    return label ?? refuse('NOT_FOUND');
  }

  page({ organizationId, projectId }: ProjectScope, request: PageRequest): Promise<Page<ProjectLabelView>> {
    const values = [organizationId, projectId];
    return BY_NAME.read(this.reader, this.cursors, `labels of ${projectId}`, request, values, (label) => label);
  }
}
