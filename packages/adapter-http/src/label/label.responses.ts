import type { ProjectLabelView } from '@worktrack/application';
import type { LabelId } from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

/** A label as its Project has it. */
export class ProjectLabel implements ProjectLabelView {
  @Shows.uuid() readonly id!: LabelId;
  @Shows.text() readonly name!: string;
  @Shows.color() readonly color!: string;
  @Shows.instant() readonly createdAt!: string;
}

export class ProjectLabelList {
  @Shows.many(ProjectLabel) readonly items!: readonly ProjectLabel[];
  @Shows.one(Page) readonly page!: Page;
}
