import { TimeZones } from '../src/shared/time-zones.js';
import { offsetsOfRuntime } from '@worktrack/domain';

/** The clock rules that the runtime has. */
export class RuntimeTimeZones extends TimeZones {
  readonly offsetsOf = offsetsOfRuntime;
}
