import type { ProjectContextView, ProjectView } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

export class Project implements ProjectView {
  @Shows.uuid() readonly id!: ProjectId;
  @Shows.uuid() readonly organizationId!: OrganizationId;
  @Shows.text() readonly key!: ProjectKey;
  @Shows.text() readonly name!: string;
  @Shows.text({ nullable: true }) readonly description!: string | null;
  @Shows.color() readonly color!: string;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant({ nullable: true }) readonly archivedAt!: string | null;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

/** The Project that a row of a wider collection belongs to. */
export class ProjectContext implements ProjectContextView {
  @Shows.uuid() readonly id!: ProjectId;
  @Shows.text() readonly key!: ProjectKey;
  @Shows.text() readonly name!: string;
  @Shows.color() readonly color!: string;
}

export class ProjectList {
  @Shows.many(Project) readonly items!: readonly Project[];
  @Shows.one(Page) readonly page!: Page;
}
