import { deleteOrganizations, eraseWorkItems, type DeletionPorts, type ErasurePorts } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import type { JobMonitor } from './job-monitor.js';
import { beginRepeating } from './repeating.js';

/** Looks every ten seconds for Organizations whose removal is due, and deletes them, until `end` is called. */
export function beginDeleting(
  ports: DeletionPorts,
  log: ServerLogger,
  monitor: JobMonitor | undefined,
): { end(): Promise<void> } {
  const stop = new AbortController();
  const work = async (): Promise<void> => {
    await deleteOrganizations(ports, stop.signal, (organizationId, counts) => {
      log.info({ organizationId, ...counts }, 'An Organization was deleted with all that it held.');
    });
    monitor?.succeeded('delete_organizations');
  };
  const onFailure = 'An Organization could not be deleted; the next look goes on with it.';
  const repeating = beginRepeating({ work, period: 10 * ONE_SECOND, onFailure }, log);
  return {
    end: () => {
      stop.abort();
      return repeating.end();
    },
  };
}

/** Looks every five seconds for deleted Work Items that nobody can restore any more, and removes what they hold, until `end` is called. */
export function beginErasing(
  ports: ErasurePorts,
  log: ServerLogger,
  monitor: JobMonitor | undefined,
): { end(): Promise<void> } {
  const stop = new AbortController();
  const work = async (): Promise<void> => {
    const workItems = await eraseWorkItems(ports, stop.signal);
    if (workItems > 0) log.info({ workItems }, 'Deleted Work Items were erased.');
    monitor?.succeeded('erase_work_items');
  };
  const onFailure = 'A deleted Work Item could not be erased; the next look goes on with it.';
  const repeating = beginRepeating({ work, period: 5 * ONE_SECOND, onFailure }, log);
  return {
    end: () => {
      stop.abort();
      return repeating.end();
    },
  };
}
