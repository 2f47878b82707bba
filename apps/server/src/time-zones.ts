import { TimeZones } from '@worktrack/application';
import { ONE_MINUTE, offsetsOfRuntime, type OffsetAt, type TimeZone } from '@worktrack/domain';
import { tz } from 'moment-timezone';

/** The release of the IANA database whose rules the reports use, such as `2026f`. */
export const TIME_ZONE_DATA = tz.dataVersion;

/** The clock rules of the IANA database in a package, which is newer than the one in Node (ADR 89). */
export class PackagedTimeZones extends TimeZones {
  /** A zone that only the runtime knows has the rules of the runtime. */
  offsetsOf(zone: TimeZone): OffsetAt {
    const rules = tz.zone(zone);
    // The package counts minutes to the west; those before 1972 have fractions.
    return rules ? (instant) => Math.round(0 - rules.utcOffset(instant) * ONE_MINUTE) : offsetsOfRuntime(zone);
  }
}
