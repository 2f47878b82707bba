import { verifyRecords } from '../src/owner-tasks.js';
import { Interleavings, type Meeting } from './interleavings.js';
import { databaseSuite, type Suite } from './suite.js';

/** Number of runs of two requests without a fixed order. */
const ROUNDS = process.env.TEST_DEEP === undefined ? 10 : 60;

/** A suite whose tests run two requests at once, all in one Project. */
export interface RacingSuite {
  readonly suite: Suite;
  /** Runs two requests in every order of their round trips, each on new data that `given` makes. */
  inEveryOrder(given: () => Promise<Meeting<unknown>>): Promise<void>;
  /** Runs two requests many times without a fixed order, each on new data. */
  freely(given: () => Promise<Meeting<unknown>>): Promise<void>;
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
    freely: async (given) => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const { works, check } = await given();
        const [one, other] = works;
        await check(await Promise.allSettled([suite.run(one), suite.run(other)]));
      }
    },
  };
}
