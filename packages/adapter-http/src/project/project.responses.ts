import { ApiSchema } from '@nestjs/swagger';
import type { ProjectContextView, ProjectView } from '@worktrack/application';
import type { OrganizationId, ProjectId, ProjectKey } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A Project.' })
export class Project implements ProjectView {
  @Shows.uuid({ description: 'The id of the Project. It never changes.' }) readonly id!: ProjectId;
  @Shows.uuid({ description: 'The id of its Organization.' }) readonly organizationId!: OrganizationId;
  @Shows.text({ description: 'The key of the Project, with which the keys of its Work Items begin. It never changes.' })
  readonly key!: ProjectKey;
  @Shows.text({ description: 'The name of the Project.' }) readonly name!: string;
  @Shows.text({ nullable: true, description: 'The purpose of the Project; `null`: not given.' }) readonly description!:
    | string
    | null;
  @Shows.color() readonly color!: string;
  @Shows.integer(1) readonly revision!: number;
  @Shows.instant({ nullable: true }) readonly archivedAt!: string | null;
  @Shows.instant() readonly createdAt!: string;
  @Shows.instant() readonly updatedAt!: string;
}

@ApiSchema({ description: 'The Project of a Work Item.' })
export class ProjectContext implements ProjectContextView {
  @Shows.uuid({ description: 'The id of the Project. It never changes.' }) readonly id!: ProjectId;
  @Shows.text({ description: 'The key of the Project.' }) readonly key!: ProjectKey;
  @Shows.text({ description: 'The name of the Project.' }) readonly name!: string;
  @Shows.color() readonly color!: string;
}

@ApiSchema({ description: 'A page of Projects, by name.' })
export class ProjectList {
  @Shows.many(Project) readonly items!: readonly Project[];
  @Shows.one(Page) readonly page!: Page;
}
