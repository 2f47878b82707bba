import type { KeyedSemaphore, Release } from '@worktrack/application';
import type { RequestContext } from '../run/context.js';
import type { Limits } from './limits.js';
import { ownerOf } from './owner.js';

/**
 * Resolves when the request has its slot to work on the database, which it keeps until its response is made. Throws `Overloaded` when that
 * takes too long, `Abandoned` when the client has gone away.
 */
export async function takeSlot(limits: Limits, context: RequestContext): Promise<void> {
  context.work.throwIfStopped();
  context.releaseSlot ??= await (isSearch(context) ? takeBoth(limits, context) : takeOne(limits, context));
}

/** A search waits for its turn among the searches first: it takes no connection meanwhile. */
async function takeBoth(limits: Limits, context: RequestContext): Promise<Release> {
  const endSearch = await limits.searches.take(ownerOf(context), context.work);
  try {
    const release = await takeOne(limits, context);
    return () => {
      release();
      endSearch();
    };
  } catch (error) {
    endSearch();
    throw error;
  }
}

function takeOne(limits: Limits, context: RequestContext): Promise<Release> {
  return semaphoreFor(limits, context).take(ownerOf(context), context.work);
}

function isSearch({ operation, query = {} }: RequestContext): boolean {
  return operation?.isSearch?.(query) ?? false;
}

/** A report has a slot of the few connections of reports, everything else one of the pool. */
function semaphoreFor(limits: Limits, { operation }: RequestContext): KeyedSemaphore {
  return operation?.report ? limits.reports : limits.connections;
}
