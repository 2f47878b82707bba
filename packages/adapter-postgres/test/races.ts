import { isRefusal, type Transaction } from '@worktrack/application';
import { eventually } from './eventually.js';
import type { TestDatabase } from './test-database.js';

/** The work of one request in its transaction. */
export type Attempt<Result, Tx = Transaction> = (tx: Tx) => Promise<Result>;

/** Runs transactions: `UnitOfWork`, or `AdministrationUnitOfWork`. */
interface Transactions<Tx> {
  run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** The outcomes of two requests, in the order they were given. */
export type Outcomes<Result> = readonly [PromiseSettledResult<Result>, PromiseSettledResult<Result>];

/**
 * Runs two requests in turn: the second begins when the first has taken all its locks and has sent its writes; the first commits only
 * when the second waits for a lock of the first. Throws when the second never waits.
 */
export async function inTurn<Result, Tx = Transaction>(
  database: TestDatabase,
  unitOfWork: Transactions<Tx>,
  first: Attempt<Result, Tx>,
  second: Attempt<Result, Tx>,
): Promise<Outcomes<Result>> {
  let later: Promise<PromiseSettledResult<Result>> | undefined;
  let tooEarly: PromiseSettledResult<Result> | undefined;
  const [one] = await Promise.allSettled([
    unitOfWork.run(async (tx) => {
      const result = await first(tx);
      later = Promise.allSettled([unitOfWork.run(second)]).then(([outcome]) => (tooEarly = outcome));
      await eventually(async () => tooEarly !== undefined || (await database.hasWaiting()));
      if (tooEarly) throw new Error(`The second request did not wait for a lock of the first: ${codeOf(tooEarly)}.`);
      return result;
    }),
  ]);
  const other = await later;
  if (!other) throw new Error('The first was refused before the second began.');
  return [one, other];
}

/** Outcomes of two requests: the error code of a refusal, else `done`. Any other error is thrown. */
export const codesOf = (outcomes: Outcomes<unknown>): string[] => outcomes.map(codeOf);

function codeOf(outcome: PromiseSettledResult<unknown>): string {
  if (outcome.status === 'fulfilled') return 'done';
  if (isRefusal(outcome.reason)) return outcome.reason.code;
  throw outcome.reason;
}

/** Runs both requests at once, without a fixed order. */
export async function atOnce<Result, Tx = Transaction>(
  unitOfWork: Transactions<Tx>,
  first: Attempt<Result, Tx>,
  second: Attempt<Result, Tx>,
): Promise<Outcomes<Result>> {
  return Promise.allSettled([unitOfWork.run(first), unitOfWork.run(second)]);
}
