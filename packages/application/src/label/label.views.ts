import type { LabelId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** contract §5.3 ProjectLabel */
export interface ProjectLabelView {
  readonly id: LabelId;
  readonly name: string;
  readonly color: string;
  readonly createdAt: string;
}

/** How the labels of a Project are shown. */
export abstract class LabelViews {
  /** Throws `NOT_FOUND`. */
  abstract one(scope: ProjectScope, id: LabelId): Promise<ProjectLabelView>;
  /** By name, then id. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: PageRequest): Promise<Page<ProjectLabelView>>;
}
