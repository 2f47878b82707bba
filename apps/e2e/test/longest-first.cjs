'use strict';
const { default: Sequencer } = require('@jest/test-sequencer');

/** Suites that start servers and tasks or wait for deadlines: they take longest, whatever their size. */
const LONG = /\.own-server\.|\/src\/(reliability|tasks|server)\/|\/list-(random|walks)\./;

/** Begins with the suites that take longest, so that no worker is left alone with one of them. */
module.exports = class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = (test) => LONG.test(test.path);
    const ordered = super.sort(tests);
    return [...ordered.filter(isLong), ...ordered.filter((test) => !isLong(test))];
  }
};
