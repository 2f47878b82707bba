import { ApiSchema } from '@nestjs/swagger';
import type { ProjectLabelView, RevisedLabelView } from '@worktrack/application';
import type { LabelId } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

@ApiSchema({ description: 'A label of a Project.' })
export class ProjectLabel implements ProjectLabelView {
  @Shows.uuid({ description: 'The id of the label. It never changes.' }) readonly id!: LabelId;
  @Shows.text({ description: 'The name of the label, in lower case.' }) readonly name!: string;
  @Shows.color() readonly color!: string;
  @Shows.instant() readonly createdAt!: string;
}

/** A label with its revision, for its change. */
export class RevisedLabel extends ProjectLabel implements RevisedLabelView {
  @Shows.integer(1) readonly revision!: number;
}

@ApiSchema({ description: 'A page of the labels of a Project, by name.' })
export class ProjectLabelList {
  @Shows.many(ProjectLabel) readonly items!: readonly ProjectLabel[];
  @Shows.one(Page) readonly page!: Page;
}
