'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that mostly wait: for deadlines, for locks, for servers that start or end. They leave the core to others. */
const WAITS =
  /\.own-server\.|\/e2e\/src\/(reliability|tasks|server|session)\/|browser-chaos|others-changes|\/(connections|arrival|request-end|shared-server|throwaway-server|cluster|redis-counters|database|shared-connections)\.spec/;

/** About how many seconds the longest suites take, beside others. A fresh clone has no times of its own. */
const LONGEST = [
  [60, /(hostile\/sockets|compressed-day|store-ownership|others-changes|looks|injection)\./],
  [45, /(browser-chaos|planning|saved-reports|budgets|stopped-database|list-random|upgrade|shipped)\./],
  [40, /(keyboard|shutdown|upload-bounds|uploads|replica|database-proxy|squeakql\/plans|architecture)\./],
  [30, /(shell|search\.browser|backup|tasks\/administration)\./],
  [25, /(sign-ins|rate-limits|fault-points|report-exports|connections|rolling-restart|migrate|differential)\./],
  [25, /(runbook|traces)\./],
  [20, /\.browser\.|(model|authorisation|shared-server|sprint-report-feed|access-changes|killed-server)\./],
  [15, /(list-walks|storm|tree-races|link-races|cards\.views|velocity|growth|plans|kept-plans|metrics|demo)\./],
  [10, /\.own-server\.|(lint|ledger|restore|bulk-bytes|seed-demo|demo-agreement|methods|checks|complete)\./],
  [10, /(changed-cards|whole-flow-reports|flow-feeds|sprint-report\.random|distribute|usage|random-filters-across)\./],
];
/** The suites that are much longer in the deep tier. */
const LONGEST_OF_DEEP = [
  [900, /\/stopped-database\./],
  [600, /\/(database-proxy|model|resource-rules|streams|conformance)\./],
  [300, /\/(fuzzed-requests|timing|list-walks|storm|linearizability|differential|two-worlds)\./],
  [200, /\/(fault-points|statements|uploads|rolling-restart|shipped)\./],
  [100, /\/(killed-server|tree-races|link-races|generic-plans|velocity\.random|sprint-report\.random|list-random)\./],
];
/** Seconds of a suite that is not named. */
const USUAL = 3;

const TIMES = process.env.TEST_DEEP === undefined ? LONGEST : [...LONGEST_OF_DEEP, ...LONGEST];
const secondsOf = ({ path }) => TIMES.find(([, names]) => names.test(path))?.[0] ?? USUAL;
const waits = ({ path }) => WAITS.test(path);

/** Mixes two lists: at each place, the work that was taken from both is about the same part of all their work. */
function mixed(...lists) {
  const queues = lists.map((tests) => ({
    left: [...tests],
    total: tests.reduce((sum, test) => sum + secondsOf(test), 0),
    taken: 0,
  }));
  const order = [];
  for (;;) {
    const open = queues.filter(({ left }) => left.length > 0);
    if (open.length === 0) return order;
    const next = open.reduce((least, one) => (one.taken / one.total < least.taken / least.total ? one : least));
    const test = next.left.shift();
    next.taken += secondsOf(test);
    order.push(test);
  }
}

/**
 * Begins with the suites that take longest, so that no worker is left alone with one of them, and spreads those that wait over the run, so
 * that others compute meanwhile.
 */
module.exports = class extends Sequencer {
  sort(tests) {
    const longestFirst = super.sort(tests).toSorted((a, b) => secondsOf(b) - secondsOf(a));
    return mixed(
      longestFirst.filter(waits),
      longestFirst.filter((test) => !waits(test)),
    );
  }
};
