import { TimeZones } from '@worktrack/application';
import { offsetsOfRuntime } from '@worktrack/domain';

/** The clock rules that the runtime has. */
export class RuntimeTimeZones extends TimeZones {
  readonly offsetsOf = offsetsOfRuntime;
}
