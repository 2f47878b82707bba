import { ApiProperty, ApiSchema } from '@nestjs/swagger';
import type { ReportParameters } from '@worktrack/application';
import {
  REPORT_LIMITATIONS,
  WORK_ITEM_TYPES,
  type ReportLimitation,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemType,
} from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

/** A row of a report. */
export type RowOf<Report extends { readonly items: readonly unknown[] }> = Report['items'][number];

/** The members that all reports have (contract §6.2). */
export class ProjectReport {
  @Shows.instant() readonly generatedAt!: string;

  @ApiProperty({
    type: 'object',
    description: 'Every parameter that applies, with the value in force; null: not set.',
    additionalProperties: {
      nullable: true,
      oneOf: [{ type: 'string' }, { type: 'integer' }, { type: 'array', items: { type: 'integer' } }],
    },
  })
  readonly parameters!: ReportParameters;

  @Shows.one(Page) readonly page!: Page;
  @Shows.words(REPORT_LIMITATIONS) readonly limitations!: readonly ReportLimitation[];
  @Shows.flag() readonly capped!: boolean;
}

@ApiSchema({ description: 'A Work Item in a report.' })
export class ReportedWorkItem {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
}
