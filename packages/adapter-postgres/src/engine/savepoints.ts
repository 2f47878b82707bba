import {
  isRefusal,
  type AdmitOutcome,
  type SavepointOutcome,
  type SavepointViews,
  type SavepointWork,
  type Transaction,
} from '@worktrack/application';
import type { SqlTransaction } from './transaction.js';

/** The error for a batch of works in which a statement or a result was refused. Running the works one by one finds the refused work. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
}

/** Restores the state that a transaction kept in memory at a mark. */
export type Undo = () => void;

/** Ports and views for the works of savepoints. */
export interface WithinSavepoints {
  readonly tx: Transaction;
  /** Views that are read together, in the next round trip. */
  readonly later: SavepointViews;
  /** Marks the state that the transaction keeps in memory. The returned function restores it after the following work is rolled back. */
  readonly mark: () => Undo;
}

/**
 * Performs each work in its savepoint, one after the other. All results of a work are read before the next work begins, so a refusal by
 * the database or by `admit` belongs to the current work.
 */
export async function performApart<Done, View>(
  transaction: SqlTransaction,
  { tx, mark }: Omit<WithinSavepoints, 'later'>,
  works: readonly SavepointWork<Done, View>[],
  admit: AdmitOutcome<View>,
): Promise<SavepointOutcome<View>[]> {
  const outcomes: SavepointOutcome<View>[] = [];
  for (const [index, { perform, show }] of works.entries()) {
    const undo = mark();
    const done = async () => show(tx, await perform(tx));
    const work = async () => {
      const view = await done().catch((error: unknown) => {
        if (isRefusal(error)) admit({ refusal: error }, index);
        throw error;
      });
      admit({ view }, index);
      return view;
    };
    try {
      outcomes.push({ view: await transaction.savepoint(work, true) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      undo();
      outcomes.push({ refusal: error });
    }
  }
  return outcomes;
}

/**
 * Performs the works in as few round trips as possible. Locked records are cached, so a work is checked without a query; the writes and
 * views of all works are sent together. Only a work that needs a query has a savepoint: of any other work nothing has been sent when it is
 * refused. COMMIT still waits for every result. Throws `BatchRefused` when the database refuses a statement or `admit` refuses a view: the
 * works after the refused one have then been performed already.
 */
export async function performTogether<Done, View>(
  transaction: SqlTransaction,
  { tx, later, mark }: WithinSavepoints,
  works: readonly SavepointWork<Done, View>[],
  admit: AdmitOutcome<View>,
): Promise<SavepointOutcome<View>[]> {
  const shown: (() => Promise<SavepointOutcome<View>>)[] = [];
  try {
    for (const { perform, show } of works) {
      const undo = mark();
      try {
        const done = await transaction.savepoint(() => perform(tx), false);
        const view = show(later, done);
        // Awaited below; this prevents an unhandledRejection until then.
        view.catch(() => undefined);
        shown.push(async () => ({ view: await view }));
      } catch (error) {
        if (!isRefusal(error) || transaction.hasFailed) throw error;
        undo();
        shown.push(() => Promise.resolve({ refusal: error }));
      }
    }
    await transaction.flush();
    const outcomes: SavepointOutcome<View>[] = [];
    for (const [index, each] of shown.entries()) {
      const outcome = await each();
      admit(outcome, index);
      outcomes.push(outcome);
    }
    return outcomes;
  } catch (error) {
    // An unexpected error fails the batch. A refusal belongs to one work: the caller runs the works one by one to find it.
    throw isRefusal(error) ? new BatchRefused('A statement or a result was refused.', { cause: error }) : error;
  }
}
