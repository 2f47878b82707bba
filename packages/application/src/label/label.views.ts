import type { LabelId } from '@worktrack/domain';
import type { ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** The `ProjectLabel` of contract §5.3. */
export interface ProjectLabelView {
  readonly id: LabelId;
  readonly name: string;
  readonly color: string;
  readonly createdAt: string;
}

/** A label with what a change of it needs. */
export interface RevisedLabelView extends ProjectLabelView {
  readonly revision: number;
}

/** The label views of a Project. */
export abstract class LabelViews {
  /** Throws `NOT_FOUND`. */
  abstract one(scope: ProjectScope, id: LabelId): Promise<ProjectLabelView>;
  /** Throws `NOT_FOUND`. */
  abstract revised(scope: ProjectScope, id: LabelId): Promise<RevisedLabelView>;
  /** Lists the labels by name, then id. Throws `INVALID_CURSOR`. */
  abstract page(scope: ProjectScope, request: PageRequest): Promise<Page<ProjectLabelView>>;
}
