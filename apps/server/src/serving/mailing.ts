import { sendMails, type MailJobPorts, type MailLimits, type MailMonitor } from '@worktrack/application';
import { ONE_SECOND } from '@worktrack/domain';
import type { ServerLogger } from '../logging.js';
import type { JobMonitor } from './job-monitor.js';
import { beginRepeating } from './repeating.js';

/** Milliseconds for which the mail under way can still be accepted when the process ends: what is cut then is perhaps sent twice. */
const LAST_MAIL = 3 * ONE_SECOND;

/** Receives the results of mails. */
export interface MailCounts {
  mailEnded(result: 'sent' | 'retried' | 'failed'): void;
}

/** Sends the mails of the outbox, with a look at it each second, until `end` is called. */
export function beginMailing(
  ports: MailJobPorts,
  limits: MailLimits,
  log: ServerLogger,
  monitors: { readonly jobs?: JobMonitor | undefined; readonly counts?: MailCounts | undefined } = {},
): { end(): Promise<void> } {
  const [stop, cut] = [new AbortController(), new AbortController()];
  const monitor: MailMonitor = {
    sent: () => {
      monitors.counts?.mailEnded('sent');
    },
    retried: (cause, failure) => {
      log.info({ cause, failure }, 'A mail could not be sent; it is tried again.');
      monitors.counts?.mailEnded('retried');
    },
    failed: (cause, failure) => {
      log.warn({ cause, failure }, 'A mail has failed for good.');
      monitors.counts?.mailEnded('failed');
    },
  };
  const work = async (): Promise<void> => {
    await sendMails(ports, limits, { stop: stop.signal, cut: cut.signal }, monitor);
    monitors.jobs?.succeeded('send_mails');
  };
  const onFailure = 'The outbox of mails could not be read or written; the next look tries again.';
  const repeating = beginRepeating({ work, period: ONE_SECOND, onFailure }, log);
  return {
    end: async () => {
      stop.abort();
      const timer = setTimeout(() => {
        cut.abort();
      }, LAST_MAIL);
      await repeating.end();
      clearTimeout(timer);
    },
  };
}
