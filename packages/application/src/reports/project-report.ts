import type { ReportLimitation, ReportRows, WorkItemPriority, WorkItemStatus, WorkItemType } from '@worktrack/domain';
import type { PageInfo } from '../paging/page.js';
import type { InText } from './in-text.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery } from './report-query.js';
import type { ReadDetails } from './shown-rows.js';
import type { TimeZones } from '../shared/time-zones.js';

/** The parameters of every report with their effective values; `null` when one is not set (contract §6.2). */
export interface CommonParameters {
  readonly limit: number;
  readonly q: string | null;
  readonly status: WorkItemStatus | null;
  readonly type: WorkItemType | null;
  readonly priority: WorkItemPriority | null;
  readonly assignee: string | null;
  readonly label: string | null;
  readonly squeakql: string | null;
}

/** The types of one report. */
export interface ReportTypes {
  readonly type: string;
  /** The parameters of the report. */
  readonly query: FilteredQuery;
  /** The parameters that this report has in addition to the common ones, as its response shows them. */
  readonly parameters: object;
  /** The request to the database; `facts` is its result. */
  readonly request: object;
  readonly facts: object;
  /** The type by which `details` knows the Work Item of a row. */
  readonly key: unknown;
  /** The members that a shown row has of its Work Item in addition to the facts; `never` when the facts have all. */
  readonly detail: unknown;
  readonly row: unknown;
  /** The object of this report type in the response, under its name. */
  readonly named: object;
  readonly definition: object;
}

/** The response: the envelope of all reports, and the object of the report type next to it (contract §6.2). */
export type ReportView<Types extends ReportTypes> = ReportEnvelope<Types> & Types['named'];

/** The members of every report (contract §6.2). */
export interface ReportEnvelope<Types extends ReportTypes = ReportTypes> {
  readonly kind: Types['type'];
  readonly generatedAt: string;
  readonly parameters: CommonParameters & Types['parameters'];
  /** Short machine-readable facts about the definition of the report. */
  readonly definition: Types['definition'];
  /** One page of the rows. */
  readonly items: readonly InText<Types['row']>[];
  /** A copy of `items`. */
  readonly data: readonly InText<Types['row']>[];
  readonly page: PageInfo;
  readonly limitations: readonly ReportLimitation[];
  /** True when a cap applied. */
  readonly capped: boolean;
}

/**
 * The source of a report: its population of Work Items, and functions that read its facts, and what its rows show in addition. All that
 * they read is of one snapshot.
 */
export interface ReportSource<Types extends ReportTypes> {
  readonly population: ReportPopulation;
  readonly zones: TimeZones;
  readonly read: (request: Types['request']) => Promise<Types['facts']>;
  readonly details: ReadDetails<Types['key'], Types['detail']>;
}

/** A report with all of its rows, before one page is cut. */
export interface MadeReport<Types extends ReportTypes> {
  readonly parameters: Types['parameters'];
  readonly definition: Types['definition'];
  readonly named: Types['named'];
  readonly rows: ReportRows<Types['row']>;
  /**
   * Reads what the rows from `begin` to before `end` show in addition to the facts; call it before `rows.at`. Absent: nothing is needed.
   */
  readonly show?: (begin: number, end: number) => Promise<void>;
  readonly limitations: readonly ReportLimitation[];
}

/** One type of Project report: it requests the facts and calls the formulas of the domain. */
export interface ProjectReport<Types extends ReportTypes> {
  readonly type: Types['type'];
  /** Throws `VALIDATION_ERROR` on days that contradict each other. */
  make(source: ReportSource<Types>, query: Types['query']): Promise<MadeReport<Types>>;
}
