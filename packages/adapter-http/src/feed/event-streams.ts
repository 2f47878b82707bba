import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import {
  FeedHub,
  FeedViews,
  QuotaExhausted,
  SharedFeed,
  isRefusal,
  type FeedReader,
  type FeedType,
} from '@worktrack/application';
import { ONE_MINUTE, ONE_SECOND, type ProjectKey } from '@worktrack/domain';
import type { FastifyRequest } from 'fastify';
import { Lifecycle } from '../arrival/lifecycle.js';
import { RequestChecks } from '../checks/checks.js';
import { Limits } from '../limits/limits.js';
import { ownerOf } from '../limits/owner.js';
import { EventStream } from './event-stream.js';
import { readerNow } from './feed-reader.js';

/** The events that a client asks for. */
export interface StreamFilter {
  /** A cursor, or where to begin. */
  readonly after: string;
  /** Only these types; empty: all. */
  readonly types: readonly FeedType[];
  /** Only these Projects; empty: all. */
  readonly projects: readonly ProjectKey[];
}

/** The codes of a stream that ends without a refusal: the client comes back. */
const ENDS = { stopping: 'SERVER_STOPPING', over: 'STREAM_OVER' } as const;

/** Seconds after which a client that is refused a stream can try again. */
const TRY_AGAIN_AFTER = 5;

/** Milliseconds that the client of a stream that ends has to read its last block. */
const LAST_BLOCK = 500;

/** Milliseconds between two looks at the rights of a stream. */
const CHECKED_EVERY = ONE_SECOND;

/** A stream ends after 15 minutes, one more or less: those of a server that has begun do not end together. */
const longest = (): number => (14 + 2 * Math.random()) * ONE_MINUTE;

/** The streams of events of this process. A stream holds neither a slot nor a connection to the database. */
@Injectable()
export class EventStreams {
  private readonly shared: SharedFeed;

  constructor(
    private readonly views: FeedViews,
    private readonly hub: FeedHub,
    private readonly lifecycle: Lifecycle,
    private readonly limits: Limits,
    private readonly checks: RequestChecks,
  ) {
    this.shared = new SharedFeed(views);
  }

  /**
   * Opens a stream. Throws `QuotaExhausted` when the credential, or this process, has too many, and what `FeedViews.page` throws for a cursor.
   * A client that reads slowly is not sent more than it takes; one that takes nothing is cut like any other.
   */
  async open(request: FastifyRequest, { after, types, projects }: StreamFilter): Promise<Readable> {
    const { context } = request;
    const reader = readerNow(context);
    const { organizationId } = reader.scope;
    const position = await this.views.positionOf(organizationId, after);
    context.releaseSlot?.();
    if (request.method === 'HEAD') return Readable.from([]);
    const release = this.limits.streams.tryTake(ownerOf(context));
    if (!release) throw new QuotaExhausted('Too many streams are open: close one first.', TRY_AGAIN_AFTER);
    const follower = this.hub.follow(organizationId);
    const stream = new EventStream({
      follower,
      position,
      cursorOf: (at) => this.views.cursorOf(organizationId, at),
      read: (at) => this.shared.part(readerNow(context).scope, at),
      shows: ({ type, project }) => isShown(readerNow(context), type, types) && isOneOf(project, projects),
    });
    const readable = Readable.from(stream.blocks(), { objectMode: false });
    const forget = this.endWithReason(request, readable, stream);
    readable.once('close', () => {
      forget();
      follower.end();
      release();
    });
    return readable;
  }

  /** Ends the stream with its client, its rights, its time, or the server. Returns how to forget it. */
  private endWithReason(request: FastifyRequest, readable: Readable, stream: EventStream): () => void {
    const end = (code: string): void => {
      stream.end(code);
      setTimeout(() => readable.destroy(), LAST_BLOCK).unref();
    };
    const time = setTimeout(end, longest(), ENDS.over).unref();
    const forgetServer = this.lifecycle.onStop(() => {
      end(ENDS.stopping);
    });
    let isChecking = false;
    const check = async (): Promise<void> => {
      if (isChecking) return;
      isChecking = true;
      // A database that is away ends no right.
      await this.checks.checkAgain(request).catch((error: unknown) => {
        if (isRefusal(error)) end(error.code);
      });
      isChecking = false;
    };
    const checking = setInterval(() => void check(), CHECKED_EVERY).unref();
    request.context.end.onEnd(() => {
      // The stream is destroyed when its text has ended, which waits for the feed.
      stream.end(ENDS.over);
      readable.destroy();
    });
    return () => {
      clearTimeout(time);
      clearInterval(checking);
      forgetServer();
      stream.end(ENDS.over);
    };
  }
}

/** True for a type that the scopes of the reader cover, and that the client asks for. */
function isShown(reader: FeedReader, type: FeedType, wanted: readonly FeedType[]): boolean {
  return reader.types.includes(type) && (wanted.length === 0 || wanted.includes(type));
}

function isOneOf(project: { readonly key: ProjectKey } | null, wanted: readonly ProjectKey[]): boolean {
  return wanted.length === 0 || (project !== null && wanted.includes(project.key));
}
