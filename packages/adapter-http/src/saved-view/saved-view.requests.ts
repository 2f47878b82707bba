import { ApiSchema } from '@nestjs/swagger';
import { SQUEAKQL_BOUNDS, type ChangeSavedView, type ViewInput } from '@worktrack/application';
import {
  DEFAULT_VIEW_COLUMNS,
  ProjectKey,
  SAVED_VIEW_BOUNDS,
  VIEW_COLUMNS,
  VIEW_GROUPINGS,
  VIEW_LAYOUTS,
  type ExpectedRevision,
  type SavedViewId,
  type ViewColumn,
  type ViewGrouping,
  type ViewLayout,
} from '@worktrack/domain';
import { AtLeastOneMember, CLEARABLE, Flag, OneOf, Parsed, Text, Words, WordsOf } from '../body/fields.js';
import { SCHEMA } from '../body/patterns.js';

const NAME = { trimmed: true, description: 'The name of the view, once for its owner in the Organization.' };
const QUERY = { description: 'The SqueakQL query, which has the order of the Work Items too.' };
const LAYOUT = { optional: true, description: 'The form of the result.' };
const GROUPS = { ...CLEARABLE, description: 'The field by which the Work Items are grouped; `null`: one group.' };
const COLUMNS = { optional: true, description: 'The columns in their order, each once.' };
const SHARED = {
  optional: true,
  description: 'True for everybody who sees its Project; else it is for its owner only.',
};

const OfProject = () =>
  Parsed((text) => ProjectKey.parse(text), 'the key of a Project', SCHEMA.projectKey, {
    ...CLEARABLE,
    description: 'The key of the Project that the view is about; `null`: the whole Organization.',
  });

@ApiSchema({ description: 'A query to save as a view.' })
export class SaveViewBody {
  @Text(SAVED_VIEW_BOUNDS.name, NAME) name!: string;
  @OfProject() project?: ProjectKey | null;
  @Words(SQUEAKQL_BOUNDS.query, QUERY) query!: string;
  @OneOf(VIEW_LAYOUTS, { ...LAYOUT, default: 'list' }) layout?: ViewLayout;
  @OneOf(VIEW_GROUPINGS, GROUPS) groupBy?: ViewGrouping | null;
  @WordsOf(VIEW_COLUMNS, COLUMNS) columns?: ViewColumn[];
  @Flag({ ...SHARED, default: false }) shared?: boolean;

  toCommand(): ViewInput {
    const { name, project = null, query, layout = 'list', groupBy = null, shared = false } = this;
    return { name, project, query, layout, groupBy, columns: this.columns ?? DEFAULT_VIEW_COLUMNS, shared };
  }
}

@ApiSchema({ description: 'The members of a view to change.' })
@AtLeastOneMember()
export class ChangeViewBody {
  @Text(SAVED_VIEW_BOUNDS.name, { ...NAME, optional: true }) name?: string;
  @OfProject() project?: ProjectKey | null;
  @Words(SQUEAKQL_BOUNDS.query, { ...QUERY, optional: true }) query?: string;
  @OneOf(VIEW_LAYOUTS, LAYOUT) layout?: ViewLayout;
  @OneOf(VIEW_GROUPINGS, GROUPS) groupBy?: ViewGrouping | null;
  @WordsOf(VIEW_COLUMNS, COLUMNS) columns?: ViewColumn[];
  @Flag(SHARED) shared?: boolean;

  toCommand(id: SavedViewId, expected: ExpectedRevision): ChangeSavedView {
    const { name, project, query, layout, groupBy, columns, shared } = this;
    return { id, expected, changes: { name, project, query, layout, groupBy, columns, shared } };
  }
}
