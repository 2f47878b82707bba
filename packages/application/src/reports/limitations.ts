import { REPORT_LIMITATIONS, type ReportLimitation } from '@worktrack/domain';

/** The limitations that are caps; the others mean that something was never recorded. */
const CAPS: ReadonlySet<ReportLimitation> = new Set(['range_capped', 'rows_capped', 'group_cap_applied']);

/** Returns each limitation once, in canonical order, and if one of them is a cap (contract §6.2). */
export function limitationsOf(found: readonly ReportLimitation[]): {
  readonly limitations: readonly ReportLimitation[];
  readonly capped: boolean;
} {
  return {
    limitations: REPORT_LIMITATIONS.filter((word) => found.includes(word)),
    capped: found.some((word) => CAPS.has(word)),
  };
}
