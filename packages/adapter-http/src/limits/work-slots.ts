import type { KeyedSemaphore, Release } from '@worktrack/application';
import type { RequestContext } from '../pipeline/context.js';
import type { Limits } from './limits.js';
import { ownerOf } from './owner.js';

/** Takes the slot to work on the database if it is free or the request has one, and returns true; false when the request has to wait. */
export function tryTakeSlot(limits: Limits, context: RequestContext): boolean {
  context.work.throwIfStopped();
  if (!context.releaseSlot && !isSearch(context))
    context.releaseSlot = semaphoreFor(limits, context).tryTake(ownerOf(context));
  return context.releaseSlot !== undefined;
}

/**
 * Resolves when the request has its slot to work on the database, which it keeps until its response is made. Throws `Overloaded` when that
 * takes too long, `Abandoned` when the client has gone away.
 */
export async function takeSlot(limits: Limits, context: RequestContext): Promise<void> {
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

/** A report has a slot of the few connections of reports, a brief read one of the shared connections, everything else one of the pool. */
function semaphoreFor(limits: Limits, { operation, query = {} }: RequestContext): KeyedSemaphore {
  if (operation?.report) return limits.reports;
  const isBrief = operation?.isBrief?.(query) ?? false;
  return isBrief && limits.briefReads ? limits.briefReads : limits.connections;
}
