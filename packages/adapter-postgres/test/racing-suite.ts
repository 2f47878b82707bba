import { verifyRecords } from '../src/owner-tasks.js';
import { Interleavings, type Meeting } from './interleavings.js';
import { databaseSuite, type Suite } from './suite.js';

/** A suite whose tests run two requests at once, all in one Project. */
export interface RacingSuite {
  readonly suite: Suite;
  /** Runs two requests in every order of their round trips, each on new data that `given` makes. */
  inEveryOrder(given: () => Promise<Meeting<unknown>>): Promise<void>;
}

/** Registers the set-up of a racing suite with jest, and its removal. At the end all records keep their rules. */
export function racingSuite(): RacingSuite {
  let interleavings: Interleavings;
  // Registered before the removal of the database: jest runs these hooks in the order of their registration.
  afterAll(async () => {
    await interleavings.close();
    expect((await verifyRecords(suite.database.url)).violations).toEqual([]);
  });
  const suite = databaseSuite();
  beforeAll(async () => {
    await suite.makeProject();
    interleavings = await Interleavings.open(suite.database);
  });

  return {
    suite,
    inEveryOrder: (given) => interleavings.each(given),
  };
}
