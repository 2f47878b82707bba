import {
  isRefusal,
  type AdmitOutcome,
  type SavepointOutcome,
  type SavepointViews,
  type SavepointWork,
  type Transaction,
} from '@worktrack/application';
import type { Session } from './session.js';

/** A statement or a result of a batch was refused. Run again one by one, the works show which of them it was. */
export class BatchRefused extends Error {
  override readonly name = 'BatchRefused';
}

/** Forgets what was learned since a mark. */
export type Undo = () => void;

/** Ports and views for the works of savepoints. */
export interface WithinSavepoints {
  readonly tx: Transaction;
  /** Views whose answers come with the next exchange. */
  readonly later: SavepointViews;
  /** Marks what the transaction knows, for when the work that follows is undone. */
  readonly mark: () => Undo;
}

/**
 * Performs each work in its savepoint, one after the other, every exchange read before the next work begins. A refusal by the
 * database or by `admit` belongs to the work at hand.
 */
export async function performApart<Done, View>(
  session: Session,
  { tx, mark }: WithinSavepoints,
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
      outcomes.push({ view: await session.savepoint(work, true) });
    } catch (error) {
      if (!isRefusal(error)) throw error;
      undo();
      outcomes.push({ refusal: error });
    }
  }
  return outcomes;
}

/**
 * Performs the works in as few round trips as possible: locked records are cached, so that a work is checked without a query, and
 * savepoints, writes, views and releases of all of them are sent together. COMMIT waits for every answer all the same. Throws
 * `BatchRefused` when the database refused a statement, or `admit` a view: what came after that work is already done.
 */
export async function performTogether<Done, View>(
  session: Session,
  { tx, later, mark }: WithinSavepoints,
  works: readonly SavepointWork<Done, View>[],
  admit: AdmitOutcome<View>,
): Promise<SavepointOutcome<View>[]> {
  const shown: (() => Promise<SavepointOutcome<View>>)[] = [];
  try {
    for (const { perform, show } of works) {
      const undo = mark();
      try {
        await session.savepoint(async () => {
          const view = show(later, await perform(tx));
          // Awaited below; this prevents an unhandledRejection until then.
          view.catch(() => undefined);
          shown.push(async () => ({ view: await view }));
        }, false);
      } catch (error) {
        if (!isRefusal(error) || session.hasFailed) throw error;
        undo();
        shown.push(() => Promise.resolve({ refusal: error }));
      }
    }
    await session.flush();
    const outcomes: SavepointOutcome<View>[] = [];
    for (const [index, each] of shown.entries()) {
      const outcome = await each();
      admit(outcome, index);
      outcomes.push(outcome);
    }
    return outcomes;
  } catch (error) {
    // An unexpected error fails the batch. A refusal belongs to one work: run again one by one to find it.
    throw isRefusal(error) ? new BatchRefused('A statement or a result was refused.', { cause: error }) : error;
  }
}
