import { ApiSchema } from '@nestjs/swagger';
import type { ProjectOfView, SavedViewView } from '@worktrack/application';
import {
  VIEW_COLUMNS,
  VIEW_GROUPINGS,
  VIEW_LAYOUTS,
  type ProjectId,
  type ProjectKey,
  type SavedViewId,
  type ViewColumn,
  type ViewGrouping,
  type ViewLayout,
} from '@worktrack/domain';
import { PublicUserSummary } from '../identity/user.responses.js';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'The Project of a view.' })
export class ShownProjectOfView implements ProjectOfView {
  @Shows.uuid() readonly id!: ProjectId;
  @Shows.text() readonly key!: ProjectKey;
  @Shows.text({ description: 'The name of the Project.' }) readonly name!: string;
}

@ApiSchema({ description: 'A query under a name, with the form in which its result is shown.' })
export class SavedView implements SavedViewView {
  @Shows.uuid() readonly id!: SavedViewId;
  @Shows.text({ description: 'The name of the view, once for its owner in the Organization.' }) readonly name!: string;
  @Shows.one(ShownProjectOfView, { nullable: true, description: '`null`: the view is about the whole Organization.' })
  readonly project!: ShownProjectOfView | null;
  @Shows.text({ description: 'The SqueakQL query, which has the order of the Work Items too.' })
  readonly query!: string;
  @Shows.word(VIEW_LAYOUTS, { description: 'The form of the result.' }) readonly layout!: ViewLayout;
  @Shows.word(VIEW_GROUPINGS, { nullable: true, description: 'The field of the groups; `null`: one group.' })
  readonly groupBy!: ViewGrouping | null;
  @Shows.words(VIEW_COLUMNS, { description: 'The columns in their order.' }) readonly columns!: readonly ViewColumn[];
  @Shows.flag({ description: 'True for everybody who sees its Project; else it is for its owner only.' })
  readonly shared!: boolean;
  @Shows.one(PublicUserSummary, { nullable: true, description: '`null`: the account was removed.' })
  readonly owner!: PublicUserSummary | null;
  @Shows.flag({ description: 'True when the caller has pinned the view.' }) readonly pinned!: boolean;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

@ApiSchema({ description: 'A page of views.' })
export class SavedViewList {
  @Shows.many(SavedView) readonly items!: readonly SavedView[];
  @Shows.one(Page) readonly page!: Page;
}
