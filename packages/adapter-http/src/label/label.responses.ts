import type { ProjectLabelView, RevisedLabelView } from '@worktrack/application';
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

/** A label with its revision, for its change. */
export class RevisedLabel extends ProjectLabel implements RevisedLabelView {
  @Shows.integer(1) readonly revision!: number;
}

export class ProjectLabelList {
  @Shows.many(ProjectLabel) readonly items!: readonly ProjectLabel[];
  @Shows.one(Page) readonly page!: Page;
}
