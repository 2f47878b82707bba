import type { ReportType, Reports, WholeReport, WholeSprintReport } from '@worktrack/application';
import {
  BURNDOWN_COLUMNS,
  FEED_COLUMNS,
  REPORT_COLUMNS,
  STATUS_COLUMNS,
  SUMMARY_COLUMNS,
  metricsOf,
  type Columns,
  type SprintPart,
} from './csv-columns.js';
import type { ExportText } from './export-responses.js';
import { csvOf, rowsOf } from './row-texts.js';

/** Returns all rows of a Project report as CSV. */
export function tableOf<Type extends ReportType>(
  type: Type,
  { rows }: WholeReport<Reports[Type]>,
): AsyncGenerator<string> {
  return csvOf(REPORT_COLUMNS[type], rows);
}

/** Returns one table of a Sprint report as CSV. */
export function sprintTableOf(part: SprintPart, { head, feed }: WholeSprintReport): ExportText {
  if (part === 'burndown') return listed(BURNDOWN_COLUMNS, head.burndown.display);
  if (part === 'statuses') return listed(STATUS_COLUMNS, head.statuses);
  if (part === 'summary') return listed(SUMMARY_COLUMNS, metricsOf(head));
  return listed(FEED_COLUMNS, feed);
}

function listed<Row>(columns: Columns<Row>, rows: readonly Row[]): ExportText {
  return { pieces: csvOf(columns, rowsOf(rows)), rowCount: rows.length };
}
