import { answer, type ModelRequest } from '../model/model.js';
import type { State } from '../model/state.js';
import { type Actual, Comparison } from './comparing.js';

/** A request of a stream and its answer, with two readings of one clock. */
export interface Exchange {
  readonly request: ModelRequest;
  readonly actual: Actual;
  readonly begin: number;
  readonly end: number;
}
type Streams = readonly (readonly Exchange[])[];

/**
 * Looks for an order of the requests of several streams in which the model gives every answer that the server gave, and after which it
 * also gives the answers of `looks`. A request never comes before one that had ended when it began. `before` is the state before the
 * first request.
 */
export function hasSerialOrder(before: State, streams: Streams, looks: readonly Exchange[]): boolean {
  return (
    streams.flat().every((one) => !isBusy(one) || hasTwin(one, streams)) &&
    canGoOn(before, streams.map(withoutBusy), looks)
  );
}

function canGoOn(state: State, streams: Streams, looks: readonly Exchange[]): boolean {
  if (streams.every(({ length }) => length === 0)) {
    const last = structuredClone(state);
    return looks.every((look) => isExplained(last, look));
  }
  const firstEnd = Math.min(...streams.map(([next]) => next?.end ?? Infinity));
  return streams.some((stream, at) => {
    const [next, ...rest] = stream;
    if (next === undefined || next.begin > firstEnd) return false;
    const after = structuredClone(state);
    return isExplained(after, next) && canGoOn(after, streams.with(at, rest), looks);
  });
}

/** Does the request in the model, and returns whether the model gives the answer that the server gave. */
function isExplained(state: State, { request, actual }: Exchange): boolean {
  const expected = answer(state, request, new Date().toISOString());
  return new Comparison(state, { areNumbersRising: false }).answer(expected, actual).differences.length === 0;
}

/** A refusal because the key is in use: the server did nothing. */
const isBusy = ({ actual }: Exchange): boolean => actual.body?.error?.code === 'IDEMPOTENCY_REQUEST_IN_PROGRESS';

const withoutBusy = (stream: readonly Exchange[]): Exchange[] => stream.filter((one) => !isBusy(one));

/** True when another request with the key was under way at the same time. */
const hasTwin = (one: Exchange, streams: Streams): boolean =>
  streams
    .flat()
    .some(
      (other) =>
        other !== one && other.request.key === one.request.key && other.begin < one.end && one.begin < other.end,
    );
