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
  context.releaseSlot ??= await (isSearch(context)
    ? takeBoth(limits, context, limits.searches)
    : takeOne(limits, context));
}

/**
 * Runs work on the database in a slot: in the one that the request has, else in one for this work alone. A visitor has none before: between its
 * transactions it hashes passwords, or waits for a provider of identities. Throws what `takeSlot` throws.
 */
export async function inSlot<Result>(
  limits: Limits,
  context: RequestContext,
  work: () => Promise<Result>,
): Promise<Result> {
  if (context.releaseSlot) return work();
  const release = await (context.principal ? takeOne(limits, context) : takeBoth(limits, context, limits.visitors));
  try {
    return await work();
  } finally {
    release();
  }
}

/** Waits for a turn among those of its kind first, which takes no connection meanwhile. */
async function takeBoth(limits: Limits, context: RequestContext, ofKind: KeyedSemaphore): Promise<Release> {
  const endTurn = await ofKind.take(ownerOf(context), context.work);
  try {
    const release = await takeOne(limits, context);
    return () => {
      release();
      endTurn();
    };
  } catch (error) {
    endTurn();
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
