import type { KeyUse, ReportType } from '@worktrack/application';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { LimitMonitor } from '../rate-limits/limit-monitor.js';
import type { JobMonitor } from '../serving/job-monitor.js';

/** Upper bounds of the classes of the duration of a report, in seconds. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export type BlobOperation = 'write' | 'read' | 'remove';

/** `ended`: the client went away, or its file was refused. */
export type BlobResult = 'done' | 'ended' | 'failed';

/** The metrics of what requests and jobs do outside the database. */
export class WorkMetrics {
  private readonly keys;
  private readonly limits;
  private readonly reports;
  private readonly blobs;
  private readonly blobBytesTotal;
  private readonly swept;
  private readonly purgedRows;
  private readonly successes;
  private readonly mails;

  constructor(registry: Registry) {
    const registers = [registry];
    this.keys = new Counter({
      name: 'worktrack_idempotency_total',
      help: 'Mutations with an Idempotency-Key: first, replay, in_progress (another one runs), reused (of a different request).',
      labelNames: ['result'] as const,
      registers,
    });
    this.limits = new Counter({
      name: 'worktrack_rate_limit_total',
      help: 'What was counted for a rate limit, by whether it was within the limit.',
      labelNames: ['limit', 'result'] as const,
      registers,
    });
    this.reports = new Histogram({
      name: 'worktrack_report_duration_seconds',
      help: 'Time to read and compute a report, without waiting for its permit.',
      labelNames: ['report'] as const,
      buckets: SECONDS,
      registers,
    });
    this.blobs = new Counter({
      name: 'worktrack_blob_operations_total',
      help: 'Operations of requests on the bytes of attachments: done, ended (the client went away, or its file was refused), failed.',
      labelNames: ['operation', 'result'] as const,
      registers,
    });
    this.blobBytesTotal = new Counter({
      name: 'worktrack_blob_bytes_total',
      help: 'Bytes of attachments that were written (in) and read (out).',
      labelNames: ['direction'] as const,
      registers,
    });
    this.swept = new Counter({
      name: 'worktrack_sweep_removed_total',
      help: 'Blobs and abandoned uploads that sweeps of this process deleted for good.',
      registers,
    });
    this.purgedRows = new Counter({
      name: 'worktrack_purged_total',
      help: 'Rows that purges of this process deleted; sessions: also links to sign in, and mails.',
      labelNames: ['table'] as const,
      registers,
    });
    this.mails = new Counter({
      name: 'worktrack_mails_total',
      help: 'Attempts of this process to send a mail: sent, retried (it is tried again), failed (for good).',
      labelNames: ['result'] as const,
      registers,
    });
    this.successes = new Gauge({
      name: 'worktrack_last_success_timestamp_seconds',
      help: 'When a job of this process last ended without an error, in seconds since 1970.',
      aggregator: 'max',
      labelNames: ['job'] as const,
      registers,
    });
  }

  readonly rateLimits: LimitMonitor = {
    counted: (limit, isAllowed) => {
      this.limits.inc({ limit, result: isAllowed ? 'allowed' : 'refused' });
    },
  };

  readonly jobs: JobMonitor = {
    succeeded: (job) => {
      this.successes.setToCurrentTime({ job });
    },
    swept: (removed) => {
      this.swept.inc(removed);
    },
    purged: (table, rows) => {
      this.purgedRows.inc({ table }, rows);
    },
  };

  readonly keyUsed = (result: KeyUse): void => {
    this.keys.inc({ result });
  };

  mailEnded(result: 'sent' | 'retried' | 'failed'): void {
    this.mails.inc({ result });
  }

  reportMade(report: ReportType | 'sprint', seconds: number): void {
    this.reports.observe({ report }, seconds);
  }

  blobOperationEnded(operation: BlobOperation, result: BlobResult): void {
    this.blobs.inc({ operation, result });
  }

  blobBytes(direction: 'in' | 'out', bytes: number): void {
    this.blobBytesTotal.inc({ direction }, bytes);
  }
}
