import type { LimitedStatus, OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';
import type { OrganizationScope, ProjectScope } from '../access/access.js';
import type { Page, PageRequest } from '../paging/page.js';

/** The `Project` of contract §5.3. Instants are RFC 3339 text, UTC, three fraction digits. */
export interface ProjectView {
  readonly id: ProjectId;
  readonly organizationId: OrganizationId;
  readonly key: ProjectKey;
  readonly name: string;
  readonly description: string | null;
  readonly color: string;
  readonly revision: number;
  readonly archivedAt: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The limits of work in progress of a Project, and its revision. */
export interface WorkLimitsView extends Readonly<Record<LimitedStatus, number | null>> {
  readonly revision: number;
}

/** The `ProjectContext` of contract §5.3. */
export interface ProjectContextView {
  readonly id: ProjectId;
  readonly key: ProjectKey;
  readonly name: string;
  readonly color: string;
}

/** The request of one page of Projects. */
export interface ListProjects extends PageRequest {
  /** `true` lists only archived Projects, `false` only the others. */
  readonly archived: boolean;
}

/** The Project views. */
export abstract class ProjectViews {
  /** Throws `NOT_FOUND`. */
  abstract one(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<ProjectView>;
  /** Throws `NOT_FOUND`. */
  abstract workLimits(scope: Pick<ProjectScope, 'organizationId' | 'projectId'>): Promise<WorkLimitsView>;
  /** Lists the Projects that the scope covers, by name, then id. Throws `INVALID_CURSOR`. */
  abstract page(scope: OrganizationScope, request: ListProjects): Promise<Page<ProjectView>>;
}
