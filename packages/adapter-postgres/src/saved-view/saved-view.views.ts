import {
  SavedViewViews,
  refuse,
  type Cursors,
  type ListSavedViews,
  type OrganizationScope,
  type Page,
  type SavedViewView,
} from '@worktrack/application';
import type { SavedViewId } from '@worktrack/domain';
import { KeysetPages } from '../engine/keyset.js';
import { type Reader, viewStatement } from '../engine/statement.js';

/**
 * The views that the viewer $2 can read. $3 is null, or the only Projects that the viewer sees: a view of the whole Organization is none of
 * theirs.
 */
const SELECT = `select view.id, view.name, view.query, view.layout, view.group_by as "groupBy", view.columns, view.shared,
    case when project.id is not null
      then json_build_object('id', project.id, 'key', project.key, 'name', project.name) end as project,
    case when owner.id is not null
      then json_build_object('publicId', owner.public_id, 'name', owner.name) end as owner,
    pin.pinned_at is not null as pinned, view.revision, view.created_at as "createdAt", view.updated_at as "updatedAt",
    view.folded_name as "foldedName"
  from saved_views view
  left join saved_view_pins pin on pin.organization_id = $1 and pin.view_id = view.id and pin.user_id = $2
  left join projects project on project.organization_id = $1 and project.id = view.project_id
  left join users owner on owner.id = view.owner_id
  where view.organization_id = $1 and (view.shared or view.owner_id = $2)
    and ($3::uuid[] is null or view.project_id = any($3::uuid[]))`;

const SELECT_ONE = viewStatement('saved-view-view.one', `${SELECT} and view.id = $4`);

interface SavedViewViewRow extends SavedViewView {
  readonly foldedName: string;
}

const pagesOf = (name: string, select: string) =>
  new KeysetPages<SavedViewViewRow>({
    name,
    select,
    parameters: 3,
    orderings: [
      { by: 'view.folded_name', direction: 'asc', type: 'text', valueOf: ({ foldedName }) => foldedName },
      { by: 'view.id', direction: 'asc', type: 'uuid', valueOf: ({ id }) => id },
    ],
  });

const ALL = pagesOf('saved-view-view.all', SELECT);
const PINNED = pagesOf('saved-view-view.pinned', `${SELECT} and pin.user_id is not null`);

export class PostgresSavedViewViews extends SavedViewViews {
  constructor(
    private readonly reader: Reader,
    private readonly cursors: Cursors,
  ) {
    super();
  }

  async one(scope: OrganizationScope, id: SavedViewId): Promise<SavedViewView> {
    const [row] = await this.reader.rows<SavedViewViewRow>(SELECT_ONE, [...valuesOf(scope), id]);
    return row ? viewOf(row) : refuse('NOT_FOUND');
  }

  list(scope: OrganizationScope, { pinned, ...request }: ListSavedViews): Promise<Page<SavedViewView>> {
    const { organizationId, actorId } = scope;
    const collection = `${pinned ? 'pinned' : 'saved'} views of ${organizationId} for ${actorId}`;
    return (pinned ? PINNED : ALL).read(this.reader, this.cursors, collection, request, valuesOf(scope), viewOf);
  }
}

const valuesOf = ({ organizationId, actorId, onlyProjects }: OrganizationScope) => [
  organizationId,
  actorId,
  onlyProjects ? [...onlyProjects] : null,
];

const viewOf = ({ foldedName: _foldedName, ...view }: SavedViewViewRow): SavedViewView => view;
