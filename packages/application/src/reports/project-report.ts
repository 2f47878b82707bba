import type { ReportLimitation, ReportRows } from '@worktrack/domain';
import type { PageInfo } from '../paging/page.js';
import type { InText } from './in-text.js';
import type { ReportPopulation } from './report-population.js';
import type { FilteredQuery } from './report-query.js';

/** Every parameter that applies, with the value in force; `null`: not set (contract §6.2). */
export type ReportParameters = Readonly<Record<string, string | number | readonly number[] | null>>;

/** The types that one report is made of. */
export interface ReportTypes {
  readonly type: string;
  /** Its parameters. */
  readonly query: FilteredQuery;
  /** The question to the database, and its answer. */
  readonly request: object;
  readonly facts: object;
  readonly row: unknown;
  /** The object of the type in the answer, under its name. */
  readonly named: object;
  readonly definition: object;
}

/** The answer: the envelope of all reports, and the object of the type beside it (contract §6.2). */
export type ReportView<Types extends ReportTypes> = ReportEnvelope<Types> & Types['named'];

/** The members that all reports have (contract §6.2). */
export interface ReportEnvelope<Types extends ReportTypes = ReportTypes> {
  readonly kind: Types['type'];
  readonly generatedAt: string;
  readonly parameters: ReportParameters;
  /** Short machine-readable facts of the definition. */
  readonly definition: Types['definition'];
  /** One page of the rows. */
  readonly items: readonly InText<Types['row']>[];
  /** The rows of `items` again. */
  readonly data: readonly InText<Types['row']>[];
  readonly page: PageInfo;
  readonly limitations: readonly ReportLimitation[];
  /** A cap applied. */
  readonly capped: boolean;
}

/** The facts of a report, and the Work Items that it counts. */
export interface ReportSource<Types extends ReportTypes> {
  readonly population: ReportPopulation;
  readonly read: (request: Types['request']) => Promise<Types['facts']>;
}

/** A report with all of its rows, before one page of them is cut. */
export interface MadeReport<Types extends ReportTypes> {
  /** Beside those that every report has. */
  readonly parameters: ReportParameters;
  readonly definition: Types['definition'];
  readonly named: Types['named'];
  readonly rows: ReportRows<Types['row']>;
  readonly limitations: readonly ReportLimitation[];
}

/** One of the Project reports: asks for its facts, and leaves the formulas to the domain. */
export interface ProjectReport<Types extends ReportTypes> {
  readonly type: Types['type'];
  /** Throws `VALIDATION_ERROR` on days that contradict each other. */
  make(source: ReportSource<Types>, query: Types['query']): Promise<MadeReport<Types>>;
}
