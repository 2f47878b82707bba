import {
  REPORT_LIMITATIONS,
  WORK_ITEM_PRIORITIES,
  WORK_ITEM_STATUSES,
  WORK_ITEM_TYPES,
  type ReportLimitation,
  type TimeZone,
  type WorkItemId,
  type WorkItemKey,
  type WorkItemPriority,
  type WorkItemStatus,
  type WorkItemType,
} from '@worktrack/domain';
import { Page } from '../openapi/page.responses.js';
import { Shows } from '../openapi/shows.js';

/** A row of a report. */
export type RowOf<Report extends { readonly items: readonly unknown[] }> = Report['items'][number];

/** The parameters that the response of a report shows. */
export type ShownParameters<Report extends { readonly parameters: object }> = Report['parameters'];

/** The parameters that all reports have, with their values in force; `null`: not set. */
export class CommonParameters {
  @Shows.integer(1) readonly limit!: number;
  @Shows.text({ nullable: true }) readonly q!: string | null;
  @Shows.word(WORK_ITEM_STATUSES, { nullable: true }) readonly status!: WorkItemStatus | null;
  @Shows.word(WORK_ITEM_TYPES, { nullable: true }) readonly type!: WorkItemType | null;
  @Shows.word(WORK_ITEM_PRIORITIES, { nullable: true }) readonly priority!: WorkItemPriority | null;
  @Shows.text({ nullable: true }) readonly assignee!: string | null;
  @Shows.text({ nullable: true }) readonly label!: string | null;
  @Shows.text({ nullable: true }) readonly squeakql!: string | null;
}

/** The parameters that all reports with a span of days have: `range` is its number of days. */
export class SpanParameters extends CommonParameters {
  @Shows.text() readonly timeZone!: TimeZone;
  @Shows.date() readonly start!: string;
  @Shows.date() readonly end!: string;
  @Shows.integer(1) readonly range!: number;
}

/** The members that all reports have (contract §6.2). */
export class ReportMembers {
  @Shows.instant() readonly generatedAt!: string;

  @Shows.one(Page) readonly page!: Page;
  @Shows.words(REPORT_LIMITATIONS) readonly limitations!: readonly ReportLimitation[];
  @Shows.flag() readonly capped!: boolean;
}

/** A Work Item in a report. */
export class ReportedWorkItem {
  @Shows.uuid() readonly id!: WorkItemId;
  @Shows.text() readonly key!: WorkItemKey;
  @Shows.text() readonly title!: string;
  @Shows.word(WORK_ITEM_TYPES) readonly type!: WorkItemType;
}
