import { PassThrough, pipeline, type Readable } from 'node:stream';
import {
  Blobs,
  ProjectReportFeeds,
  QuotaExhausted,
  SprintReportFeed,
  isRefusal,
  type CountBytes,
  type KeptBlob,
  type Ports,
  type ProjectScope,
  type ReportFeed,
  type ReportedSprint,
  type ReportType,
} from '@worktrack/application';
import type { BlobName, SprintId } from '@worktrack/domain';
import type { WorkMetrics } from './work-metrics.js';

/** Returns the ports with those replaced whose work is counted. */
export function countedPorts(ports: Ports, metrics: WorkMetrics): Ports {
  return {
    ...ports,
    blobs: new CountedBlobs(ports.blobs, metrics),
    projectReportFeeds: new TimedProjectReportFeeds(ports.projectReportFeeds, metrics),
    sprintReportFeed: new TimedSprintReportFeed(ports.sprintReportFeed, metrics),
  };
}

/** Counts operations and bytes. */
class CountedBlobs extends Blobs {
  constructor(
    private readonly blobs: Blobs,
    private readonly metrics: WorkMetrics,
  ) {
    super();
  }

  async write(content: Readable, most: number, count?: CountBytes): Promise<KeptBlob> {
    const { metrics } = this;
    try {
      const kept = await this.blobs.write(content, most, count);
      metrics.blobOperationEnded('write', 'done');
      metrics.blobBytes('in', kept.size);
      return kept;
    } catch (error) {
      // A file that is too large, and one that did not arrive, is not a failure of the store.
      const isOfClient = isRefusal(error) || error instanceof QuotaExhausted || content.errored !== null;
      metrics.blobOperationEnded('write', isOfClient ? 'ended' : 'failed');
      throw error;
    }
  }

  /** The operation ends when the stream does: it fails when its source does, and not when its reader goes away. */
  async read(name: BlobName): Promise<Readable> {
    const { metrics } = this;
    const content = await this.blobs.read(name).catch((error: unknown) => {
      metrics.blobOperationEnded('read', 'failed');
      throw error;
    });
    const passed = new PassThrough({
      transform: (piece: Buffer, _encoding, next) => {
        metrics.blobBytes('out', piece.length);
        next(null, piece);
      },
    });
    let isFailed = false;
    // They are called before those of the pipeline: as long as `passed` is open, it was the source that ended.
    content.once('error', () => (isFailed ||= !passed.destroyed));
    content.once('close', () => (isFailed ||= !content.readableEnded && !passed.destroyed));
    // Destroys each of the two when the other one fails.
    pipeline(content, passed, (error) => {
      const otherwise = error ? 'ended' : 'done';
      metrics.blobOperationEnded('read', isFailed ? 'failed' : otherwise);
    });
    return passed;
  }

  async remove(name: BlobName): Promise<void> {
    try {
      await this.blobs.remove(name);
      this.metrics.blobOperationEnded('remove', 'done');
    } catch (error) {
      this.metrics.blobOperationEnded('remove', 'failed');
      throw error;
    }
  }
}

/** Measures the reports of Projects. */
class TimedProjectReportFeeds extends ProjectReportFeeds {
  constructor(
    private readonly feeds: ProjectReportFeeds,
    private readonly metrics: WorkMetrics,
  ) {
    super();
  }

  now(scope: ProjectScope): Promise<Date> {
    return this.feeds.now(scope);
  }

  within<Type extends ReportType, Result>(
    scope: ProjectScope,
    type: Type,
    generatedAt: Date,
    work: (feed: ReportFeed<Type>) => Promise<Result>,
  ): Promise<Result> {
    return timed(this.metrics, type, () => this.feeds.within(scope, type, generatedAt, work));
  }
}

/** Measures the reports of Sprints. */
class TimedSprintReportFeed extends SprintReportFeed {
  constructor(
    private readonly feed: SprintReportFeed,
    private readonly metrics: WorkMetrics,
  ) {
    super();
  }

  facts(scope: ProjectScope, id: SprintId): Promise<ReportedSprint> {
    return timed(this.metrics, 'sprint', () => this.feed.facts(scope, id));
  }
}

async function timed<Result>(
  metrics: WorkMetrics,
  report: ReportType | 'sprint',
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    metrics.reportMade(report, (performance.now() - began) / 1_000);
  }
}
