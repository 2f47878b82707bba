import type { OffsetAt, TimeZone } from '@worktrack/domain';

/** The clock rules of all time zones. */
export abstract class TimeZones {
  /** Returns the offsets of a zone. */
  abstract offsetsOf(zone: TimeZone): OffsetAt;
}
