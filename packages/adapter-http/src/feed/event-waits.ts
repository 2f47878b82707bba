import { Injectable } from '@nestjs/common';
import { FeedHub, FeedViews, type FeedPageView, type ListEvents } from '@worktrack/application';
import type { FastifyRequest } from 'fastify';
import { Lifecycle } from '../arrival/lifecycle.js';
import { RequestChecks } from '../checks/checks.js';
import { Limits } from '../limits/limits.js';
import { takeSlot } from '../limits/work-slots.js';
import type { RequestContext } from '../run/context.js';
import { readerNow } from './feed-reader.js';

/** Reads parts of feeds, and waits where there is nothing yet. A request that waits holds no slot and no connection to the database. */
@Injectable()
export class EventWaits {
  constructor(
    private readonly views: FeedViews,
    private readonly hub: FeedHub,
    private readonly lifecycle: Lifecycle,
    private readonly limits: Limits,
    private readonly checks: RequestChecks,
  ) {}

  /**
   * Returns the first part that has an event for the caller. It is empty when none comes within the milliseconds, when the server stops, and
   * where a filter leaves out so much that the rest is left to the next request. Throws as `FeedViews.page`, and what a new request would get
   * when the rights of the caller end.
   */
  async page(request: FastifyRequest, command: ListEvents, milliseconds: number): Promise<FeedPageView> {
    const { context } = request;
    const reader = readerNow(context);
    if (milliseconds === 0) return this.views.page(reader, command);
    const follower = this.hub.follow(reader.scope.organizationId);
    const wait = this.waitOf(context, milliseconds);
    try {
      for (let { after } = command; ;) {
        const page = await this.views.page(readerNow(context), { ...command, after });
        if (page.items.length > 0 || page.hasMore) return page;
        after = page.cursor;
        context.releaseSlot?.();
        context.releaseSlot = undefined;
        if (!(await follower.next(wait.over))) return page;
        await takeSlot(this.limits, context);
        await this.checks.checkAgain(request);
      }
    } finally {
      follower.end();
      wait.end();
    }
  }

  /** A wait is over when its time is, when the server stops, and when the client has gone. */
  private waitOf({ end }: RequestContext, milliseconds: number): { readonly over: AbortSignal; end(): void } {
    const over = new AbortController();
    const stop = (): void => {
      over.abort();
    };
    const timer = setTimeout(stop, milliseconds).unref();
    const forget = this.lifecycle.onStop(stop);
    end.onEnd(stop);
    return {
      over: over.signal,
      end: () => {
        clearTimeout(timer);
        forget();
      },
    };
  }
}
