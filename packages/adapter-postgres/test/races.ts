import type { Transaction, UnitOfWork } from '@worktrack/application';
import type { TestDatabase } from './test-database.js';

/** What a request does in its transaction. */
export type Attempt<Result> = (tx: Transaction) => Promise<Result>;

/** What became of each of two requests, in the order they were given. */
export type Outcomes<Result> = readonly [PromiseSettledResult<Result>, PromiseSettledResult<Result>];

/**
 * The first holds all its locks, its writes sent, when the second begins; it commits only once the second waits for it. Throws
 * when the second never waits.
 */
export async function inTurn<Result>(
  database: TestDatabase,
  unitOfWork: UnitOfWork,
  first: Attempt<Result>,
  second: Attempt<Result>,
): Promise<Outcomes<Result>> {
  let later: Promise<PromiseSettledResult<Result>[]> | undefined;
  const earlier = await Promise.allSettled([
    unitOfWork.run(async (tx) => {
      const result = await first(tx);
      later = Promise.allSettled([unitOfWork.run(second)]);
      await database.untilSomebodyWaits();
      return result;
    }),
  ]);
  const [one] = earlier;
  const [other] = (await later) ?? [];
  if (!other) throw new Error('The first was refused before the second began.');
  return [one, other];
}

/** Both at once, as they come. */
export async function atOnce<Result>(
  unitOfWork: UnitOfWork,
  first: Attempt<Result>,
  second: Attempt<Result>,
): Promise<Outcomes<Result>> {
  return Promise.allSettled([unitOfWork.run(first), unitOfWork.run(second)]);
}
